import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import type { ClauseResult } from '../../../../src/contract/results.js';
import { countVerdicts } from '../../../../src/contract/run-verdict.js';
import { withDigest } from '../../../../src/contract/results-digest.js';
import { parsePrivateKey, parsePublicKey, spkiOf } from '../../../../src/report/certificate/certificate-key.js';
import {
  addSignature,
  parseEnvelope,
  renderEnvelope,
  type Envelope,
} from '../../../../src/report/certificate/envelope.js';
import { certifyService } from '../../../../src/examine/certify-service.js';
import { startReferenceService, type ReferenceOptions } from '../../../../src/mock/reference-service.js';
import { writeRun } from '../../../../src/report/write-run.js';
import { settingsFor, withFolder } from '../../../support/certify-reference.js';
import {
  exchangesIn,
  forge,
  OPERATOR,
  PARTNER,
  problemsOf,
  resultsIn,
  rewrite,
  test,
  verified,
  without,
} from './certified-run.js';

const DAY_MS = 24 * 60 * 60 * 1000;
const operator = { key: parsePublicKey(OPERATOR.publicKey, 'test'), where: 'operator.pub' };
const partner = { key: parsePublicKey(PARTNER.publicKey, 'test'), where: 'partner.pub' };
const unsigned = { keys: [], allowUnsigned: true };

async function envelopeIn(dir: string): Promise<Envelope> {
  return parseEnvelope(await readFile(join(dir, 'certificate.json'), 'utf8')) as Envelope;
}

test('a certified run is valid, broken or not, and says what was made again', async ({ right, broken }) => {
  const verification = await verified(right);
  expect(problemsOf(verification)).toBe('');
  expect(verification).toMatchObject({ isValid: true, isSigned: true, signatures: [{ state: 'valid' }] });
  expect(verification.claim).toMatchObject({ verdict: 'conformant', isSameSuite: true });
  expect(verification.rederived.derived.join('\n')).toMatch(/\d+ exchanges counted[^]*5 clauses of every answer/);

  const other = await verified(broken);
  expect(problemsOf(other)).toBe('');
  expect(other.claim).toMatchObject({ verdict: 'non-conformant', result: 'FAILED' });
  expect(other.rederived.derived.join('\n')).toContain('exchange that findings show, as recorded');
});

test('a run of some clauses is no PASSED', async ({ right }) => {
  const { claim } = await verified(right);
  expect(claim?.result).toBe('WARNED');
  expect(claim?.limits).toEqual([
    expect.stringMatching(/^Only 8 of \d+ clauses were selected: /),
    expect.stringMatching(/^Smoke depth/),
    expect.stringMatching(/^The instruments are, to the last digit, those of the reference service/),
  ]);
  const { clauses } = await resultsIn(right);
  const left = clauses.filter(({ reason }) => reason === 'not selected in this run').map(({ id }) => id);
  expect(left.length).toBeGreaterThan(200);
  expect(claim?.notPlanned).toEqual(left);
});

