import { EVERYTHING, MODIFY } from './make-scenario.js';
import type { Errand, Scenario } from './scenario.js';

/** The plain ones, before and after each scenario of their kind. */
export const PLAIN: Readonly<Record<Errand['kind'], Scenario>> = {
  list: {
    name: 'plain-walk',
    does: 'Answers as the document says, in pages of ten.',
    errand: EVERYTHING,
    clause: 'CLI-035',
  },
  modify: {
    name: 'plain-modify',
    does: 'Answers as the document says.',
    errand: MODIFY,
    clause: 'CLI-031',
  },
};
