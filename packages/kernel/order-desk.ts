import type { PriceBand } from '@candor/rules';
import type { PlaceOrder } from './commands.ts';
import type { Outcome, RejectionCode } from './events.ts';
import type { CancelledOrder } from './vocabulary.ts';

/** An order that rests in a spot book. */
export type RestingOrder = CancelledOrder;

/** What the product whose wallets trade in the spot books is asked and told of their orders there. */
export interface RestingWatch {
  /** Whether any order may be withheld in this symbol now. */
  mayWithhold(symbolId: number): boolean;
  /** Whether orders of this account (its slot) may not trade now: who meets one has it cancelled. */
  withholds(account: number, symbolId: number): boolean;
  /** An order was met and is cancelled in place of trading. */
  withheld(account: number, order: RestingOrder): void;
  /** A fill of a resting order brought so much of an asset, its fee taken off. */
  filled(orderId: number, assetId: number, units: number): void;
  /** A resting order left its book; so much of what it gives was still held for it. */
  ended(orderId: number, heldUnits: number): void;
}

/** What the spot books do for wallets of other products. Accounts are slots of the ledger. */
export interface OrderDesk {
  /** Places a spot order of an account. A market order stops at `worstTicks` at the latest, where it is not 0. */
  place(account: number, order: PlaceOrder, worstTicks: number): Outcome;
  /**
   * What such an order would take of its account's balance, in base units: what its fills cost now, and what is held for
   * what then rests. Or why it would be refused but for the balance.
   */
  cost(account: number, order: PlaceOrder, worstTicks: number): number | RejectionCode;
  /** Places an order whose cost lies in its account. */
  placeCovered(account: number, order: PlaceOrder, worstTicks: number): Outcome;
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
