import { Buffer } from 'node:buffer';
import { parseJson } from '../src/wire/json.js';
import { Redactor } from '../src/wire/redaction.js';

const TOKEN = `eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJjYW5hcnkifQ.${'c4naRy-_'.repeat(5)}`;
const SIGNATURE = '0123456789abcdef'.repeat(8);
const MIB = 1024 * 1024;
/** Tries of each measurement; the least counts, since what disturbs one only ever adds to it. */
const TRIES = 7;
/** How long one try takes at least. */
const SHORTEST_MS = 100;

/** A page of the lookup: 1,000 records of 34 members. */
function pageText(): string {
  const record = Object.fromEntries(
    Array.from({ length: 34 }, (_, at) => [`memberName${at}`, at % 3 === 0 ? '09:00:00' : at * 1.25]),
  );
  return JSON.stringify({ data: { details: Array.from({ length: 1000 }, () => record) } });
}

function redactor(): Redactor {
  const made = new Redactor([
    { name: 'token', value: TOKEN },
    { name: 'signing-key', value: 'K3y/with+specials' },
    { name: 'signing-key', value: Buffer.from('00ff80c3a97e1122334455', 'hex') },
  ]);
  made.learn('signature', SIGNATURE);
  return made;
}

/** Processor time of one call in microseconds: its clock may be coarse, so that short calls are counted in many. */
function cost(run: () => unknown): number {
  const startedMs = performance.now();
  run();
  const turns = Math.ceil(SHORTEST_MS / (performance.now() - startedMs));
  const timed = (): number => {
    const before = process.cpuUsage().user;
    for (let turn = 0; turn < turns; turn += 1) run();
    return (process.cpuUsage().user - before) / turns;
  };
  return Math.min(...Array.from({ length: TRIES }, timed));
}

/** What reading and redacting a page costs, in multiples of JSON.parse of the same page. */
export function pageCosts(): { readonly reading: number; readonly redacting: number } {
  const page = pageText();
  const secrets = redactor();
  const floor = cost(() => JSON.parse(page) as unknown);
  return { reading: cost(() => parseJson(page)) / floor, redacting: cost(() => secrets.text(page)) / floor };
}

/** What hostile text is made of: what nearly is a secret, what is one, and what breaks JSON. */
const HOSTILE: Readonly<Record<string, string>> = {
  'signatures in base64': Buffer.from(SIGNATURE, 'hex').toString('base64url'),
  'one letter': 'A'.repeat(1000),
  'tokens but for their end': TOKEN.slice(0, -1),
  'objects that never end': '{"',
  'escaped quotes': '\\"',
  'hexadecimal digits': 'ab',
};

/** What one hostile text costs. */
export interface HostileCost {
  readonly name: string;
  /** Of redacting 4 MiB, in multiples of JSON.parse of a page, for each byte. */
  readonly overParse: number;
  /** Of redacting a byte of 4 MiB over that of a byte of 1 MiB: 1 is linear. */
  readonly growth: number;
}

/** What redacting 1 and 4 MiB of each hostile text costs. */
export function hostileCosts(): readonly HostileCost[] {
  const page = pageText();
  const secrets = redactor();
  const floor = cost(() => JSON.parse(page) as unknown) / page.length;
  return Object.entries(HOSTILE).map(([name, part]) => {
    const perByte = (size: number): number => {
      const text = part.repeat(Math.ceil(size / part.length));
      return cost(() => secrets.text(text)) / text.length;
    };
    const large = perByte(4 * MIB);
    return { name, overParse: large / floor, growth: large / perByte(MIB) };
  });
}
