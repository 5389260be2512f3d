import { broken, pass, unverified, type Outcome, type ShownExchange } from '../contract/verdict.js';
import { dataOf, envelopeOf } from '../wire/envelope.js';
import type { Exchange, Trouble } from '../wire/exchange.js';
import { describeValue, quoteShort } from './describe-value.js';
import { showExchange } from './show-exchange.js';
import { isComplete, readPage, whyIncomplete, type Walk } from './walk.js';

/**
 * What an answer, or a walk, says as far as requests that mean the same have to come to the same: whether it is a success, the
 * envelope, and which instruments there are. Prices, the order of members and of instruments, and keys may differ.
 */
export interface Told {
  /** Texts by where they stand. */
  readonly facets: ReadonlyMap<string, string>;
  /** `null` where no instruments are told of. */
  readonly instruments: ReadonlySet<string> | null;
  /** It did what was asked, so that others can be held against it. */
  readonly isSuccess: boolean;
  /** Why it tells nothing of the service; `null`: it tells something. */
  readonly unknown: string | null;
  readonly shown: ShownExchange | undefined;
}

/** Answers that come, and come in a form that cannot be read, are told of; those that got lost on the way are not. */
const TELLING_TROUBLE: readonly Trouble['kind'][] = ['malformed', 'truncated'];

const OF_THE_MOMENT: readonly number[] = [429, 502, 503, 504];

/** What one answer says, to a lookup or a modify. */
export function toldBy(exchange: Exchange): Told {
  const { response, trouble } = exchange;
  const shown = showExchange(exchange);
  const told = { shown, instruments: null, isSuccess: false, unknown: null };
  if (response === undefined) {
    const { kind, because } = trouble ?? { kind: 'stopped', because: 'no answer came' };
    const unknown = TELLING_TROUBLE.includes(kind) ? null : because;
    return { ...told, facets: new Map([['status', `no whole answer (${kind})`]]), unknown };
  }
  if (OF_THE_MOMENT.includes(response.status))
    return { ...told, facets: new Map(), unknown: `it was answered with status ${response.status}` };
  const page = exchange.operation === 'listOrderableStocks' ? readPage(exchange) : '';
  const facets = new Map([['status', String(response.status)]]);
  if (response.status < 300) {
    const { status, code } = envelopeOf(exchange) ?? {};
    facets.set('/status', describeValue(status)).set('/code', describeValue(code));
    if (exchange.operation === 'modifyOrder') facets.set('/data/success', describeValue(dataOf(exchange)?.['success']));
  }
  const isDone = response.status < 300 && dataOf(exchange)?.['success'] === true;
  return {
    ...{ ...told, facets },
    instruments: typeof page === 'string' ? null : new Set(page.stockCds),
    isSuccess: exchange.operation === 'modifyOrder' ? isDone : typeof page !== 'string',
  };
}

/** What walks say together: whether they came to their ends, and the instruments of each. */
export function toldByWalks(walks: readonly Walk[]): Told {
  const partial = walks.find((walk) => !isComplete(walk));
  const end = partial?.end;
  const instruments = walks.flatMap((walk, at) =>
    [...walk.instruments.keys()].map((code) => (walks.length > 1 ? `${code} of walk ${at + 1}` : code)),
  );
  return {
    facets: new Map([['of the last page', partial === undefined ? 'hasNext false' : whyIncomplete(partial)]]),
    instruments: partial === undefined ? new Set(instruments) : null,
    isSuccess: partial === undefined,
    unknown: end?.kind === 'broke off' ? end.because : null,
    shown: [...((partial ?? walks.at(-1))?.shown.values() ?? [])].at(-1),
  };
}

/** Requests that mean the same, and what came of each, in the order in which they were sent. */
export interface Compared {
  /** What sets the others apart from the plain ones: completes "answered otherwise …". */
  readonly way: string;
  readonly plain: readonly Told[];
  readonly others: readonly Told[];
}

/**
 * Whether all others differ from all plain ones, which agree among themselves, in the same thing. Few of them may do so by
 * chance: how long a page is one time and another, the document does not say.
 */
export function isOtherwise(compared: Compared): boolean {
  return differenceIn(compared) !== null;
}

/**
 * Judges requests that mean the same. What plain ones differ in among themselves, as where the catalogue changes, says nothing.
 *
 * @returns `unverified` where a plain one did not succeed, or one of them was not answered
 * @clause EQV-001 to EQV-010
 */
export function judgeSameAnswer(compared: Compared): Outcome {
  const { way, plain, others } = compared;
  const unknown = [...plain, ...others].find((told) => told.unknown !== null)?.unknown;
  if (unknown != null) return unverified(unknown);
  const unlike = plain.find(({ isSuccess }) => !isSuccess);
  if (unlike !== undefined) return unverified(`the plain request did not succeed: ${actualOf(unlike)}`);
  const difference = differenceIn(compared);
  const [first, other] = [plain.at(-1), others.at(-1)];
  if (difference === null || first === undefined || other === undefined) return pass;
  return broken({
    cause: `what means the same is answered otherwise ${way}`,
    at: difference === INSTRUMENTS ? 'response /data/details' : `response ${difference}`,
    expected: difference === INSTRUMENTS ? 'the same instruments' : `${first.facets.get(difference)}, as otherwise`,
    actual: difference === INSTRUMENTS ? instrumentsApart(first, other) : (other.facets.get(difference) ?? 'none'),
    ...(other.shown && { shown: other.shown }),
    ...(first.shown && { sibling: first.shown }),
  });
}

const INSTRUMENTS = 'instruments';

function differenceIn({ plain, others }: Compared): string | null {
  const [first] = plain;
  if (first === undefined || others.length === 0) return null;
  for (const facet of [...first.facets.keys(), INSTRUMENTS]) {
    const isStable = plain.every((told) => agree(told, first, facet));
    if (isStable && others.every((other) => plain.every((told) => !agree(told, other, facet)))) return facet;
  }
  return null;
}

function agree(one: Told, other: Told, facet: string): boolean {
  if (facet !== INSTRUMENTS) return one.facets.get(facet) === other.facets.get(facet);
  if (one.instruments === null || other.instruments === null) return true;
  const { instruments } = other;
  return one.instruments.size === instruments.size && [...one.instruments].every((code) => instruments.has(code));
}

function instrumentsApart({ instruments: plain }: Told, { instruments: other }: Told): string {
  const missing = [...(plain ?? [])].filter((code) => other?.has(code) === false);
  const more = [...(other ?? [])].filter((code) => plain?.has(code) === false);
  return `${other?.size ?? 0} instruments${listed('without', missing)}${listed('with', more)}`;
}

function listed(word: string, codes: readonly string[]): string {
  const some = codes.slice(0, 3).map(quoteShort).join(', ');
  return codes.length === 0 ? '' : `, ${word} ${some}${codes.length > 3 ? ` and ${codes.length - 3} more` : ''}`;
}

function actualOf({ facets }: Told): string {
  return [...facets].map(([name, value]) => `${name} ${value}`).join(', ');
}
