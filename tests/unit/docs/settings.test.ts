import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { parse } from 'yaml';
import { checkProfileClauses } from '../../../src/cli/clause-choice.js';
import { parseProfile } from '../../../src/cli/read-profile.js';
import { KNOWN_VARIABLES, SETTING_FLAGS, SETTING_NAMES, type SettingName } from '../../../src/cli/setting-names.js';
import { USAGES } from '../../../src/cli/usage.js';
import { readOrder, misfit } from '../../../src/client/order-check.js';
import { openOrderSupply } from '../../../src/client/order-supply.js';
import { loadCatalogue } from '../../../src/contract/catalogue.js';
import type { OrderRequest } from '../../../src/contract/order.js';
import { packageRoot } from '../../../src/contract/package-root.js';
import { loadSchema, validatorFor } from '../../../src/contract/schemas.js';
import type { OrderSource } from '../../../src/contract/settings.js';
import { decodeKey } from '../../../src/wire/decode-key.js';
import { parseTemplate, PRESETS } from '../../../src/wire/signature-template.js';
import { preimage, sign } from '../../../src/wire/signing.js';

const read = (path: string): string => readFileSync(join(packageRoot, path), 'utf8');
const page = read('docs/settings.md');

/** The fenced block that goes by a name, without the line break at its end. */
function block(name: string): string {
  const found = [...page.matchAll(/^```\w+ (\S+)\n([\s\S]*?)\n```$/gm)].filter(([, title]) => title === name);
  expect(found, `blocks called ${name}`).toHaveLength(1);
  return found[0]?.[2] ?? '';
}

