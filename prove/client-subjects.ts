import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { packageRoot } from '../src/contract/package-root.js';
import type { Client } from '../src/scenario/run-client.js';
import { ownClient } from './own-client.js';
import type { Subject } from './subjects.js';

/** Folder of the client that makes one mistake of its choice. */
const FAULTY_CLIENT = join(packageRoot, 'examples', 'clients', 'faulty');

/** The correct client among the clients. */
export const CORRECT_CLIENT = 'client';
const OWN_CLIENT = 'own-client';

/** A mistake as the client lists it; its hooks aside. */
interface ClientFault {
  readonly name: string;
  readonly clause: string;
  readonly also?: readonly string[];
  /** Clauses whose verdict hangs on the moment, such as on whether a second ended between two modifies. */
  readonly atTimes?: readonly string[];
  readonly does: string;
  readonly needs?: { readonly signatureTemplate?: string };
}

type Told = Readonly<Record<string, unknown>> | readonly string[];
type ClientIn = (env: Readonly<Record<string, string | undefined>>) => () => Promise<Told>;

const { FAULTS } = (await load('faults.mjs')) as { FAULTS: readonly ClientFault[] };
const { clientIn } = (await load('client.mjs')) as { clientIn: ClientIn };

function load(name: string): Promise<unknown> {
  return import(pathToFileURL(join(FAULTY_CLIENT, name)).href);
}

const LEGAL = {
  side: 'client',
  group: 'legal',
  change: null,
  clause: null,
  also: [],
  atTimes: [],
  leaves: [],
  needs: {},
} as const;

/** Every client that the suite is run over, the correct ones first. */
export function clientSubjects(): readonly Subject[] {
  const faulty = FAULTS.map(({ name, clause, also = [], atTimes = [], does, needs = {} }) => ({
    ...{
      id: `client/${name}`,
      side: 'client' as const,
      group: 'faulty' as const,
      service: CORRECT_CLIENT,
      change: name,
    },
    ...{ does, clause, also, atTimes, leaves: [], needs },
  }));
  return [
    { ...LEGAL, id: CORRECT_CLIENT, service: CORRECT_CLIENT, does: 'The client of the faults, with none of them.' },
    { ...LEGAL, id: OWN_CLIENT, service: OWN_CLIENT, does: 'What tradecert run itself sends with.' },
    ...faulty,
  ];
}

/** The client in this process: starting one for each task would take most of the time. */
export function clientOf({ service, change }: Subject): Client {
  if (service === OWN_CLIENT) return ownClient;
  return async (task) => {
    const told = await clientIn({ ...task, ...(change !== null && { CLIENT_FAULT: change }) })();
    return { stdout: JSON.stringify(told), stderr: '', status: 'error' in told ? 1 : 0, stopped: null };
  };
}

/** Whether a client can be started by {@link commandOf}: what we send with ourselves is no program of its own. */
export function hasCommand({ service }: Subject): boolean {
  return service !== OWN_CLIENT;
}

/** The command of the client, as a partner would give it. */
export function commandOf(): string {
  return `node ${join(FAULTY_CLIENT, 'client.mjs')}`;
}
