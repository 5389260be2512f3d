import { SuiteError } from '../contract/suite-error.js';
import { toPaste } from '../contract/to-paste.js';
import { plainText } from '../report/plain-text.js';
import { EXIT } from './exit-status.js';
import { nearNames } from '../contract/near-names.js';
import { COMMAND_NAMES, MAIN_USAGE, USAGES, type CommandName } from './usage.js';

/** Where a command writes and what it reads, so that tests can stand in for the process. */
export interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
}

/**
 * Runs one command.
 *
 * @param args - without node and the script
 * @returns the exit status
 */
export async function runCommandLine(args: readonly string[], surroundings: Surroundings): Promise<number> {
  try {
    return await dispatch(args, surroundings);
  } catch (error) {
    if (!(error instanceof SuiteError)) throw error;
    const { releaseFolders } = await import('./out-dir.js');
    releaseFolders();
    surroundings.err(error.explain(plainText));
    return EXIT.usage;
  }
}

async function dispatch([first, ...rest]: readonly string[], surroundings: Surroundings): Promise<number> {
  if (first === undefined || first === 'help' || first === '--help' || first === '-h') {
    (first === undefined ? surroundings.err : surroundings.out)(MAIN_USAGE);
    return first === undefined ? EXIT.usage : 0;
  }
  if (first === '--version') {
    const { toolVersion } = await import('./tool-version.js');
    surroundings.out(`${toolVersion()}\n`);
    return 0;
  }
  const name = COMMAND_NAMES.find((command) => command === first);
  if (!name) throw noSuchCommand(first);
  if (rest.includes('--help') || rest.includes('-h')) {
    surroundings.out(USAGES[name].text);
    return 0;
  }
  return runCommand(name, rest, surroundings);
}

/** Each command is loaded only when it is asked for: start-up time is part of every run. */
async function runCommand(name: CommandName, args: readonly string[], surroundings: Surroundings): Promise<number> {
  switch (name) {
    case 'run':
      return (await import('./run.js')).run(args, surroundings);
    case 'client':
      return (await import('./client.js')).client(args, surroundings);
    case 'proxy':
      return (await import('./proxy.js')).proxy(args, surroundings);
    case 'audit':
      return (await import('./audit.js')).audit(args, surroundings);
    case 'report':
      return (await import('./report.js')).report(args, surroundings);
    case 'serve':
      return (await import('./serve.js')).serve(args, surroundings);
    case 'compare':
      return (await import('./compare.js')).compare(args, surroundings);
    case 'keygen':
      return (await import('./keygen.js')).keygen(args, surroundings);
    case 'sign':
      return (await import('./sign.js')).sign(args, surroundings);
    case 'verify':
      return (await import('./verify.js')).verify(args, surroundings);
    case 'doctor':
      return (await import('./doctor.js')).doctor(args, surroundings);
    case 'signature':
      return (await import('./signature.js')).signature(args, surroundings);
    case 'init':
      return (await import('./init.js')).init(args, surroundings);
    case 'generate':
      return (await import('./generate.js')).generate(args, surroundings);
  }
}

function noSuchCommand(name: string): SuiteError {
  const shown = name.slice(0, 40);
  const [near] = nearNames(shown, COMMAND_NAMES);
  const what = name.startsWith('-') ? `The flag ${shown} needs a command before it` : `There is no command ${shown}`;
  return new SuiteError(`${what}.`, 'tradecert', near ? `did you mean ${near}?` : `see ${toPaste('--help')}`);
}
