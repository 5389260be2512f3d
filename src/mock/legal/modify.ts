import type { LegalTwin, Check } from '../behaviour.js';
import { soleHeader, type Call } from '../call.js';
import { onGrid } from '../grid.js';
import { showOrder, type OrderValues, type StoredOrder } from '../order-book.js';
import { refuse } from '../refusal.js';

const PRICES = ['barrierPrice', 'orderPrice'] as const;
const ALL_PRICES = [...PRICES, 'profitRealizationBarrierPrice', 'lossCutBarrierPrice'] as const;
const SWITCHES = ['profitRealizationYn', 'lossCutYn', 'lossTrackingYn'] as const;

/** How far a price may go from the one of the new order. */
const BAND = 0.05;

/** Legal readings of what the document leaves open about a modify. */
export const LEGAL_MODIFIES: readonly LegalTwin[] = [
  {
    name: 'price-band',
    does: 'Refuses a price more than 5 % away from that of the new order.',
    apply: (before) => {
      const first = new WeakMap<StoredOrder, OrderValues>();
      return refusing(before.checkBounds, ({ body, order }) => {
        if (order === null) return null;
        const { barrierPrice, orderPrice } = first.get(order) ?? order.values;
        first.set(order, first.get(order) ?? order.values);
        const own = { barrierPrice, orderPrice };
        const far = PRICES.find((name) => Math.abs(Number(body[name] ?? 0) - own[name]) > own[name] * BAND);
        return far === undefined ? null : refuse('price-not-positive', far);
      });
    },
  },
  {
    name: 'price-grid',
    does: 'Refuses a price that is no multiple of pointUnit.',
    apply: (before) =>
      refusing(before.checkBounds, ({ body, service }) => {
        const unit = service.catalogue.byCode.get(String(body['stockCd']))?.pointUnit ?? 1;
        const off = ALL_PRICES.find((name) => {
          const price = body[name];
          return typeof price === 'number' && Math.abs(onGrid(price, unit) - price) > unit / 1_000;
        });
        return off === undefined ? null : refuse('price-not-positive', off);
      }),
  },
  {
    name: 'coarse-price-grid',
    does: 'Takes prices in steps of ten point units from that of the new order only.',
    apply: (before) => {
      const first = new WeakMap<StoredOrder, OrderValues>();
      return refusing(before.checkBounds, ({ body, order, service }) => {
        if (order === null) return null;
        const own = first.get(order) ?? order.values;
        first.set(order, own);
        const unit = 10 * (service.catalogue.byCode.get(order.stockCd)?.pointUnit ?? 1);
        const prices = {
          ...own,
          profitRealizationBarrierPrice: own.takeProfit.price,
          lossCutBarrierPrice: own.stopLoss.price,
        };
        const off = ALL_PRICES.find((name) => {
          if (!body[name]) return false;
          const moved = Math.abs(Number(body[name]) - prices[name]) / unit;
          return Math.abs(moved - Math.round(moved)) > 1e-6;
        });
        return off === undefined ? null : refuse('price-not-positive', off);
      });
    },
  },
  {
    name: 'no-change-refused',
    does: 'Refuses a modify that changes nothing.',
    apply: (before) =>
      refusing(before.checkBounds, ({ body, order }) => {
        if (order === null) return null;
        const shown = showOrder(order) as unknown as Readonly<Record<string, unknown>>;
        const differs = Object.entries(body).some(([name, value]) => shown[name] !== value);
        return differs ? null : refuse('order-mismatch', 'orderPrice');
      }),
  },
  {
    name: 'quantity-fixed',
    does: 'Refuses another orderQuantity than that of the order.',
    apply: (before) =>
      refusing(before.checkBounds, ({ body, order }) =>
        order === null || body['orderQuantity'] === order.values.quantity
          ? null
          : refuse('order-mismatch', 'orderQuantity'),
      ),
  },
  {
    name: 'off-is-off',
    does: 'Refuses to switch a condition on again that a modify switched off.',
    apply: (before) => {
      const off = new WeakMap<StoredOrder, Set<string>>();
      return {
        ...refusing(before.checkBounds, ({ body, order }) => {
          const gone =
            order === null ? undefined : SWITCHES.find((name) => body[name] === 'Y' && off.get(order)?.has(name));
          return gone === undefined ? null : refuse('condition-new', gone);
        }),
        apply: (call) => {
          before.apply(call);
          if (call.order === null) return;
          const names = SWITCHES.filter((name) => call.body[name] === 'N');
          off.set(call.order, new Set([...(off.get(call.order) ?? []), ...names]));
        },
      };
    },
  },
  {
    name: 'off-must-be-on',
    does: 'Refuses N for a condition that the order never had.',
    apply: (before) =>
      refusing(before.checkBounds, ({ body, order }) => {
        const has = order === null ? {} : { ...showOrder(order) };
        const absent = SWITCHES.find((name) => body[name] === 'N' && !Object.hasOwn(has, name));
        return absent === undefined ? null : refuse('condition-new', absent);
      }),
  },
  {
    name: 'off-needs-a-zero',
    does: 'Refuses N where the price field is left out.',
    apply: (before) =>
      refusing(before.checkBounds, ({ body }) => {
        const pairs = [
          ['profitRealizationYn', 'profitRealizationBarrierPrice'],
          ['lossCutYn', 'lossCutBarrierPrice'],
        ] as const;
        const bare = pairs.find(([name, price]) => body[name] === 'N' && !Object.hasOwn(body, price));
        return bare === undefined ? null : refuse('condition-price-missing', bare[1]);
      }),
  },
  {
    name: 'trailing-not-new',
    does: 'Refuses to switch a trailing stop on that the new order did not have.',
    apply: (before) => {
      const first = new WeakMap<StoredOrder, boolean>();
      return refusing(before.checkBounds, ({ body, order }) => {
        if (order === null) return null;
        const had = first.get(order) ?? order.values.trailing;
        first.set(order, had);
        return body['lossTrackingYn'] === 'Y' && !had ? refuse('condition-new', 'lossTrackingYn') : null;
      });
    },
  },
  {
    name: 'few-mandatory-fields',
    does: 'Takes what a body leaves out from the order, as long as it identifies the order.',
    apply: (before) => ({
      checkMandatory: (call) => {
        const order = call.service.orders.get(String(call.body['orderNo']));
        if (order === null) return before.checkMandatory(call);
        const { stockCd, orderTypeCd, sideCd, orderQuantity } = showOrder(order);
        call.body = { stockCd, orderTypeCd, sideCd, orderQuantity, ...call.body };
        return before.checkMandatory(call);
      },
    }),
  },
  {
    name: 'both-prices-mandatory',
    does: 'Refuses a body without barrierPrice or orderPrice, also where the price is 0.',
    apply: (before) =>
      refusing(
        before.checkMandatory,
        ({ body }) => {
          const missing = PRICES.find((name) => !Object.hasOwn(body, name));
          return missing === undefined ? null : refuse('member-missing', missing);
        },
        'checkMandatory',
      ),
  },
  {
    name: 'unknown-members-ignored',
    does: 'Ignores members of the body that it does not know.',
    apply: () => ({ checkMembers: () => null }),
  },
  {
    name: 'fields-not-compared',
    does: 'Looks at no stockCd, orderTypeCd or sideCd that differs from that of the order.',
    apply: () => ({ checkAgreement: () => null }),
  },
  {
    name: 'date-time-by-instant',
    does: 'Finds an order by the same instant in any notation.',
    apply: (before) => ({
      findOrder: (call) => {
        const order = call.service.orders.get(String(call.body['orderNo']));
        const isSame = Date.parse(order?.orderDateTime ?? '') === Date.parse(String(call.body['orderDateTime']));
        if (!isSame) return before.findOrder(call);
        call.order = order;
        return null;
      },
    }),
  },
  {
    name: 'no-replay',
    does: 'Refuses a signature that it accepted before.',
    apply: (before) => {
      const seen = new Set<string>();
      const signatureOf = ({ incoming }: Call): string => soleHeader(incoming, 'x-signature') ?? '';
      return {
        verifySignature: (call) =>
          before.verifySignature(call) ?? (seen.has(signatureOf(call)) ? refuse('signature-mismatch') : null),
        apply: (call) => {
          before.apply(call);
          seen.add(signatureOf(call));
        },
      };
    },
  },
  {
    name: 'small-hexadecimal',
    does: 'Refuses a signature in upper case.',
    apply: (before) => ({
      verifySignature: (call) =>
        /[A-F]/.test(soleHeader(call.incoming, 'x-signature') ?? '')
          ? refuse('signature-form')
          : before.verifySignature(call),
    }),
  },
  {
    name: 'market-fills-at-once',
    does: 'Has no MARKET order that is unfilled.',
    leaves: ['MOD-005', 'MOD-051', 'MOD-052'],
    apply: (before) => ({
      offers: (wanted) => (wanted.orderTypeCd !== 'MARKET' || wanted.state === 'filled') && before.offers(wanted),
    }),
  },
];

function refusing(before: Check, check: Check, name: 'checkBounds' | 'checkMandatory' = 'checkBounds') {
  return { [name]: (call: Call) => before(call) ?? check(call) };
}