/** Names in backquotes in the first column of the tables of a section. */
function firstColumn(heading: string): string[] {
  const start = page.indexOf(`\n${heading}\n`);
  expect(start, heading).toBeGreaterThan(0);
  const section = page.slice(start + heading.length + 2).split(/\n#+ /)[0] ?? '';
  return [...section.matchAll(/^\| ([^|]*)\|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name),
  );
}

test.describe('variables and flags', () => {
  test('every variable that is known is described, and no other', () => {
    const named = (text: string): string[] => [
      ...new Set([...text.matchAll(/TRADECERT_[A-Z]+(?:_[A-Z]+)*/g)].map(([name]) => name)),
    ];
    expect(named(page).sort()).toEqual([...KNOWN_VARIABLES].sort());
  });

  test('the table of variables has all that can be set, with flag and member', () => {
    const rows = page.split('\n').filter((line) => line.startsWith('| `TRADECERT_'));
    const described = rows.map((row) => {
      const [variable, flag, member] = row
        .split('|')
        .slice(1, 4)
        .map((cell) => cell.replaceAll('`', '').trim());
      return { variable, flag, member };
    });
    const expected = Object.values<SettingName>(SETTING_NAMES).map(({ variable, flag, profile }) => ({
      variable,
      flag: flag === undefined ? '' : `--${flag}`,
      member: profile ?? '',
    }));
    const named = (rows: readonly { variable?: string | undefined }[]): unknown =>
      Object.fromEntries(rows.map((row) => [row.variable, row]));
    expect(named(described)).toEqual(named(expected));
    expect(described).toHaveLength(expected.length);
    const { properties } = loadSchema('settings') as { properties: Record<string, unknown> };
    expect(described.map(({ variable }) => variable).sort()).toEqual(Object.keys(properties).sort());
  });

  const flagsIn = (text: string): string[] => [
    ...new Set([...text.matchAll(/(?<![\w-])--[a-z][a-z-]*/g)].map(([flag]) => flag)),
  ];

  for (const [name, { text }] of Object.entries(USAGES)) {
    test(`the section of tradecert ${name} has the flags of its help, and no other`, () => {
      const [, section = ''] = page.split(`\n### \`tradecert ${name}\`\n`);
      const own = flagsIn(section.split(/\n#+ /)[0] ?? '');
      const ofSettings = ['run', 'doctor'].includes(name) ? Object.keys(SETTING_FLAGS).map((flag) => `--${flag}`) : [];
      expect(flagsIn(text).filter((flag) => !own.includes(flag) && !ofSettings.includes(flag))).toEqual([]);
      const ofPlaywright = ['--grep'];
      expect(own.filter((flag) => ![...flagsIn(text), ...ofPlaywright].includes(flag))).toEqual([]);
    });
  }

  test('every flag of a command is described, and no other', () => {
    const known = Object.values(USAGES).flatMap(({ text }) => flagsIn(text));
    expect(known.filter((flag) => !flagsIn(page).includes(flag))).toEqual([]);
    const elsewhere = ['--help', '--grep', '--silent', '--fail', '--data-binary'];
    expect(flagsIn(page).filter((flag) => !known.includes(flag) && !elsewhere.includes(flag))).toEqual([]);
  });
});

test.describe('the signature template', () => {
  const namesIn = (template: string): string[] => {
    try {
      parseTemplate(template);
    } catch (error) {
      return /the \w+ are (.*)\.$/.exec((error as Error).message)?.[1]?.split(' ') ?? [];
    }
    return [];
  };
  const described = firstColumn('## Signature template');

  test('all sources and transforms are described, and no other', () => {
    const sources = namesIn('{nothing}');
    const transforms = namesIn('{body|nothing}');
    expect(sources).toContain('body');
    expect(transforms).toContain('sha512');
    expect([...described].sort()).toEqual([...sources, ...transforms].sort());
  });

  test('all presets are listed as they are', () => {
    const listed = block('presets')
      .split('\n')
      .map((line) => line.split(/ +/));
    expect(Object.fromEntries(listed)).toEqual(PRESETS);
  });

  test('the example is what the code computes', () => {
    const template = parseTemplate(block('template'));
    const input = {
      timestamp: '1767603600',
      method: 'POST',
      target: '/public/v1/orders/modify',
      origin: 'https://staging.example',
      body: Buffer.from(block('signed-body')),
      token: 'not covered',
    };
    for (const told of ['`https://staging.example/public/v1`', '`throw-away-key`', '`1767603600`']) {
      expect(page).toContain(told);
    }
    expect(preimage(template, input).toString()).toBe(block('signed-text'));
    expect(sign(template, decodeKey('throw-away-key', 'utf8'), input)).toBe(block('signature'));
    expect(page).toContain(`printf '${block('signed-text').replaceAll('\n', String.raw`\n`)}'`);
  });
});

test.describe('order sources', () => {
  const plain: OrderRequest = {
    orderTypeCd: 'LIMIT',
    sideCd: 'BUY',
    state: 'unfilled',
    takeProfit: false,
    stopLoss: false,
    trailing: false,
  };
  const absent: OrderRequest = { ...plain, orderTypeCd: 'LIMIT_STOP' };

  async function supplied(source: OrderSource, requests: readonly OrderRequest[]): Promise<(string | undefined)[]> {
    const supply = openOrderSupply(source);
    try {
      const numbers: (string | undefined)[] = [];
      for (const request of requests) {
        const answer = await supply.fetch(request);
        numbers.push('order' in answer ? answer.order.orderNo : answer.passing === true ? answer.none : undefined);
      }
      return numbers;
    } finally {
      await supply.close();
    }
  }

  async function inFolder<T>(name: string, task: (path: string) => Promise<T>): Promise<T> {
    const folder = mkdtempSync(join(tmpdir(), 'tradecert-docs-'));
    try {
      writeFileSync(join(folder, name), `${block(name)}\n`);
      return await task(join(folder, name));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }

  test('the order shown is an answer to the request shown', () => {
    const answer = readOrder(JSON.parse(block('order')));
    const request = JSON.parse(block('order-request')) as OrderRequest;
    expect('order' in answer ? misfit(answer.order, request) : answer.wrong).toBeNull();
  });

  test('the file works', async () => {
    const conditions = { orderTypeCd: 'STOP', sideCd: 'SELL', takeProfit: true, stopLoss: true } as const;
    const requests: OrderRequest[] = [plain, { ...plain, ...conditions }, { ...plain, state: 'filled' }, absent];
    const numbers = await inFolder('orders.json', (path) => supplied({ kind: 'file', path }, requests));
    expect(numbers).toEqual(['A-1', 'A-2', 'A-3', undefined]);
  });

  test('the command works, whatever the order of the members', async () => {
    test.skip(process.platform === 'win32', 'a POSIX shell is needed');
    const { state, ...rest } = plain;
    const requests: OrderRequest[] = [plain, { state, ...rest }, { ...plain, takeProfit: true }, absent];
    const numbers = await inFolder('order-source.sh', (path) =>
      supplied({ kind: 'command', command: `sh '${path}'` }, requests),
    );
    expect(numbers).toEqual(['A-1', 'A-1', undefined, undefined]);
  });

  test('the server works', async () => {
    const numbers = await inFolder('order-source.mjs', async (path) => {
      const server = spawn(process.execPath, [path], {
        env: { ...process.env, PORT: '0' },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const ended = new Promise((resolve) => server.once('close', resolve));
      try {
        const url = await new Promise<string>((resolve, reject) => {
          server.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString().trim()));
          server.once('close', () => reject(new Error('the server ended')));
        });
        return await supplied({ kind: 'url', url }, [plain, { ...plain, sideCd: 'SELL' }, absent]);
      } finally {
        server.kill();
        await ended;
      }
    });
    expect(numbers).toEqual(['A-1', 'A-2', undefined]);
  });
});

test.describe('the profile', () => {
  interface ObjectSchema {
    readonly properties: Readonly<Record<string, ObjectSchema>>;
  }
  const { properties, $defs } = loadSchema('profile') as unknown as ObjectSchema & {
    readonly $defs: Readonly<Record<string, ObjectSchema>>;
  };
  const limitSchemas = $defs['ProfileLimits']?.properties ?? {};
  const limits = Object.keys(limitSchemas);

  test('every member is described, and no other', () => {
    const members = Object.keys(properties).filter((member) => member !== 'limits');
    const expected = [...members, ...limits.map((limit) => `limits.${limit}`)];
    expect(firstColumn('## Profile').sort()).toEqual(expected.sort());
  });

  test('the example is a valid profile that shows every member', () => {
    const text = block('profile');
    expect(validatorFor('profile')(parse(text))).toEqual([]);
    const value = parseProfile(text, 'docs/settings.md');
    expect(() => checkProfileClauses({ path: '', sha256: '', value }, loadCatalogue(), new Date(0))).not.toThrow();
    expect(Object.keys(value.limits ?? {}).sort()).toEqual([...limits].sort());
    const shown = [...text.matchAll(/^(?:# )?(\w+): /gm), ...text.matchAll(/^(\w+):(?= *(?:#|$))/gm)].map(
      ([, member]) => member,
    );
    expect(Object.keys(properties).filter((member) => !shown.includes(member))).toEqual([]);
    expect(() => parseTemplate(value.signatureTemplate ?? '')).not.toThrow();
  });

  test('the defaults told are those of the schema', () => {
    for (const [limit, schema] of Object.entries(limitSchemas)) {
      const row = page.split('\n').find((line) => line.startsWith(`| \`limits.${limit}\``));
      const { default: value } = schema as unknown as { default: number };
      expect(row?.split('|').at(-2)?.trim().split(' ')[0], limit).toBe(String(value));
    }
  });
});

test('the open questions are counted right', () => {
  const ids = loadCatalogue()
    .filter(({ question }) => question !== undefined)
    .map(({ id }) => id)
    .sort();
  expect(page.replaceAll('\n', ' ')).toContain(`clauses \`${ids[0] ?? ''}\` to \`${ids.at(-1) ?? ''}\``);
});
