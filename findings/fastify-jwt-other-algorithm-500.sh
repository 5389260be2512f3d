#!/usr/bin/env bash
# @fastify/jwt answers a token of an algorithm that is not allowed with 500, and any other token that it refuses with 401.
#
# Versions   @fastify/jwt 10.2.8 (fast-jwt 6.3.6), fastify 5.12.8, Node 20
# Behaviour  jwtVerify() gives most errors of fast-jwt a status of 401; FAST_JWT_INVALID_ALGORITHM is handed on as it is, without
#            one, so that Fastify makes 500 of it. A client with the wrong setting looks like an outage of the service.
# Output     HS256 200
#            HS256, altered 401
#            HS512 500
# Exits with 0 where it is as seen, with 1 where it has changed.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm init --yes >npm.log
npm install --silent --no-fund --no-audit fastify@5.12.8 @fastify/jwt@10.2.8 fast-jwt@6.3.6
cat >ask.mjs <<'JS'
import fastifyJwt from '@fastify/jwt';
import { createSigner } from 'fast-jwt';
import Fastify from 'fastify';

const key = 'a throw-away secret that is long enough for HS512, which wants sixty-four bytes';
const app = Fastify();
await app.register(fastifyJwt, { secret: key, verify: { algorithms: ['HS256'] } });
app.get('/', async (request) => request.jwtVerify());

const tokenOf = (algorithm) => createSigner({ key, algorithm })({ sub: 'someone' });
const altered = `${tokenOf('HS256').slice(0, -4)}AAAA`;
for (const [name, token] of [
  ['HS256', tokenOf('HS256')],
  ['HS256, altered', altered],
  ['HS512', tokenOf('HS512')],
]) {
  const answer = await app.inject({ url: '/', headers: { authorization: `Bearer ${token}` } });
  console.log(name, answer.statusCode);
}
JS
node ask.mjs | tee seen
diff - seen <<'SEEN'
HS256 200
HS256, altered 401
HS512 500
SEEN
