import type { EntryUrl } from './service-url.js';

const MOST_NAMES = 100_000;

/** Numbers connections by what a recorder calls them. */
export class ConnectionNames {
  private readonly numbers = new Map<string, number>();
  private count = 0;

  /** The number of a connection; one of its own for each request where the name says nothing. */
  numberOf({ origin }: EntryUrl, name: string | null): number {
    if (name === null || name === '0' || name === portOf(origin)) return (this.count += 1);
    const known = this.numbers.get(name);
    if (known !== undefined) return known;
    this.count += 1;
    if (this.numbers.size < MOST_NAMES) this.numbers.set(name, this.count);
    return this.count;
  }
}

/** Some recorders name the port of the service, which is the same for all. */
function portOf(origin: string): string {
  const port = /:(\d+)$/.exec(origin)?.[1];
  return port ?? (origin.startsWith('https:') ? '443' : '80');
}
