import { createHmac } from 'node:crypto';
import { Client } from 'undici';
import type { ServiceProcess } from './service-process.js';

/**
 * The floor: valid modifies over undici with nothing around them, each signed once beforehand.
 *
 * @returns requests a second
 */
export async function bareLoop(service: ServiceProcess, requests: number, connections: number): Promise<number> {
  const { origin, pathname } = new URL(service.baseUrl);
  const path = `${pathname}/orders/modify`;
  const lanes = await Promise.all(Array.from({ length: connections }, () => signedRequest(service, path)));
  const share = Math.ceil(requests / connections);
  const startedMs = performance.now();
  await Promise.all(
    lanes.map(async ({ headers, body }) => {
      const client = new Client(origin, { pipelining: 1 });
      for (let sent = 0; sent < share; sent += 1) {
        const answer = await client.request({ method: 'POST', path, headers, body });
        const text = await answer.body.text();
        if (!text.includes('"success":true')) throw new Error(`The bare loop was refused: ${text.slice(0, 200)}`);
      }
      await client.close();
    }),
  );
  return (share * connections * 1000) / (performance.now() - startedMs);
}

async function signedRequest(service: ServiceProcess, path: string): Promise<{ headers: string[]; body: string }> {
  const wanted = {
    orderTypeCd: 'LIMIT',
    sideCd: 'BUY',
    state: 'unfilled',
    takeProfit: false,
    stopLoss: false,
    trailing: false,
  };
  const answer = await fetch(service.ordersUrl, { method: 'POST', body: JSON.stringify(wanted) });
  const body = await answer.text();
  const timestamp = String(Math.floor(Date.now() / 1000));
  const signature = createHmac('sha512', service.signingKey).update(`${timestamp}POST${path}${body}`).digest('hex');
  const fields = {
    Authorization: `Bearer ${service.token}`,
    'Content-Type': 'application/json',
    'X-Timestamp': timestamp,
    'X-Signature': signature,
  };
  return { headers: Object.entries(fields).flat(), body };
}
