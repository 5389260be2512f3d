import type { Verdict } from '../../contract/verdict.js';
import { markup, type Html } from '../html/html.js';
import { VERDICT_LABELS, VERDICT_ORDER } from '../verdict-words.js';
import type { Comparison } from './comparison.js';

type Place = Verdict | 'absent';
const PLACES: readonly Place[] = [...VERDICT_ORDER, 'absent'];
/** From the worst on; what is not judged is between. */
const RANK: Readonly<Record<Place, number>> = {
  fail: 0,
  warn: 1,
  unverified: 2,
  inapplicable: 2,
  absent: 2,
  observed: 3,
  pass: 3,
};

/** All clauses by what they came to in the first run and in the second. */
export function renderFlow({ before, after }: Comparison): Html {
  const later = new Map(after.results.clauses.map(({ id, verdict }) => [id, verdict]));
  const earlier = new Set(before.results.clauses.map(({ id }) => id));
  const counts = new Map<string, number>();
  const count = (from: Place, to: Place): void => {
    counts.set(`${from} ${to}`, (counts.get(`${from} ${to}`) ?? 0) + 1);
  };
  for (const { id, verdict } of before.results.clauses) count(verdict, later.get(id) ?? 'absent');
  for (const { id, verdict } of after.results.clauses) if (!earlier.has(id)) count('absent', verdict);
  const used = PLACES.filter((place) => [...counts.keys()].some((key) => key.split(' ').includes(place)));
  return markup`<details class="group flow-group" id="flow" open>
<summary><h2>From verdict to verdict</h2><span class="saying">All clauses: rows are the first run, columns the second.</span></summary>
<div class="scroll" tabindex="0" role="group" aria-label="From verdict to verdict"><table class="flow"><thead><tr><td></td>${used.map((to) => markup`<th scope="col">${labelOf(to)}</th>`)}</tr></thead>
<tbody>${used.map((from) => markup`<tr><th scope="row">${labelOf(from)}</th>${used.map((to) => renderCell(from, to, counts.get(`${from} ${to}`) ?? 0))}</tr>`)}</tbody></table></div>
</details>
`;
}

function renderCell(from: Place, to: Place, count: number): Html {
  if (count === 0) return markup`<td class="none">0</td>`;
  if (from === to) return markup`<td class="same">${count}</td>`;
  const kind = RANK[to] < RANK[from] ? 'worse' : RANK[to] > RANK[from] ? 'better' : '';
  return markup`<td class="${kind}">${count}</td>`;
}

function labelOf(place: Place): string {
  return place === 'absent' ? 'absent' : VERDICT_LABELS[place];
}
