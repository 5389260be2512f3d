// Certifies a client that is a function of this process: one that only looks up instruments.
import { certifyClient } from 'tradecert';

/** Walks all pages, and returns what the task asks for: the codes of the instruments, in order. */
async function listInstruments({ task, baseUrl, token }, signal) {
  if (task.task !== 'list-instruments') throw new Error('this client only looks up');
  const codes = [];
  for (let nextKey = ''; ;) {
    const query = new URLSearchParams({ stockGroupCd: task.stockGroupCd, stockCd: task.stockCd, nextKey });
    const headers = { Authorization: `Bearer ${token}` };
    const answer = await fetch(`${baseUrl}/stocks/orders?${query}`, { headers, signal, redirect: 'error' });
    if (answer.status !== 200) throw new Error(`status ${answer.status}`);
    const { data } = await answer.json();
    codes.push(...data.details.map(({ stockCd }) => stockCd));
    if (!data.hasNext) return codes;
    nextKey = data.nextKey;
  }
}

const results = await certifyClient({
  client: listInstruments,
  name: 'Instrument list 1.0',
  scenarios: ['walk*', 'plain*'],
  depth: 'smoke',
  only: ['LKP-*'],
  onProgress: ({ played, planned }) => console.error(`${played} of ${planned}`),
});
console.log(`${results.verdict}: ${results.counts.pass} passed, ${results.counts.fail} failed`);
for (const { id, reason } of results.clauses.filter(({ verdict }) => verdict === 'fail'))
  console.log(`${id} ${reason}`);