test.describe('signatures', () => {
  test('a certificate without one is valid only where that is allowed', async ({ right }) => {
    await writeRun(right, await resultsIn(right));
    expect(problemsOf(await verified(right, { keys: [] }))).toBe(
      'signatures: The certificate is not signed: nobody vouches for it.\n',
    );
    expect(problemsOf(await verified(right))).toMatch(
      /^signatures: There is no valid signature of [0-9a-f]{64} \(partner.pub\)/,
    );
    expect(await verified(right, unsigned)).toMatchObject({ isValid: true, isSigned: false });
  });

  test('one that nobody checked is none', async ({ right }) => {
    expect(problemsOf(await verified(right, { keys: [] }))).toMatch(
      /has 1 signature, but no key was given to check it/,
    );
    const { isValid, signatures } = await verified(right, unsigned);
    expect(isValid).toBe(true);
    expect(signatures).toMatchObject([{ state: 'intact' }]);
  });

  test('each key that is given must have signed', async ({ right }) => {
    const keys = [partner, operator];
    expect(problemsOf(await verified(right, { keys }))).toMatch(/no valid signature of [0-9a-f]{64} \(operator.pub\)/);
    const signed = addSignature(await envelopeIn(right), parsePrivateKey(OPERATOR.privateKey, 'test'));
    await writeFile(join(right, 'certificate.json'), renderEnvelope(signed));
    expect(await verified(right, { keys })).toMatchObject({
      isValid: true,
      signatures: [{ state: 'valid' }, { state: 'valid' }],
    });
    expect(await verified(right)).toMatchObject({
      isValid: true,
      signatures: [{ state: 'valid' }, { state: 'intact' }],
    });
  });

  test('a key id is only a hint, and a wrong one is told', async ({ right }) => {
    const envelope = await envelopeIn(right);
    const renamed = envelope.signatures.map((one) => ({ ...one, keyId: 'f'.repeat(64) }));
    await writeFile(join(right, 'certificate.json'), renderEnvelope({ ...envelope, signatures: renamed }));
    const verification = await verified(right);
    expect(verification.signatures).toMatchObject([{ state: 'valid' }]);
    expect(problemsOf(verification)).toMatch(/^signatures: A signature of [0-9a-f]{64} names the key f{64}\.\n$/);
  });

  test('one that comes without its key, as other tools write them, is checked by a key that is given', async ({
    right,
  }) => {
    const envelope = await envelopeIn(right);
    const bare = envelope.signatures.map((one) => ({ ...one, publicKey: null }));
    await writeFile(join(right, 'certificate.json'), renderEnvelope({ ...envelope, signatures: bare }));
    expect(await verified(right)).toMatchObject({ isValid: true, signatures: [{ state: 'valid' }] });
    const unchecked = await verified(right, unsigned);
    expect(unchecked).toMatchObject({ isValid: false, signatures: [{ state: 'unchecked' }] });
    expect(problemsOf(unchecked)).toMatch(
      /comes without its public key, .* whether it was changed cannot be told\.\n$/,
    );
  });

  test('the key that a signature brings along says nothing of whose it is', async ({ right }) => {
    const envelope = await envelopeIn(right);
    const forged = addSignature({ ...envelope, signatures: [] }, parsePrivateKey(OPERATOR.privateKey, 'test'));
    await writeFile(join(right, 'certificate.json'), renderEnvelope(forged));
    const verification = await verified(right);
    expect(verification).toMatchObject({ isValid: false, signatures: [{ state: 'intact' }] });
    expect(problemsOf(verification)).toMatch(
      /^signatures: There is no valid signature of [0-9a-f]{64} \(partner\.pub\)/,
    );
  });

  test('the key of another beside a signature is told, whoever checks', async ({ right }) => {
    const envelope = await envelopeIn(right);
    const foreign = envelope.signatures.map((one) => ({ ...one, publicKey: spkiOf(operator.key) }));
    await writeFile(join(right, 'certificate.json'), renderEnvelope({ ...envelope, signatures: foreign }));
    expect(problemsOf(await verified(right))).toMatch(/^signatures: The public key beside the signature of .* another/);
    expect(problemsOf(await verified(right, unsigned))).toMatch(
      /^signatures: The signature of [0-9a-f]{64} does not hold/,
    );
  });

  test('the type of the payload is signed with it', async ({ right }) => {
    const envelope = await envelopeIn(right);
    await writeFile(join(right, 'certificate.json'), renderEnvelope({ ...envelope, payloadType: 'application/json' }));
    expect(problemsOf(await verified(right))).toMatch(/is of the type application\/json[^]*does not hold/);
  });
});

