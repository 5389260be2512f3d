import { LEGAL_TWINS } from '../src/mock/legal/legal-twins.js';
import type { Fault } from '../src/mock/behaviour.js';
import { FAULTS } from '../src/mock/faults.js';
import type { ReferenceOptions } from '../src/mock/reference-service.js';
import { INDEPENDENT_SERVICES } from './services/independent-services.js';

/** The name of the reference service among the services. */
export const REFERENCE = 'reference';

/** What is certified: services, or clients. */
export type Side = 'service' | 'client';

/** One service or client that the suite is run over. All of it is plain data, so that it can go to another process. */
export interface Subject {
  readonly side: Side;
  /** Unique; the name of the fault or of the twin, after the service's own where that is not the reference service. */
  readonly id: string;
  /** `legal`: conformant, and nothing may be held against it; `faulty`: exactly one thing is wrong with it. */
  readonly group: 'legal' | 'faulty';
  /** The reference service, or the name of an independent one; of a client, its own. */
  readonly service: string;
  /** Name of the fault or the twin; `null`: the service as it is. */
  readonly change: string | null;
  readonly does: string;
  /** Id of the clause that the fault breaks; `null` where nothing is broken. */
  readonly clause: string | null;
  /** Clauses that the same behaviour breaks, or shows in, in every run. */
  readonly also: readonly string[];
  /** Clauses that it may show in: it hangs on the cases of the run, or on the moment. */
  readonly atTimes: readonly string[];
  /** Required and expected clauses that are left open with this service in every run. */
  readonly leaves: readonly string[];
  /** What the reference service must be started with. */
  readonly needs: ReferenceOptions;
}

/** Clauses that every run of a fault finds broken; none of what is legal. */
export function namedBy({ clause, also }: Subject): readonly string[] {
  return clause === null ? also : [clause, ...also];
}

/** What the reference service is started with so that no clause is inapplicable. */
const EVERYTHING: ReferenceOptions = { signatureTemplate: 'snap', operations: true };

const LEGAL = { side: 'service', group: 'legal', clause: null, also: [], atTimes: [], leaves: [], needs: {} } as const;

/** Everything that {@link Subject} can be, the legal ones first. */
export function allSubjects(): readonly Subject[] {
  return [...references(), ...twins(), ...independentServices(), ...faults(FAULTS), ...independentFaults()];
}

/** The reference service as it is, and as it is when every clause that depends on settings applies. */
function references(): Subject[] {
  const plain = { ...LEGAL, service: REFERENCE, change: null };
  return [
    { ...plain, id: 'reference', does: 'The reference service.' },
    {
      ...plain,
      id: 'reference-with-everything',
      does: 'The reference service with all operations bound and a signature that covers the token.',
      needs: EVERYTHING,
    },
  ];
}

/** With everything bound, so that every clause applies. */
function twins(): Subject[] {
  return LEGAL_TWINS.map(({ name, does, leaves = [] }) => ({
    ...LEGAL,
    ...{ id: name, service: REFERENCE, change: name, does, leaves, needs: EVERYTHING },
  }));
}

function independentServices(): Subject[] {
  return INDEPENDENT_SERVICES.map(({ name, does }) => ({ ...LEGAL, id: name, service: name, change: null, does }));
}

function faults(all: readonly Fault[]): Subject[] {
  return all.map(({ name, does, clause, also = [], atTimes = [], needs = {} }) => ({
    ...{ id: name, side: 'service', group: 'faulty', service: REFERENCE, change: name },
    ...{ does, clause, also, atTimes, leaves: [], needs },
  }));
}

function independentFaults(): Subject[] {
  return INDEPENDENT_SERVICES.flatMap((service) =>
    service.faults.map(({ name, does, clause, also = [], atTimes = [] }) => ({
      ...{
        id: `${service.name}/${name}`,
        side: 'service' as const,
        group: 'faulty' as const,
        service: service.name,
        change: name,
      },
      ...{ does, clause, also, atTimes, leaves: [], needs: {} },
    })),
  );
}
