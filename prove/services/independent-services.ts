import { EVENT_LOG_SERVICE } from './event-log/event-log-service.js';
import type { IndependentService } from './independent-service.js';
import { PYTHON_SERVICE } from './python/python-service.js';

/** Services that the suite is tried on beside the reference service. */
export const INDEPENDENT_SERVICES: readonly IndependentService[] = [EVENT_LOG_SERVICE, PYTHON_SERVICE];
