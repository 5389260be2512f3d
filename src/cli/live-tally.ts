import type { WriteStream } from 'node:tty';
import type { RoleRecord } from '../traffic/role-record.js';

/** What is known while traffic passes. */
export interface Tallied {
  readonly requests: number;
  readonly client: Pick<RoleRecord, 'broken'>;
  readonly service: Pick<RoleRecord, 'broken'>;
}

const MOST_NAMED = 6;
const EVERY_MS = 200;

/** Shows what passes: one line that changes on a terminal, otherwise a line for each clause that breaks. */
export class LiveTally {
  private readonly told = new Set<string>();
  private readonly stream: Pick<WriteStream, 'isTTY' | 'write'> & { readonly columns?: number };
  private readonly print: (text: string) => void;
  private latest: Tallied | null = null;
  private timer: NodeJS.Timeout | null = null;

  constructor(stream: LiveTally['stream'], print: (text: string) => void) {
    this.stream = stream;
    this.print = print;
  }

  show(tallied: Tallied): void {
    if (!this.stream.isTTY) {
      this.tellNew(tallied);
      return;
    }
    this.latest = tallied;
    this.timer ??= setTimeout(() => this.draw(), EVERY_MS).unref();
  }

  stop(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    if (this.latest !== null) {
      this.draw();
      this.stream.write('\n');
    }
  }

  private draw(): void {
    this.timer = null;
    if (this.latest === null) return;
    const line = renderTally(this.latest);
    this.stream.write(`\r\u001B[2K${line.slice(0, (this.stream.columns ?? 80) - 1)}`);
  }

  private tellNew({ client, service }: Tallied): void {
    for (const [role, { broken }] of Object.entries({ client, service })) {
      for (const clause of broken.keys()) {
        if (this.told.has(`${role} ${clause}`)) continue;
        this.told.add(`${role} ${clause}`);
        this.print(`the ${role} breaks ${clause}\n`);
      }
    }
  }
}

/** Such as `120 requests; client: 2 clauses broken (AUT-003, SIG-004); service: all well`. */
export function renderTally({ requests, client, service }: Tallied): string {
  return `${requests} request${requests === 1 ? '' : 's'}; client: ${renderRole(client)}; service: ${renderRole(service)}`;
}

function renderRole({ broken }: Tallied['client']): string {
  if (broken.size === 0) return 'all well';
  const names = [...broken.keys()].sort();
  const more = names.length > MOST_NAMED ? ', …' : '';
  return `${names.length} clause${names.length === 1 ? '' : 's'} broken (${names.slice(0, MOST_NAMED).join(', ')}${more})`;
}
