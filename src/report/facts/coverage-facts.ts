import { ORDER_TYPES, SIDES } from '../../contract/order.js';
import type { Results } from '../../contract/results.js';
import type { CoverageCell, CoverageFacts, Reply, SwitchState } from './run-facts.js';
import { membersOf, type SeenExchange } from './seen-exchange.js';

/** The states of a switch, in the order in which they are shown. */
export const SWITCH_STATES: readonly SwitchState[] = ['absent', 'Y', 'N'];

type Counts = Record<Reply | 'wronglyAccepted' | 'wronglyRefused', number>;

/** How findings begin that expect an acceptance. */
const ACCEPTANCE = /^(?:status 200 with data\.success true|acceptance)\b/;

/** Counts modify bodies by type, side and conditions. */
export class CoverageGathering {
  private readonly cells = new Map<string, Counts>();
  /** Numbers of exchanges that show findings which expect an acceptance. */
  private readonly toAccept: ReadonlySet<number>;
  private placed = 0;
  private elsewhere = 0;

  constructor({ clauses }: Pick<Results, 'clauses'>) {
    const broken = clauses.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn');
    const findings = broken.flatMap((clause) => clause.findings).filter(({ expected }) => ACCEPTANCE.test(expected));
    this.toAccept = new Set(findings.flatMap(({ shown }) => (shown === undefined ? [] : [shown.exchange])));
  }

  see({ number, operation, sent, reply, isInvalid }: SeenExchange): void {
    if (operation !== 'modifyOrder') return;
    const place = placeOf(sent);
    if (place === null) {
      this.elsewhere += 1;
      return;
    }
    this.placed += 1;
    const counts = this.cells.get(place) ?? {
      accepted: 0,
      refused: 0,
      unclear: 0,
      wronglyAccepted: 0,
      wronglyRefused: 0,
    };
    counts[reply] += 1;
    if (reply === 'accepted' && isInvalid) counts.wronglyAccepted += 1;
    if (reply === 'refused' && !isInvalid && this.toAccept.has(number)) counts.wronglyRefused += 1;
    this.cells.set(place, counts);
  }

  facts(): CoverageFacts {
    const cells = allPlaces().flatMap((place): CoverageCell[] => {
      const counts = this.cells.get(keyOf(place));
      return counts === undefined ? [] : [{ ...place, ...counts }];
    });
    return { placed: this.placed, elsewhere: this.elsewhere, cells };
  }
}

type Place = Pick<CoverageCell, 'orderTypeCd' | 'sideCd' | 'takeProfit' | 'stopLoss' | 'trailing'>;

function allPlaces(): Place[] {
  return ORDER_TYPES.flatMap((orderTypeCd) =>
    SIDES.flatMap((sideCd) =>
      SWITCH_STATES.flatMap((takeProfit) =>
        SWITCH_STATES.flatMap((stopLoss) =>
          SWITCH_STATES.map((trailing) => ({ orderTypeCd, sideCd, takeProfit, stopLoss, trailing })),
        ),
      ),
    ),
  );
}

/** Words that tell places of the grid apart. */
function keyOf({ orderTypeCd, sideCd, takeProfit, stopLoss, trailing }: Place): string {
  return [orderTypeCd, sideCd, takeProfit, stopLoss, trailing].join(' ');
}

function placeOf(sent: unknown): string | null {
  const { orderTypeCd, sideCd, profitRealizationYn, lossCutYn, lossTrackingYn } = membersOf(sent);
  const [type, side] = [codeIn(ORDER_TYPES, orderTypeCd), codeIn(SIDES, sideCd)];
  const [takeProfit, stopLoss, trailing] = [profitRealizationYn, lossCutYn, lossTrackingYn].map(switchOf);
  if (type === undefined || side === undefined || !takeProfit || !stopLoss || !trailing) return null;
  return keyOf({ orderTypeCd: type, sideCd: side, takeProfit, stopLoss, trailing });
}

function codeIn(codes: readonly string[], value: unknown): string | undefined {
  return codes.find((code) => code === value);
}

function switchOf(value: unknown): SwitchState | null {
  if (value === undefined) return 'absent';
  return value === 'Y' || value === 'N' ? value : null;
}
