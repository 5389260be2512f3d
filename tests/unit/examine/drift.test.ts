import { expect, test } from '@playwright/test';
import { loadCatalogue } from '../../../src/contract/catalogue.js';
import type { Results } from '../../../src/contract/results.js';
import type { Settings } from '../../../src/contract/settings.js';
import type { Answer } from '../../../src/contract/verdict.js';
import { LEGAL_TWINS } from '../../../src/mock/legal/legal-twins.js';
import type { ReferenceOptions } from '../../../src/mock/reference-service.js';
import { certifyReference } from '../../support/certify-reference.js';

// One worker: what a whole run answers is asked once.
test.describe.configure({ mode: 'default' });

type Pins = Readonly<Record<string, Answer>>;

/** The reference service as the legal twin of that name. */
const twin = (name: string): ReferenceOptions => ({ alterations: LEGAL_TWINS.filter((one) => one.name === name) });

const PLAIN: ReferenceOptions = {};
const BY_STATUS = twin('refused-by-status');

const known = new Map<ReferenceOptions, Promise<Pins>>();

/** What a service answers in a whole run. */
function pinsOf(service: ReferenceOptions): Promise<Pins> {
  const pins = known.get(service) ?? certifyReference(service).then(answersOf);
  known.set(service, pins);
  return pins;
}

function answersOf({ questions }: Results): Pins {
  return Object.fromEntries(questions.flatMap(({ id, observed }) => (observed === null ? [] : [[id, observed]])));
}

const ALL = /./;

/** A strict run with another seed, held against these pins. */
function strictRun(
  service: ReferenceOptions,
  pins: Pins,
  chosen: RegExp,
  changes: Partial<Settings>,
): Promise<Results> {
  const ids = loadCatalogue().flatMap(({ id, role }) => (role !== 'client' && chosen.test(id) ? [id] : []));
  const clauses = chosen === ALL ? undefined : ids;
  return certifyReference(
    service,
    { strict: true, seed: 7, ...changes, profile: { ...changes.profile, pins } },
    clauses,
  );
}

const driftIn = ({ questions }: Results): string[] => questions.flatMap(({ id, drift }) => (drift ? [id] : []));

const REFUSED = { token: 'e30.e30.c2lnbmF0dXJl' };
const LOOKUPS = /^(LKP|PAG)-|^OPN-0(17|18|19|2[02348]|3[2456789]|4[01456])$/;

const inPart: readonly (readonly [string, ReferenceOptions, RegExp, Partial<Settings>, Results['verdict']])[] = [
  ['without orders', PLAIN, ALL, { orders: null }, 'incomplete'],
  ['that is read-only', PLAIN, ALL, { readOnly: true }, 'incomplete'],
  ['that does not claim modify order', PLAIN, ALL, { profile: { claims: ['listOrderableStocks'] } }, 'conformant'],
  ['of open questions alone', PLAIN, /^OPN-/, {}, 'conformant'],
  ['of one question that all answers settle', PLAIN, /^OPN-037$/, {}, 'conformant'],
  ['of lookups alone', PLAIN, LOOKUPS, {}, 'conformant'],
  ['whose token is refused', PLAIN, ALL, REFUSED, 'incomplete'],
  ['whose token is refused with another status', BY_STATUS, ALL, REFUSED, 'incomplete'],
  ['whose token is no JWT', BY_STATUS, ALL, { token: 'opaque' }, 'incomplete'],
  ['whose signing key is wrong', PLAIN, ALL, { signingKey: 'wrong' }, 'incomplete'],
  ['whose signing key is refused with another status', BY_STATUS, ALL, { signingKey: 'wrong' }, 'incomplete'],
  ['of some questions whose token is refused', BY_STATUS, /^OPN-0(24|28|36|44)$/, REFUSED, 'incomplete'],
];

for (const [name, service, chosen, changes, verdict] of inPart) {
  test(`a run ${name} calls no answer changed`, async () => {
    test.slow();
    const results = await strictRun(service, await pinsOf(service), chosen, changes);
    expect(driftIn(results)).toEqual([]);
    expect(results.verdict).toBe(verdict);
  });
}

const changed: readonly (readonly [string, ReferenceOptions, RegExp, Partial<Settings>, readonly string[]])[] = [
  ['pages of another size, read-only', { pageSize: 7 }, ALL, { readOnly: true }, ['OPN-039']],
  ['all on one page, of that question', { pageSize: 500 }, /^OPN-039$/, {}, ['OPN-039']],
  ['members beyond the document, without orders', twin('more-members'), ALL, { orders: null }, ['OPN-045']],
  ['other statuses of refusals, read-only', BY_STATUS, ALL, { readOnly: true }, ['OPN-032', 'OPN-037']],
  ['other statuses of refusals, with a wrong key', BY_STATUS, ALL, { signingKey: 'wrong' }, ['OPN-032', 'OPN-037']],
  ['another case of signatures, of that question', twin('small-hexadecimal'), /^OPN-030$/, {}, ['OPN-030']],
];

for (const [name, service, chosen, changes, expected] of changed) {
  test(`a run in part tells what changed: ${name}`, async () => {
    test.slow();
    const results = await strictRun(service, await pinsOf(PLAIN), chosen, changes);
    expect(driftIn(results)).toEqual(expect.arrayContaining([...expected]));
    expect(results.verdict).toBe('non-conformant');
  });
}

test('what is gone is a change where all was asked that could show it', async () => {
  test.slow();
  const pins = { ...(await pinsOf(PLAIN)), 'OPN-036': ['1', '40001'], 'OPN-040': ['an empty string', 'null'] };
  expect(driftIn(await strictRun(PLAIN, pins, ALL, {}))).toEqual(['OPN-036', 'OPN-040']);
});