test('a certificate runs out, and is none of the future', async ({ right }) => {
  const { finishedAt } = await resultsIn(right);
  const end = Date.parse(finishedAt);
  expect((await verified(right, { now: end + 90 * DAY_MS })).isValid).toBe(true);
  expect(problemsOf(await verified(right, { now: end + 90 * DAY_MS + 1 }))).toMatch(
    /^expiry: The certificate ran out on /,
  );
  const expired = { now: end + 91 * DAY_MS };
  expect(await verified(right, expired)).toMatchObject({ isValid: false, isExpired: true });
  expect(problemsOf(await verified(right, { now: end - 1 }))).toMatch(/^validity: The run ended after that moment/);
  await rewrite(right, 'summary.md', (text) => `${text} `);
  expect(await verified(right, expired)).toMatchObject({ isValid: false, isExpired: false });
});

test('a certificate does not outlive a waiver that it rests on', async ({ broken }) => {
  const waiver = { reason: 'known', expires: '2099-01-01' };
  const waive = (clause: ClauseResult): ClauseResult => (clause.verdict === 'fail' ? { ...clause, waiver } : clause);
  const results = await resultsIn(broken);
  const clauses = results.clauses.map(waive);
  const waivers = clauses.flatMap(({ id, waiver: own }) => (own ? [{ clause: id, ...own }] : []));
  const profile = { name: 'some', sha256: '0'.repeat(64), declares: { waivers, unsaid: [] } };
  await writeRun(broken, withDigest({ ...results, profile, clauses, verdict: 'conformant' }), {
    key: null,
    days: 36_500,
  });
  const { claim, ...rest } = await verified(broken, unsigned);
  expect(problemsOf({ claim, ...rest })).toBe('');
  expect(claim).toMatchObject({ until: '2099-01-02T00:00:00.000Z', result: 'WARNED' });
  expect(claim?.limits).toContainEqual(
    expect.stringMatching(/^\d+ clauses? that do(es)? not hold or could not be verified (is|are) waived\.$/),
  );
});

