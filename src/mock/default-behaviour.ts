import type { Behaviour } from './behaviour.js';
import { namedData as dataOfNamed } from './named-operations.js';
import { nameOf } from './order-book.js';
import { bodyOf, statusOf } from './refusal.js';
import { applyChange } from './steps/apply-change.js';
import { checkContentType, checkNoBody, checkNoQuery, checkSize, parseBody } from './steps/check-body.js';
import { checkBounds } from './steps/check-bounds.js';
import { checkStopLoss, checkTakeProfit, checkTrailing } from './steps/check-conditions.js';
import {
  checkDateTime,
  checkFieldTypes,
  checkMandatory,
  checkMembers,
  checkOrderType,
  checkSide,
  checkSwitches,
} from './steps/check-fields.js';
import { checkAgreement, checkState, findOrder } from './steps/check-order.js';
import { checkBarrierPrice, checkOrderPrice } from './steps/check-prices.js';
import { verifySignature } from './steps/check-signature.js';
import { readTimestamp, withinWindow } from './steps/check-timestamp.js';
import {
  readToken,
  TOKEN_CHECKS,
  verifyTokenAlgorithm,
  verifyTokenClaims,
  verifyTokenExpiry,
  verifyTokenForm,
  verifyTokenSignature,
} from './steps/check-token.js';
import * as paging from './steps/paging.js';
import { checkGroup, readPosition, readQuery } from './steps/read-query.js';
import { route } from './steps/route.js';
import { transmit } from './transmit.js';

/** The reference's reading of the document, strict wherever it is silent. */
export const DEFAULT_BEHAVIOUR: Behaviour = {
  modifyChecks: [
    ...TOKEN_CHECKS,
    'readTimestamp',
    'withinWindow',
    'checkSize',
    'verifySignature',
    'checkNoQuery',
    'checkContentType',
    'parseBody',
    'checkMembers',
    'checkMandatory',
    'checkFieldTypes',
    'checkDateTime',
    'checkOrderType',
    'checkSide',
    'checkSwitches',
    'findOrder',
    'checkAgreement',
    'checkState',
    'checkBarrierPrice',
    'checkOrderPrice',
    'checkTakeProfit',
    'checkStopLoss',
    'checkTrailing',
    'checkBounds',
  ],
  listChecks: [...TOKEN_CHECKS, 'checkNoBody', 'readQuery', 'checkGroup', 'readPosition'],
  namedChecks: TOKEN_CHECKS,
  window: { pastS: 60, futureS: 60 },
  route,
  readToken,
  verifyTokenForm,
  verifyTokenAlgorithm,
  verifyTokenSignature,
  verifyTokenClaims,
  verifyTokenExpiry,
  readTimestamp,
  withinWindow,
  checkSize,
  verifySignature,
  checkNoQuery,
  checkContentType,
  parseBody,
  checkMembers,
  checkMandatory,
  checkFieldTypes,
  checkDateTime,
  checkOrderType,
  checkSide,
  checkSwitches,
  findOrder,
  checkAgreement,
  checkState,
  checkBarrierPrice,
  checkOrderPrice,
  checkTakeProfit,
  checkStopLoss,
  checkTrailing,
  checkBounds,
  checkNoBody,
  readQuery,
  checkGroup,
  readPosition,
  offers: () => true,
  nameOrder: nameOf,
  stateOf: ({ state }) => state,
  apply: applyChange,
  modifyData: () => ({ success: true }),
  ...paging,
  recordOf: (_, instrument) => instrument,
  namedData: ({ named }) => dataOfNamed(named ?? ''),
  envelope: (_, data) => ({ status: 'SUCCESS', code: 200, data }),
  serialize: (_, body) => JSON.stringify(body),
  refusal: (_, refusal) => ({ status: statusOf(refusal), body: bodyOf(refusal) }),
  respond: (_, answer) => answer,
  transmit,
};
