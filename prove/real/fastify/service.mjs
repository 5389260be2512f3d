/** The two operations in Fastify, with its JSON Schema validation as it comes. MENDED: nothing is converted. */
import fastifyJwt from '@fastify/jwt';
import Fastify from 'fastify';
import rawBody from 'fastify-raw-body';
import { createHmac, timingSafeEqual } from 'node:crypto';
import { Book } from './book.mjs';
import { listSchema, modifySchema } from './schemas.mjs';
import { listStocks } from './stocks.mjs';

const { JWT_SECRET, MENDED, PORT, SIGNING_KEY } = process.env;
const app = Fastify({ ajv: { customOptions: MENDED ? { coerceTypes: false, removeAdditional: false } : {} } });
const book = new Book();

await app.register(fastifyJwt, { secret: JWT_SECRET, verify: { algorithms: ['HS256'] } });
await app.register(rawBody, { global: false, encoding: false, runFirst: true });

app.decorateRequest('rawBody', null);

async function authorize(request) {
  if (!MENDED) return request.jwtVerify();
  try {
    await request.jwtVerify();
  } catch {
    throw Object.assign(new Error('the token is not valid'), { statusCode: 401 });
  }
}

async function verifySignature(request) {
  const { 'x-timestamp': timestamp, 'x-signature': signature = '' } = request.headers;
  const given = Buffer.from(signature, 'hex');
  if (MENDED && !/^[0-9a-f]{128}$/i.test(signature)) throw badRequest('X-Signature is no hexadecimal text');
  if (MENDED && !/^[0-9]{1,12}$/.test(timestamp)) throw badRequest('X-Timestamp is no Unix time');
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) <= 60)) throw badRequest('X-Timestamp is out of the window');
  const path = request.url.split('?')[0];
  const expected = createHmac('sha512', SIGNING_KEY)
    .update(`${timestamp}${request.method}${path}`)
    .update(request.rawBody ?? '')
    .digest();
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
    throw badRequest('X-Signature is not the signature of this request');
  }
}

const badRequest = (message) => Object.assign(new Error(message), { statusCode: 400 });

const envelope = (data) => ({ status: 'OK', code: 200, data });

await app.register(
  async (api) => {
    api.addHook('onRequest', authorize);
    api.post(
      '/orders/modify',
      { schema: modifySchema, config: { rawBody: true }, preValidation: verifySignature },
      async (request) => {
        const problem = book.modify(request.body);
        if (problem !== null) throw badRequest(problem);
        return envelope({ success: true });
      },
    );
    api.get('/stocks/orders', { schema: listSchema }, async (request) => {
      const page = listStocks(request.query);
      if (page === null) throw badRequest('nextKey is none that was given');
      return envelope(page);
    });
  },
  { prefix: '/public/v1' },
);

app.post('/test-orders', async (request, reply) => {
  const order = request.body.show ? book.find(request.body.show.orderNo) : book.place(request.body);
  return order ?? reply.code(404).send();
});

await app.listen({ host: '127.0.0.1', port: Number(PORT) });
