import type { Check } from '../behaviour.js';
import { soleHeader } from '../call.js';
import { refuse } from '../refusal.js';

const HEADER = 'X-Timestamp';

export const readTimestamp: Check = (call) => {
  const value = soleHeader(call.incoming, 'x-timestamp');
  if (value === null) return refuse('timestamp-missing', HEADER);
  if (!/^(?:0|[1-9]\d{0,14})$/.test(value)) return refuse('timestamp-form', HEADER);
  call.timestamp = value;
  return null;
};

export const withinWindow: Check = ({ timestamp, incoming, service }) => {
  // Compared in whole seconds, as the header is given: 60 s off is inside, 61 s is outside.
  const ahead = Number(timestamp) - Math.floor(incoming.arrivedAtMs / 1000);
  const { pastS, futureS } = service.behaviour.window;
  return ahead >= -pastS && ahead <= futureS ? null : refuse('timestamp-window', HEADER);
};
