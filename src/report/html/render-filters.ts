import type { Kind, Role } from '../../contract/clause.js';
import type { ClauseResult, Results } from '../../contract/results.js';
import { VERDICT_LABELS, VERDICT_ORDER } from '../verdict-words.js';
import { markup, type Html } from './html.js';
import { renderMark } from './marks.js';
import { KIND_WORDS } from './render-clause.js';

const KINDS: readonly Kind[] = ['required', 'expected', 'observe'];
const ROLES: Readonly<Record<Role, string>> = { service: 'service', client: 'client', both: 'both' };

/** Counts that are filters: each is a link, so that the address says what is shown. Without a script it leads to the clauses. */
export function renderFilters({ clauses, counts }: Results): Html {
  return markup`<div class="filters">
<div class="search needs-script" role="search"><input type="search" id="q" placeholder="Search clauses" aria-label="Search clauses" autocomplete="off" spellcheck="false"></div>
<ul class="facet verdicts" aria-label="Verdict">${VERDICT_ORDER.map(
    (verdict) =>
      markup`<li><a class="chip ${verdict}${counts[verdict] === 0 && ' empty'}" href="#show=${verdict}" data-facet="show" data-value="${verdict}">${renderMark(verdict)}<span class="label">${VERDICT_LABELS[verdict]}</span> <b class="count">${counts[verdict]}</b></a></li>`,
  )}</ul>
<details class="more needs-script"><summary>More filters</summary>${renderFacet('Kind', 'kind', KINDS, clauses, (kind) => KIND_WORDS[kind])}
${renderFacet('Binds', 'role', Object.keys(ROLES) as Role[], clauses)}</details>
<p class="chosen needs-script"><a class="reset" href="#clauses" hidden>Show all</a></p>
</div>`;
}

function renderFacet<Value extends string>(
  title: string,
  name: 'kind' | 'role',
  values: readonly Value[],
  clauses: readonly ClauseResult[],
  saying?: (value: Value) => string,
): Html {
  const chips = values.map((value) => {
    const count = clauses.filter((clause) => clause[name] === value).length;
    return markup`<li><a class="chip" href="#${name}=${value}" data-facet="${name}" data-value="${value}"${saying && markup` title="${saying(value)}"`}><span class="label">${value}</span> <b class="count">${count}</b></a></li>`;
  });
  return markup`<div><h2>${title}</h2><ul class="facet" aria-label="${title}">${chips}</ul></div>`;
}
