import { join } from 'node:path';
import type { Problem } from './judge-proof.js';
import type { Proof } from './proof.js';

/** Problems that are told one by one; the rest is in the results file. */
const MOST_PROBLEMS = 60;

/** Tells on standard error how far the proof is: in place on a terminal, else at the first one and now and then. */
export function renderProgress(done: number, planned: number): void {
  const { isTTY } = process.stderr;
  const text = `${done} of ${count(planned, 'certification')}`;
  if (isTTY) process.stderr.write(`\r${text}${done === planned ? '\n' : ''}`);
  else if (done === 1 || done % 100 === 0 || done === planned) process.stderr.write(`${text}\n`);
}

/** Each problem on a line of its own. */
export function renderProblems(problems: readonly Problem[]): string {
  const lines = problems.slice(0, MOST_PROBLEMS).map(({ kind, about, seeds, what }) => {
    const where = seeds.length === 0 ? '' : ` at seed ${seeds.join(', ')}`;
    return `${kind}: ${about}${where}: ${what}\n`;
  });
  const more = problems.length - lines.length;
  return lines.join('') + (more > 0 ? `and ${more} more\n` : '');
}

/** The figures in one line, and where the rest is. */
export function renderSummary(proof: Proof, outDir: string): string {
  const lines = [
    figuresLine(proof.figures, proof),
    ...(proof.figures.faults > 0 ? [untilNoticedLine(proof)] : []),
    runsLine(proof),
    `matrix: ${join(outDir, 'index.html')}`,
    verdictOf(proof),
    ...(proof.incomplete === null ? [] : [whyIncomplete(proof.incomplete)]),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

function untilNoticedLine({ figures: { untilNoticed, requestsPerRun } }: Proof): string {
  const { sum, median, worst } = untilNoticed;
  return `requests until a fault is noticed: ${sum} over all faults, median ${median}, worst ${worst}, of ${requestsPerRun} in a run`;
}

function runsLine({ figures: { runs, runsInFull, seeds, secondsPerRun, wholeSeconds }, byCommand }: Proof): string {
  const each = runs === runsInFull ? 'each' : `each of ${runsInFull} by every clause`;
  const agreeing = byCommand.filter(({ agrees }) => agrees).length;
  const command = `; ${agreeing} of ${count(byCommand.length, 'run')} of the whole command ${byCommand.length === 1 ? 'agrees' : 'agree'}`;
  return `${count(runs, 'run')} at seed ${seeds.join(', ')}, ${secondsPerRun} s of processor time ${each}, ${wholeSeconds} s in all${byCommand.length > 0 ? command : ''}`;
}

/** Whether the proof holds, in words. */
export function verdictOf({ holds, whole, incomplete }: Pick<Proof, 'holds' | 'whole' | 'incomplete'>): string {
  if (incomplete !== null) return 'the proof is incomplete';
  const what = whole ? 'the proof' : 'this part of the proof';
  return `${what} ${holds ? 'holds' : 'does not hold'}`;
}

/** How far it came and why no further, in sentences. */
export function whyIncomplete({ done, planned, because }: NonNullable<Proof['incomplete']>): string {
  return `${done} of ${count(planned, 'certification')} came to an end. ${because}`;
}

/** A number with its noun, which takes an s beside any number but one. */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

/** What those are called that are not wrong. */
export const LEGAL_ONES: Readonly<Record<Proof['side'], string>> = {
  service: 'legal service',
  client: 'correct client',
};

type CountFigures = Pick<
  Proof['figures'],
  'faults' | 'faultsNoticed' | 'legalServices' | 'falseAlarms' | 'clauses' | 'clausesProven'
>;

/**
 * The line that stands in the README as well: nothing in it changes from machine to machine. Of a part of the proof it
 * tells what was part of it.
 */
export function figuresLine(figures: CountFigures, { side, whole }: Pick<Proof, 'side' | 'whole'>): string {
  const { faults, faultsNoticed, legalServices, falseAlarms, clauses, clausesProven } = figures;
  const own = faults === 1 ? 'on its own clause' : 'each on its own clause';
  const alarms = `${count(falseAlarms, 'false alarm')} on ${count(legalServices, LEGAL_ONES[side])}`;
  return [
    ...(whole || faults > 0 ? [`${faultsNoticed} of ${count(faults, 'fault')} noticed, ${own}`] : []),
    ...(whole || legalServices > 0 ? [alarms] : []),
    ...(whole ? [`${clausesProven} of ${count(clauses, 'clause')} proven by a fault`] : []),
  ].join('; ');
}
