import { certifyByCommand, type CommandOptions } from './by-command.js';
import { certifyClientByCommand } from './certify-client-subject.js';
import { differences, type Problem, type SubjectRuns } from './judge-proof.js';
import type { Subject } from './subjects.js';

/** Whether the whole command says the same of a subject; no problems: it does. */
export interface Compared {
  readonly subject: string;
  readonly problems: readonly Problem[];
}

/** Options of {@link compareWithCommand}. */
export interface CompareOptions extends Pick<CommandOptions, 'scratch'> {
  /** Ends the commands where it is aborted; is aborted with the error where one of them breaks down. */
  readonly ending: AbortController;
}

/**
 * Certifies subjects with the whole command, two at a time, since each is several processes.
 *
 * @param done - told of each as it ends
 * @returns those that came to their end; all of them, unless it was aborted
 */
export async function compareWithCommand(
  sample: readonly SubjectRuns[],
  { scratch, ending }: CompareOptions,
  done: () => void,
): Promise<readonly Compared[]> {
  const compared: Compared[] = [];
  const waiting = [...sample];
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined && !ending.signal.aborted; next = waiting.shift()) {
      compared.push(await compareOne(next, { scratch, ended: ending.signal }));
      done();
    }
  };
  const broken = (error: unknown): void => ending.abort(error);
  await Promise.all([work().catch(broken), work().catch(broken)]);
  return compared;
}

async function compareOne({ subject, runs: [first] }: SubjectRuns, options: CommandOptions): Promise<Compared> {
  if (first === undefined) return { subject: subject.id, problems: [] };
  const certify = subject.side === 'client' ? certifyClientByCommand : certifyByCommand;
  const byCommand = await certify(subject, first, options);
  const problems = differences(first, byCommand, subject.atTimes).map((what) => {
    const where = { about: subject.id, seeds: [first.seed] };
    return { kind: 'the two ways disagree', ...where, what: `${what} by the whole command` } as const;
  });
  return { subject: subject.id, problems };
}

/** Subjects spread over all kinds of them, always the same ones. */
export function sampleOf(subjects: readonly Subject[], legal: number, faulty: number): readonly Subject[] {
  const spread = (group: Subject['group'], count: number): Subject[] => {
    const candidates = subjects.filter((subject) => subject.group === group);
    const step = candidates.length / Math.max(1, Math.min(count, candidates.length));
    return candidates.filter((_, index) => Math.floor((index + 1) / step) > Math.floor(index / step));
  };
  return [...spread('legal', legal), ...spread('faulty', faulty)];
}
