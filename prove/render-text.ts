import { join } from 'node:path';
import type { Problem } from './judge-proof.js';
import type { Proof } from './proof.js';

/** Problems that are told one by one; the rest is in the results file. */
const MOST_PROBLEMS = 60;

/** Tells on standard error how far the proof is: in place on a terminal, else now and then. */
export function renderProgress(done: number, all: number): void {
  const { isTTY } = process.stderr;
  const text = `${done} of ${all} certifications`;
  if (isTTY) process.stderr.write(`\r${text}${done === all ? '\n' : ''}`);
  else if (done % 100 === 0 || done === all) process.stderr.write(`${text}\n`);
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
  const { figures, byCommand } = proof;
  const agreeing = byCommand.filter(({ agrees }) => agrees).length;
  return `
${figuresLine(figures)}
requests until a fault is noticed: ${figures.untilNoticed.sum} over all faults, median ${figures.untilNoticed.median}, worst ${figures.untilNoticed.worst}, of ${figures.requestsPerRun} in a run
${figures.runs} runs at seed ${figures.seeds.join(', ')}, ${figures.secondsPerRun} s of processor time each, ${figures.wholeSeconds} s in all; ${agreeing} of ${byCommand.length} runs of the whole command agree
matrix: ${join(outDir, 'index.html')}
${verdictOf(proof)}
`.trimStart();
}

/** Whether the proof holds, in words. */
export function verdictOf({ holds, whole }: Pick<Proof, 'holds' | 'whole'>): string {
  const what = whole ? 'the proof' : 'this part of the proof';
  return `${what} ${holds ? 'holds' : 'does not hold'}`;
}

type CountFigures = Pick<
  Proof['figures'],
  'faults' | 'faultsNoticed' | 'legalServices' | 'falseAlarms' | 'clauses' | 'clausesProven'
>;

/** The line that stands in the README as well: nothing in it changes from machine to machine. */
export function figuresLine({
  faults,
  faultsNoticed,
  legalServices,
  falseAlarms,
  clauses,
  clausesProven,
}: CountFigures): string {
  return `${faultsNoticed} of ${faults} faults noticed, each on its own clause; ${falseAlarms} false alarms on ${legalServices} legal services; ${clausesProven} of ${clauses} clauses proven by a fault`;
}
