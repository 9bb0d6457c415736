import { Refusal } from '../../base/errors/refusal.ts';
import type { CoreLink } from '../core/index.ts';
import type { History } from '../ports.ts';

/** Longest wait of a refusal for the history, which may trail the ledger. */
const PATIENCE_MS = 1_000;

interface EndedOrderDeps {
  readonly core: Pick<CoreLink, 'status'>;
  readonly history: Pick<History, 'caughtUp'>;
}

/** An order as the history has it. */
export interface FoundOrder {
  readonly orderId: number;
  readonly doneReason: string | null;
}

/** Finds one of the user's orders in the history. */
export interface OrderFinder {
  /** The order that the act names; null where the user has no such order. */
  readonly named: () => Promise<FoundOrder | null>;
  /** The order that took its place, once it fired, for what it left open; null for none. */
  readonly keptAs: (orderId: number) => Promise<FoundOrder | null>;
}

/**
 * Runs an act on an order. The ledger knows open orders alone: where it knows none, the refusal says how the user's order
 * ended. An order whose rest goes on under another id ended as that one did, and `details.keptAs` names it, be it open
 * or over. While the history stands still, the refusal says no more than the ledger.
 * @throws Refusal ORDER_FILLED, ORDER_CANCELLED, and what `act` throws
 */
export async function onOpenOrder<Answer>(
  { core, history }: EndedOrderDeps,
  act: () => Promise<Answer>,
  find: OrderFinder,
): Promise<Answer> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof Refusal) || error.key !== 'UNKNOWN_ORDER') throw error;
    await history.caughtUp(core.status().committedSeq, PATIENCE_MS);
    const named = await find.named();
    if (named === null || named.doneReason === null) throw error;
    const kept = await find.keptAs(named.orderId);
    const key = (kept ?? named).doneReason === 'filled' ? 'ORDER_FILLED' : 'ORDER_CANCELLED';
    throw new Refusal(key, kept === null ? {} : { details: { keptAs: String(kept.orderId) } });
  }
}
