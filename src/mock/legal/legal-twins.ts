import type { LegalTwin } from '../behaviour.js';
import { LEGAL_ANSWERS } from './answers.js';
import { LEGAL_AUTHENTICATION } from './authentication.js';
import { LEGAL_BUSINESS } from './business.js';
import { LEGAL_LOOKUPS } from './lookup.js';
import { LEGAL_LIMITS } from './limits.js';
import { LEGAL_MODIFIES } from './modify.js';
import { LEGAL_PAGING } from './paging.js';
import { LEGAL_PRICES } from './prices.js';
import { LEGAL_REFUSALS } from './refusals.js';

/** Services that differ from the reference where the document leaves it open, and keep to it as much. */
export const LEGAL_TWINS: readonly LegalTwin[] = [
  ...LEGAL_REFUSALS,
  ...LEGAL_PAGING,
  ...LEGAL_LOOKUPS,
  ...LEGAL_ANSWERS,
  ...LEGAL_AUTHENTICATION,
  ...LEGAL_MODIFIES,
  ...LEGAL_LIMITS,
  ...LEGAL_PRICES,
  ...LEGAL_BUSINESS,
];
