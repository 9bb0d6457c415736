import type { PriceTicks } from '@candor/money';
import type { PriceBand } from '@candor/rules';
import type { PlaceOrder, Side } from './commands.ts';
import type { Outcome } from './events.ts';

/** What the spot books do for wallets of other products. Accounts are slots of the ledger. */
export interface OrderDesk {
  /** Places a spot order of an account. A market order stops at `worstTicks` at the latest, where it is not 0. */
  place(account: number, order: PlaceOrder, worstTicks: number): Outcome;
  /** Cancels an account's open orders, of one symbol or of all, lowest id first; returns their ids. */
  cancelAll(account: number, symbolId: number | null): number[];
  /**
   * Cancels an account's buys above and sells below the band that each symbol with open orders is given, lowest id
   * first; returns what they were.
   */
  cancelBeyond(account: number, bandOf: (symbolId: number) => PriceBand): CancelledOrder[];
}

/** An order that was cancelled, as it stood in its book. */
export interface CancelledOrder {
  readonly orderId: number;
  readonly symbolId: number;
  readonly side: Side;
  readonly priceTicks: PriceTicks;
}