test.describe('what a forger without a key writes is found by the rest', () => {
  const forged = async (dir: string): Promise<string> => problemsOf(await verified(dir, unsigned));

  test('another verdict', async ({ broken }) => {
    await forge(broken, () => ({ verdict: 'conformant' }));
    expect(await forged(broken)).toBe('verdict: The verdict is conformant, but the clauses come to non-conformant.\n');
  });

  test('another digest, and results of a run that had not ended', async ({ right }) => {
    const results = await resultsIn(right);
    await writeRun(right, { ...results, digest: 'a'.repeat(64), unfinished: true });
    expect(await forged(right)).toBe(
      'verdict: The digest of the results is not that of what they say.\nverdict: The results were written while the run went on.\n',
    );
  });

  test('a clause that was planned and left out', async ({ right }) => {
    await forge(right, ({ plan }) => ({ ...(plan && { plan: { ...plan, clauses: [...plan.clauses, 'INS-001'] } }) }));
    expect(await forged(right)).toBe(
      'completeness: The clause INS-001 was planned, but the results do not have it among those selected.\n',
    );
    await forge(right, ({ plan }) => ({ ...(plan && { plan: { ...plan, clauses: plan.clauses.slice(2) } }) }));
    expect(await forged(right)).toContain('completeness: The clause ENV-001 was not planned, but the results have it');
  });

  test('a clause that was tested and is said not to have been selected', async ({ right }) => {
    const reason = 'not selected in this run';
    await forge(right, ({ plan, clauses }) => {
      const others = clauses.map((one) =>
        one.id === 'LKP-002'
          ? { ...without(one, 'shownBy'), verdict: 'inapplicable', reason, cases: 0, requests: 0 }
          : one,
      ) as ClauseResult[];
      const planned = plan?.clauses.filter((id) => id !== 'LKP-002') ?? [];
      return { clauses: others, counts: countVerdicts(others), ...(plan && { plan: { ...plan, clauses: planned } }) };
    });
    expect(await forged(right)).toMatch(
      /^evidence: The clause LKP-002 was not selected, but exchange \d+ is an invalid request on its behalf\.\n$/,
    );
  });

  test('another count', async ({ right }) => {
    await forge(right, ({ counts }) => ({ counts: { ...counts, warn: 2 } }));
    expect(await forged(right)).toBe('verdict: The results count 2 clauses warned, but have 0.\n');
  });

  test('a broken clause that is said to hold', async ({ broken }) => {
    await forge(broken, ({ clauses, counts }) => ({
      clauses: clauses.map((one) => (one.verdict === 'fail' ? { ...one, verdict: 'pass', findings: [] } : one)),
      counts: { ...counts, pass: counts.pass + counts.fail, fail: 0 },
      verdict: 'conformant',
    }));
    expect(await forged(broken)).toMatch(
      /^verdict: The clause INS-006 counts \d+ broken cases without a finding\.\nevidence: The clause INS-006 comes to pass, but exchange \d+ breaks it\.\n$/,
    );
  });

  test('a clause that holds and is said to be broken', async ({ broken }) => {
    await rewrite(broken, 'exchanges.jsonl', (text) =>
      text.replaceAll(/\\"pointUnit\\":\\"([\d.]+)\\"/g, '\\"pointUnit\\":$1'),
    );
    await forge(broken, () => ({}));
    expect(await forged(broken)).toMatch(
      /evidence: The clause INS-006 comes to fail, but no recorded answer breaks it\./,
    );
  });

  test('a clause that was judged less often', async ({ right }) => {
    await forge(right, ({ clauses }) => ({
      clauses: clauses.map((one) => (one.id === 'ENV-001' ? { ...one, cases: one.cases + 1 } : one)),
    }));
    expect(await forged(right)).toMatch(
      /^evidence: The clause ENV-001 was judged in \d+ cases, the recorded answers have \d+\.\n$/,
    );
  });

  test('a clause left out, doubled, made up, or with another sentence', async ({ right }) => {
    const { clauses } = await resultsIn(right);
    const [first, second, ...rest] = clauses as [ClauseResult, ClauseResult, ...ClauseResult[]];
    await forge(right, () => ({
      clauses: [first, first, { ...second, sentence: 'Anything goes.' }, ...rest.slice(1)],
    }));
    const said = await forged(right);
    expect(said).toContain(`completeness: The clause ${first.id} is in the results twice.`);
    expect(said).toContain(`completeness: The clause ${second.id} is not as the catalogue has it.`);
    expect(said).toContain(`completeness: The clause ${rest[0]?.id ?? ''} of the catalogue is not in the results.`);
    await forge(right, () => ({ clauses: [...clauses, { ...first, id: 'XXX-999' }] }));
    expect(await forged(right)).toContain('completeness: The clause XXX-999 is in no catalogue.');
  });

  test('a finding without its verdict, and a verdict without its finding', async ({ broken }) => {
    await forge(broken, ({ clauses }) => ({
      clauses: clauses.map((one) => (one.verdict === 'fail' ? { ...one, verdict: 'pass' } : one)),
    }));
    expect(await forged(broken)).toContain(
      'verdict: The clause INS-006 has findings and is required: it cannot come to pass.',
    );
    await forge(broken, ({ clauses }) => ({
      clauses: clauses.map((one) => (one.id === 'INS-006' ? { ...one, verdict: 'fail', findings: [] } : one)),
    }));
    expect(await forged(broken)).toContain('verdict: The clause INS-006 comes to fail without a finding.');
  });

  test('a kind that no profile changed', async ({ broken }) => {
    await forge(broken, ({ clauses }) => ({
      clauses: clauses.map((one) => (one.id === 'INS-006' ? { ...one, kind: 'expected', verdict: 'warn' } : one)),
    }));
    expect(await forged(broken)).toContain(
      'completeness: The clause INS-006 counts as expected, is required in the catalogue, and there is no profile that says so.',
    );
  });

  test('another contract', async ({ right }) => {
    await forge(right, ({ contract }) => ({ contract: { ...contract, sha256: 'a'.repeat(64) } }));
    expect(await forged(right)).toMatch(
      /^completeness: The run was held against another contract .+ verify it with tradecert 0\.1\.0/,
    );
  });

  test('a finding that shows what was not recorded', async ({ broken }) => {
    await forge(broken, ({ clauses }) => ({
      clauses: clauses.map((one) => ({
        ...one,
        findings: one.findings.map((finding) => ({
          ...finding,
          ...(finding.shown && { shown: { ...finding.shown, status: 201 } }),
        })),
      })),
    }));
    expect(await forged(broken)).toMatch(
      /^evidence: A finding of INS-006 shows exchange \d+ otherwise than it was recorded\.\n/,
    );
  });

  test('exchanges left out, doubled, or added', async ({ right }) => {
    const lines = (await readFile(join(right, 'exchanges.jsonl'), 'utf8')).split('\n');
    const write = async (text: readonly string[]): Promise<string> => {
      await writeFile(join(right, 'exchanges.jsonl'), text.join('\n'));
      await forge(right, () => ({}));
      return forged(right);
    };
    expect(await write(lines.slice(1))).toMatch(/evidence: The results count \d+ requests, but \d+ were recorded\./);
    expect(await write([lines[1] ?? '', ...lines.slice(1)])).toMatch(/was recorded twice\.\n[^]*was not recorded\./);
    expect(await write(['{"number":1}', ...lines.slice(1)])).toContain(
      'Line 1 of exchanges.jsonl cannot be used: it is no exchange.',
    );
    expect(await write(['{', ...lines.slice(1)])).toContain(
      'Line 1 of exchanges.jsonl cannot be used: it is no valid JSON',
    );
  });

  test('no evidence at all', async ({ right }) => {
    await rm(join(right, 'exchanges.jsonl'));
    await forge(right, () => ({}));
    expect(await forged(right)).toBe(
      'evidence: There is no exchanges.jsonl: nothing of the verdict can be judged again.\n',
    );
  });
});

