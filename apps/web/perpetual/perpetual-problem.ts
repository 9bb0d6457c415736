import { decimalOf, isPositiveNumber, isRefusedNumber, type TypedNumber } from '@candor/i18n';
import { compareFigures } from '../markets/rank.ts';
import { isOnWrongSide } from '../trade/draft/draft.ts';
import type { TriggerDraft } from './entry-trigger.tsx';
import { firesOnFill, type PerpetualDraft, type PerpetualPreview, stopSide } from './perpetual-preview.ts';
import type { StopDraft } from './stop-fields.tsx';

export interface PerpetualEntry {
  readonly action: PerpetualDraft['action'];
  readonly side: 'long' | 'short';
  readonly kind: 'limit' | 'market';
  /** Price as typed. */
  readonly price: TypedNumber;
  /** Quantity as typed. */
  readonly quantity: TypedNumber;
  /** Null for an order that waits for nothing. */
  readonly trigger: TriggerDraft | null;
  readonly stops: StopDraft | null;
  /** The most contracts that it may have. */
  readonly most: number;
  readonly preview: PerpetualPreview | null;
  /** False where the tier of what the position grows to allows less leverage. */
  readonly fitsTier: boolean;
  /** USDT in 10^-8; null for a visitor. */
  readonly available: bigint | null;
  /** The price that fires its stops. */
  readonly stopPrice: string | null;
}

type TypedEntry = Pick<PerpetualEntry, 'action' | 'kind' | 'price' | 'quantity' | 'trigger' | 'stops'>;

/** Returns the number of an entry that its field refused; undefined where there is none. */
export function refusedOf({ action, kind, price, quantity, trigger, stops }: TypedEntry) {
  const typed = [
    quantity,
    kind === 'limit' ? price : '',
    trigger?.price ?? '',
    ...(action === 'open' && stops !== null ? [stops.profit, stops.loss, stops.quantity] : []),
  ];
  return typed.find(isRefusedNumber);
}

/** Returns the id of the text that says why the order cannot be sent as it is written; null where it can. */
export function perpetualProblem(entry: PerpetualEntry): string | null {
  const { action, kind, price, trigger, stops } = entry;
  const opens = action === 'open';
  if (refusedOf(entry) !== undefined) return 'ui.number.unread';
  if (trigger !== null && !isPositiveNumber(trigger.price)) return 'trade.form.problem.trigger';
  if (kind === 'limit' && !isPositiveNumber(price)) return 'trade.form.problem.price';
  const quantity = contractsOf(entry.quantity);
  if (!Number.isSafeInteger(quantity) || quantity <= 0) return 'trade.form.problem.quantity';
  if (opens && stops !== null && hasWrongStop(entry, stops)) return 'error.PERPETUAL_STOPS_WRONG_SIDE';
  if (opens && stops !== null && isBeyondLiquidation(entry, decimalOf(stops.loss)))
    return 'error.PERPETUAL_STOP_BEYOND_LIQUIDATION';
  // what an order that waits will find is known once it triggers
  if (trigger !== null) return null;
  return opens ? openingProblem(entry) : closingProblem(quantity, entry.most);
}

/** Returns the number of contracts that is typed; 0 for none. */
export function contractsOf(typed: TypedNumber): number {
  return isPositiveNumber(typed) ? Number(typed) : 0;
}

function closingProblem(quantity: number, most: number): string | null {
  if (most === 0) return 'perpetual.problem.noPosition';
  return quantity > most ? 'perpetual.problem.closable' : null;
}

/**
 * Returns the price that the stops of an entry are measured from, as the ledger does: its limit, else its trigger. Null
 * for a market order, whose stops are measured from the price that fires them.
 */
export function stopReference({
  kind,
  price,
  trigger,
}: Pick<PerpetualEntry, 'kind' | 'price' | 'trigger'>): string | null {
  if (kind === 'limit') return decimalOf(price);
  return trigger === null ? null : decimalOf(trigger.price);
}

function hasWrongStop(entry: PerpetualEntry, stops: StopDraft): boolean {
  const reference = stopReference(entry) ?? entry.stopPrice;
  const isWrong = (kind: 'profit' | 'loss') =>
    isOnWrongSide(stopSide(entry.side, kind), decimalOf(stops[kind]), reference);
  return (
    isWrong('profit') || isWrong('loss') || firesOnFill(entry.side, decimalOf(stops.loss), entry.stopPrice)
  );
}

/** True for a stop-loss that the position's liquidation would come before, by the price that the book gives. */
function isBeyondLiquidation({ side, preview }: PerpetualEntry, loss: string): boolean {
  const liquidation = preview?.liquidationPrice ?? null;
  if (liquidation === null || !isPositiveNumber(loss)) return false;
  const above = compareFigures(loss, liquidation);
  return side === 'long' ? above <= 0 : above >= 0;
}

function openingProblem({ preview, fitsTier, available }: PerpetualEntry): string | null {
  if (preview === null) return 'trade.form.problem.price';
  if (!fitsTier) return 'error.PERPETUAL_LEVERAGE_TOO_HIGH';
  return available !== null && preview.costUnits > available ? 'trade.form.problem.balance' : null;
}
