import { spawnSync } from 'node:child_process';
import { pathToFileURL } from 'node:url';

/**
 * Asks the registry for known vulnerabilities of what `npm install tradecert` brings, and ends with status 1 where there is
 * one. A registry that has no such service, as some mirrors have none, is told of, and is no fault.
 */

/** What the registry said. */
export interface Advisories {
  readonly isBad: boolean;
  readonly text: string;
}

/** @param output - of `npm audit --json` */
export function readAdvisories(output: string): Advisories {
  const answer = parse(output);
  const total = answer.metadata?.vulnerabilities?.['total'];
  if (total === undefined) {
    return { isBad: false, text: `The registry could not be asked: ${answer.message ?? 'its answer is not known'}.` };
  }
  const asked = `${answer.metadata?.dependencies?.['prod'] ?? 0} packages`;
  if (total === 0) return { isBad: false, text: `No vulnerability is known of ${asked}.` };
  const found = Object.values(answer.vulnerabilities ?? {}).map(({ name, severity }) => `  ${name} (${severity})`);
  return { isBad: true, text: [`Known vulnerabilities (npm audit --omit=dev tells more):`, ...found].join('\n') };
}

interface AuditOutput {
  readonly message?: string;
  readonly metadata?: {
    readonly vulnerabilities?: Readonly<Record<string, number>>;
    readonly dependencies?: Readonly<Record<string, number>>;
  };
  readonly vulnerabilities?: Readonly<Record<string, { readonly name: string; readonly severity: string }>>;
}

function parse(output: string): AuditOutput {
  try {
    return JSON.parse(output) as AuditOutput;
  } catch {
    return {};
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json'], { encoding: 'utf8', timeout: 60_000 });
  const { isBad, text } = readAdvisories(stdout);
  process.stdout.write(`${text}\n`);
  process.exitCode = isBad ? 1 : 0;
}
