import type { PriceBand } from '@candor/rules';
import type { PlaceOrder } from './commands.ts';
import type { Outcome } from './events.ts';
import type { CancelledOrder } from './vocabulary.ts';

/** An order that rests in a spot book. */
export type RestingOrder = CancelledOrder;

/** What the spot books do for wallets of other products. Accounts are slots of the ledger. */
export interface OrderDesk {
  /** Places a spot order of an account. A market order stops at `worstTicks` at the latest, where it is not 0. */
  place(account: number, order: PlaceOrder, worstTicks: number): Outcome;
  /** Cancels an account's open orders, of one symbol or of all, lowest id first; returns their ids. */
  cancelAll(account: number, symbolId: number | null): number[];
  /** An account's open orders, lowest id first. */
  resting(account: number): RestingOrder[];
  /**
   * Cancels an account's buys above and sells below the band that each symbol with open orders is given, lowest id
   * first; returns what they were.
   */
  cancelBeyond(account: number, bandOf: (symbolId: number) => PriceBand): CancelledOrder[];
}
