import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { parseProfile } from '../../../src/cli/read-profile.js';
import { explain, lines, resolveIn } from './resolve-in.js';
import { test } from './temporary-folder.js';

test.describe('what profiles are refused, and how', () => {
  const DO = 'mend it; specs/profiles/example.yaml shows every member';
  const refused: readonly (readonly [fact: string, yaml: string, what: string, where: string, remedy: string])[] = [
    [
      'an unknown member',
      'name: a\nelsewhere: 4\n',
      'The profile has a slip: elsewhere should be absent.',
      'p.yaml, line 2',
      DO,
    ],
    [
      'a slip in a member',
      'baseURL: http://127.0.0.1:1/v1\n',
      'The profile has a slip: baseURL should be absent.',
      'p.yaml, line 1',
      'did you mean baseUrl?',
    ],
    [
      'a slip in a member, deep down',
      'limits:\n  maxPage: 4\n',
      'The profile has a slip: limits.maxPage should be absent.',
      'p.yaml, line 2',
      'did you mean maxPages?',
    ],
    ...(
      [
        ['{method}{path}', 'is not YAML: Unexpected flow-map-start at node end.', ', column 28'],
        ['{timestamp}|{body}', 'is not YAML: Unexpected block-scalar-header at node end.', ', column 31'],
        ['{timestamp}', 'has a slip: signatureTemplate should be a string.', ''],
      ] as const
    ).map(
      ([template, what, column]) =>
        [
          `a template without quotes, ${template}`,
          `signatureTemplate: ${template}\n`,
          `The profile ${what}`,
          `p.yaml, line 1${column}`,
          'put the template in single quotes: without them, { begins a map of YAML',
        ] as const,
    ),
    ...['token', 'signingKey', 'certificateKey', 'clientSecret'].map(
      (name) =>
        [
          `a secret, ${name}`,
          `${name}: CANARY\n`,
          `The profile has a slip: ${name} should be absent.`,
          'p.yaml, line 1',
          'secrets go into .env or the environment, never into a profile: take it out, and see that it was not committed',
        ] as const,
    ),
    [
      'a wrong type, deep down',
      'name: a\nlimits:\n  maxPages: many\n',
      'The profile has a slip: limits.maxPages should be an integer.',
      'p.yaml, line 3',
      DO,
    ],
    ['a list', '- a\n', 'The profile has a slip: the whole should be an object.', 'p.yaml, line 1', DO],
    [
      'a waiver that ran out yesterday',
      'waivers:\n  - { clause: SIG-001, reason: later, expires: "2026-11-19" }\n',
      'The waiver of SIG-001 ran out on 2026-11-19.',
      'p.yaml, waivers',
      'remove it, or decide anew until when the deviation is accepted',
    ],
    [
      'a waiver of an unknown clause',
      'waivers:\n  - { clause: SGI-001, reason: later, expires: "2026-12-19" }\n',
      'No clause is called SGI-001.',
      'p.yaml, waivers',
      'did you mean SIG-001',
    ],
    ...(
      [
        ['waivers:\n  - { clause: mod-11, reason: later, expires: "2026-12-19" }\n', 'waivers.0.clause', 'MOD-011'],
        ['kinds:\n  Mod011: observe\n', 'kinds.Mod011', 'MOD-011'],
        ['operations:\n  - { clause: ops_9, path: /x }\n', 'operations.0.clause', 'OPS-009'],
      ] as const
    ).map(
      ([yaml, member, meant]) =>
        [
          `the id of a clause in another spelling, ${member}`,
          yaml,
          `The profile has a slip: ${member} should be the id of a clause, such as MOD-011.`,
          'p.yaml, line 2',
          `did you mean ${meant}?`,
        ] as const,
    ),
    [
      'what is no id of a clause',
      'waivers:\n  - { clause: paging, reason: later, expires: "2026-12-19" }\n',
      'The profile has a slip: waivers.0.clause should be the id of a clause, such as MOD-011.',
      'p.yaml, line 2',
      'a report has it before each clause, and docs/clauses.md lists them all',
    ],
    [
      'a pattern in place of the id of a clause',
      'kinds: { SIG-00*: observe }\n',
      'The profile has a slip: kinds.SIG-00* should be the id of a clause, such as MOD-011.',
      'p.yaml, line 1',
      'name each clause by its id: patterns such as SIG-* are for --only',
    ],
    [
      'no operation at all',
      'name: a\nclaims: []\n',
      'The profile claims no operation.',
      'p.yaml, line 2',
      'name modifyOrder, listOrderableStocks or both, or leave claims out: then both are claimed',
    ],
    [
      'a pin of an unknown clause',
      'pins: { ENF-001: 1 }\n',
      'No clause is called ENF-001.',
      'p.yaml, pins',
      'did you mean ENV-001',
    ],
    [
      'a pin of what is no question',
      'pins: { MOD-001: accepted }\n',
      'MOD-001 is no open question, so there is no answer to pin.',
      'p.yaml, pins',
      'pin clauses OPN-* only; kinds and waivers are for the others',
    ],
    [
      'a path for what is no other operation',
      'operations: [{ clause: PAG-001, path: /x }]\n',
      'PAG-001 is none of the other operations, so it cannot be bound to a path.',
      'p.yaml, operations',
      'bind clauses OPS-* only',
    ],
    [
      'a kind of an unknown clause',
      'kinds: { ENF-001: observe }\n',
      'No clause is called ENF-001.',
      'p.yaml, kinds',
      'did you mean ENV-001',
    ],
  ];
  for (const [fact, yaml, what, where, remedy] of refused) {
    test(fact, async ({ folder }) => {
      await writeFile(join(folder, 'p.yaml'), yaml);
      const text = await explain(folder, { flags: { profile: 'p.yaml' } });
      expect(text.startsWith(lines(what, where, remedy).trimEnd())).toBe(true);
    });
  }

  test('what is not YAML, with line and column', async ({ folder }) => {
    await writeFile(join(folder, 'p.yaml'), 'name: a\npins: [\n');
    const text = await explain(folder, { flags: { profile: 'p.yaml' } });
    expect(text).toMatch(
      /^The profile is not YAML: .+\.\n {2}where {2}p\.yaml, line \d, column \d+\n {2}do {5}mend that line\n$/,
    );
  });

  test('a waiver holds on its last day', async ({ folder }) => {
    await writeFile(
      join(folder, 'p.yaml'),
      'waivers:\n  - { clause: SIG-001, reason: later, expires: "2026-11-20" }\n',
    );
    const { settings } = await resolveIn(folder, { flags: { profile: 'p.yaml' } });
    expect(settings.profileFile?.path).toBe('p.yaml');
    expect(settings.profileFile?.sha256).toMatch(/^[0-9a-f]{64}$/);
  });
});

test('a list as a key is refused without a word of Node', async () => {
  const warned: string[] = [];
  const hear = ({ message }: Error): void => void warned.push(message);
  process.on('warning', hear);
  try {
    expect(() => parseProfile('? [a]\n: 1\n', 'p.yaml')).toThrow('The profile has a slip');
    await new Promise((resolve) => setImmediate(resolve));
    expect(warned).toEqual([]);
  } finally {
    process.off('warning', hear);
  }
});

test('a profile in UTF-16 is told as such', async ({ folder }) => {
  await writeFile(join(folder, 'p.yaml'), Buffer.from('\uFEFFname: a\n', 'utf16le'));
  expect(await explain(folder, { flags: { profile: 'p.yaml' } })).toBe(
    lines(
      'The profile is not in UTF-8: it holds zero bytes, as UTF-16 does.',
      'p.yaml',
      'save it as UTF-8; PowerShell writes UTF-8 with Set-Content -Encoding utf8',
    ),
  );
});
