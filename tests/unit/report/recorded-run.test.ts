import { expect, test } from '@playwright/test';
import { execFileSync } from 'node:child_process';
import { symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readExchanges, readRun } from '../../../src/report/recorded-run.js';
import { withFolder } from '../../support/certify-reference.js';
import { someClause, someResults } from './some-results.js';

test('a run is read from its folder as it was written', async () => {
  await withFolder(async (dir) => {
    const text = JSON.stringify(someResults([someClause('pass')]));
    await writeFile(join(dir, 'results.json'), text);
    expect(await readRun(dir)).toEqual({ dir, results: someResults([someClause('pass')]), resultsText: text });
  });
});

for (const [what, text, why] of [
  ['is no JSON', '{"schema', 'it is no JSON'],
  ['is of something else', '{"schemaVersion":2}', 'no result of tradecert'],
] as const) {
  test(`a results.json that ${what} is refused`, async () => {
    await withFolder(async (dir) => {
      await writeFile(join(dir, 'results.json'), text);
      await expect(readRun(dir)).rejects.toThrow(why);
    });
  });
}

test('a folder without results is refused', async () => {
  await withFolder((dir) => expect(readRun(dir)).rejects.toThrow('holds no run: it has no results.json.'));
});

test('a run that ended before its first results is told as one, and no other folder is', async () => {
  await withFolder(async (dir) => {
    const file = join(dir, 'exchanges.jsonl');
    for (const text of ['', '{"number":1,"request":{}}\n']) {
      await writeFile(file, text);
      await expect(readRun(dir)).rejects.toThrow('Nothing had been judged yet when the run ended');
    }
    await writeFile(join(dir, 'certificate.json'), '{}');
    await expect(readRun(dir)).rejects.toThrow('holds no run: it has no results.json.');
  });
});

test('exchanges are read line by line, without what is cut off', async () => {
  await withFolder(async (dir) => {
    const numbersIn = async (): Promise<number[]> => {
      const numbers: number[] = [];
      for await (const { number } of readExchanges(dir)) numbers.push(number);
      return numbers;
    };
    expect(await numbersIn()).toEqual([]);
    const lines = ['{"number":1,"request":{}}', 'null', '{"number":2,"request":{}}', '{"number":3,"requ'];
    await writeFile(join(dir, 'exchanges.jsonl'), lines.join('\n'));
    expect(await numbersIn()).toEqual([1, 2]);
  });
});

test('a line of the record ends with a line feed, whatever else may end one in a text', async () => {
  await withFolder(async (dir) => {
    const request = { body: 'a\u2028b\u2029c\u0085d' };
    const lines = [1, 2].map((number) => `${JSON.stringify({ number, request })}\r\n`);
    await writeFile(join(dir, 'exchanges.jsonl'), lines.join(''));
    const read = [];
    for await (const exchange of readExchanges(dir)) read.push(exchange);
    expect(read).toEqual([
      { number: 1, request },
      { number: 2, request },
    ]);
  });
});

test('a record with a line that is far longer than any run writes is refused', async () => {
  await withFolder(async (dir) => {
    await writeFile(join(dir, 'exchanges.jsonl'), '{"number":1,"request":{}}\n{');
    await truncate(join(dir, 'exchanges.jsonl'), 3 * 1024 ** 3);
    const exchanges = readExchanges(dir);
    expect((await exchanges.next()).value).toMatchObject({ number: 1 });
    await expect(exchanges.next()).rejects.toThrow('exchanges.jsonl cannot be used: a line of it has more than 16 MiB');
  });
});

test('a verdict that the clauses do not come to is refused; one that says less is not', async () => {
  await withFolder(async (dir) => {
    const results = someResults([someClause('fail')]);
    for (const verdict of ['non-conformant', 'incomplete'] as const) {
      await writeFile(join(dir, 'results.json'), JSON.stringify({ ...results, verdict }));
      expect((await readRun(dir)).results.verdict).toBe(verdict);
    }
    await writeFile(join(dir, 'results.json'), JSON.stringify({ ...results, verdict: 'conformant' }));
    await expect(readRun(dir)).rejects.toThrow('its verdict is conformant, and its clauses come to non-conformant');
  });
});

test('what is no regular file is never read, and nothing waits for it', async () => {
  await withFolder(async (dir) => {
    await writeFile(join(dir, 'kept'), JSON.stringify(someResults([someClause('pass')])));
    await symlink('kept', join(dir, 'results.json'));
    await expect(readRun(dir)).rejects.toThrow('it is a link or no regular file (ELOOP)');
    execFileSync('mkfifo', [join(dir, 'exchanges.jsonl')]);
    await expect(readExchanges(dir).next()).rejects.toThrow('it is a link or no regular file (EINVAL)');
  });
});

test('a results.json that is far larger than any run writes is not read', async () => {
  await withFolder(async (dir) => {
    await writeFile(join(dir, 'results.json'), '[');
    await truncate(join(dir, 'results.json'), 65 * 1024 ** 2);
    await expect(readRun(dir)).rejects.toThrow('it has more than 64 MiB');
  });
});
