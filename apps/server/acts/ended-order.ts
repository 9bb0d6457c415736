import type { CoreLink } from '../core/index.ts';
import type { History } from '../ports.ts';
import { Refusal } from '../refusal.ts';

/** How long a refusal waits for the history, which may trail the ledger. */
const PATIENCE_MS = 1_000;

interface EndedOrderDeps {
  readonly core: Pick<CoreLink, 'status'>;
  readonly history: Pick<History, 'caughtUp'>;
}

/**
 * Runs an act on an order. The ledger knows open orders alone: where it knows none, `find` reads the user's order in the
 * history, and the refusal says how it ended. While the history stands still, it says no more than the ledger.
 * @throws Refusal ORDER_FILLED, ORDER_CANCELLED, and what `act` throws
 */
export async function onOpenOrder<Answer>(
  { core, history }: EndedOrderDeps,
  act: () => Promise<Answer>,
  find: () => Promise<{ readonly doneReason: string | null } | null>,
): Promise<Answer> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof Refusal) || error.key !== 'UNKNOWN_ORDER') throw error;
    await history.caughtUp(core.status().committedSeq, PATIENCE_MS);
    const reason = (await find())?.doneReason ?? null;
    if (reason === null) throw error;
    throw new Refusal(reason === 'filled' ? 'ORDER_FILLED' : 'ORDER_CANCELLED');
  }
}
