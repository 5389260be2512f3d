import type { Instrument } from '../../contract/order.js';
import type { Fault } from '../behaviour.js';
import type { Call } from '../call.js';
import { acceptAt, overlook, type FaultHead } from './make-fault.js';

/** Faults in the bounds of orderQuantity, section 8. */
export const QUANTITY_FAULTS: readonly Fault[] = [
  overlook(
    ['no-upper-bound', 'ORD-005', 'Accepts a quantity above maxOrderQuantity.'],
    'checkBounds',
    ({ cause }) => cause === 'quantity-above',
  ),
  outOfBounds(
    ['upper-bound-a-unit-off', 'ORD-005', 'Accepts a quantity one unit above maxOrderQuantity.'],
    (quantity, { maxOrderQuantity, orderUnit }) =>
      quantity > maxOrderQuantity && quantity < maxOrderQuantity + 1.5 * orderUnit,
  ),
  outOfBounds(
    ['quantity-in-32-bits', 'ORD-005', 'Drops what of a quantity is beyond 32 bits.'],
    (quantity, { maxOrderQuantity }) => quantity >= 2 ** 32 && quantity % 2 ** 32 <= maxOrderQuantity,
  ),
  outOfBounds(
    ['no-upper-bound-with-stop-loss', 'ORD-005', 'Accepts any large quantity for an order that has a stop-loss.'],
    (quantity, { maxOrderQuantity }, { order }) => quantity > maxOrderQuantity && order?.had.stopLoss === true,
  ),
  outOfBounds(
    ['no-upper-bound-for-market', 'ORD-005', 'Accepts any large quantity for a MARKET order.'],
    (quantity, { maxOrderQuantity }, { body }) => quantity > maxOrderQuantity && body['orderTypeCd'] === 'MARKET',
  ),
  outOfBounds(
    ['no-lower-bound-beside-stop-loss', 'ORD-006', 'Accepts any small quantity if the body changes the stop-loss.'],
    (quantity, { minOrderQuantity }, { body }) => quantity < minOrderQuantity && body['lossCutYn'] === 'Y',
  ),
  outOfBounds(
    [
      'any-step-beside-take-profit',
      'ORD-007',
      'Accepts any decimals of a quantity if the body changes the take-profit.',
    ],
    (quantity, instrument, { body }) => isInside(quantity, instrument) && body['profitRealizationYn'] === 'Y',
  ),
  overlook(
    ['no-lower-bound', 'ORD-006', 'Accepts a quantity below minOrderQuantity.'],
    'checkBounds',
    ({ cause }) => cause === 'quantity-below' || cause === 'quantity-not-positive',
  ),
  outOfBounds(
    ['quantity-rounded-up-to-the-minimum', 'ORD-006', 'Takes a quantity between 0 and minOrderQuantity for that.'],
    (quantity, { minOrderQuantity }) => quantity > 0 && quantity < minOrderQuantity,
  ),
  outOfBounds(['zero-quantity', 'ORD-006', 'Accepts a quantity of 0.'], (quantity) => quantity === 0),
  outOfBounds(['negative-quantity', 'ORD-006', 'Drops the sign of a quantity.'], (quantity) => quantity < 0),
  overlook(
    ['any-quantity-step', 'ORD-007', 'Accepts a quantity that is no multiple of orderUnit.'],
    'checkBounds',
    ({ cause }) => cause === 'quantity-step',
  ),
  outOfBounds(
    ['half-units', 'ORD-007', 'Accepts half units of a quantity.'],
    (quantity, instrument) =>
      isInside(quantity, instrument) && Math.abs(partOf(quantity, instrument.orderUnit) - 0.5) < 1e-6,
  ),
  outOfBounds(
    ['quantity-rounded', 'ORD-007', 'Accepts a quantity that is within a hundredth of a multiple of orderUnit.'],
    (quantity, instrument) => isInside(quantity, instrument) && partOf(quantity, instrument.orderUnit) < 0.01,
  ),
  outOfBounds(
    ['small-units-unchecked', 'ORD-007', 'Accepts any number of decimals where orderUnit is less than 1.'],
    (quantity, instrument) => isInside(quantity, instrument) && instrument.orderUnit < 1,
  ),
];

/** A fault that accepts some of the quantities that the bounds refuse. */
function outOfBounds(
  head: FaultHead,
  isTaken: (quantity: number, instrument: Instrument, call: Call) => boolean,
): Fault {
  return acceptAt(head, 'checkBounds', (_, call) => {
    const instrument = call.service.catalogue.byCode.get(String(call.body['stockCd']));
    const quantity = Number(call.body['orderQuantity']);
    return instrument !== undefined && isTaken(quantity, instrument, call);
  });
}

/** What is left over of a unit. */
const partOf = (quantity: number, unit: number): number => quantity / unit - Math.floor(quantity / unit);

const isInside = (quantity: number, { minOrderQuantity, maxOrderQuantity }: Instrument): boolean =>
  quantity >= minOrderQuantity && quantity <= maxOrderQuantity;