test('a run of one of the clauses that share walks holds: what breaks the others is sent as well', async () => {
  const service = await startReferenceService();
  try {
    await withFolder(async (folder) => {
      const settings = settingsFor(service, folder);
      await writeRun(folder, await certifyService({ settings, toolVersion: '0.1.0', clauses: ['MOD-041'] }));
      expect((await exchangesIn(folder)).some(({ clause, expects }) => clause === 'MOD-043' && expects)).toBe(true);
      expect(problemsOf(await verified(folder, unsigned))).toBe('');
    });
  } finally {
    await service.close();
  }
});

test('a run of the embedded service shows as one, also where it does not say so, and another service does not', async () => {
  await withFolder(async (folder) => {
    const told = async (name: string, reference: ReferenceOptions, isSaid: boolean): Promise<string> => {
      const service = await startReferenceService(reference);
      const dir = join(folder, name);
      try {
        const settings = settingsFor(service, dir, { embedded: true });
        const results = await certifyService({ settings, toolVersion: '0.1.0', clauses: ['LKP-001'] });
        const { embedded, ...plan } = results.plan ?? { clauses: [], orders: 'none' };
        expect(embedded).toBe(true);
        await writeRun(dir, isSaid ? results : withDigest({ ...results, plan }));
        const verification = await verified(dir, unsigned);
        expect(problemsOf(verification)).toBe('');
        return verification.claim?.limits.join('\n') ?? '';
      } finally {
        await service.close();
      }
    };
    expect(await told('said', {}, true)).toMatch(/reference service/);
    expect(await told('said-once', {}, true)).not.toContain('to the last digit');
    expect(await told('unsaid', {}, false)).toContain('to the last digit, those of the reference service');
    expect(await told('other', { seed: 5 }, false)).not.toContain('reference service');
  });
});
