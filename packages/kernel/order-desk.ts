import type { PriceBand } from '@candor/rules';
import type { RejectionCode } from './events.ts';
import type { OrderOutcome } from './outcome-kinds.ts';
import type { CancelledOrder, OrderRequest, Side } from './vocabulary.ts';

/** An order that rests in a book of the desk. */
export type RestingOrder = CancelledOrder;

/** Listens to the resting orders of the wallets that another product trades with, and may keep them from trading. */
export interface RestingWatch {
  /** True if any order may be withheld in this symbol now. */
  mayWithhold(symbolId: number): boolean;
  /** True if orders of this account (its slot) may not trade now: a taker that meets one has it cancelled. */
  withholds(account: number, symbolId: number): boolean;
  /** An order was met and is cancelled in place of trading. */
  withheld(account: number, order: RestingOrder): void;
  /** A fill of a resting order brought so much of an asset, its fee taken off. */
  filled(orderId: number, assetId: number, units: number): void;
  /** A resting order left its book; so much of what it gives was still held for it. */
  ended(orderId: number, heldUnits: number): void;
}

/** Order books that are open to wallets of other products. Accounts are slots of the ledger. */
export interface OrderDesk {
  /** Sets who watches the resting orders that this desk places. */
  watch(watch: RestingWatch): void;
  /** Places an order of an account. A market order stops at `worstTicks` at the latest, where it is not 0. */
  place(account: number, order: OrderRequest, worstTicks: number): OrderOutcome;
  /**
   * Returns the base units that such an order would take of its account's balance: what its fills cost now, and what is
   * held for the rest. Or why it would be refused but for the balance.
   */
  cost(account: number, order: OrderRequest, worstTicks: number): number | RejectionCode;
  /** True if a market order of this side that stops at `worstTicks` would find anybody in the book. */
  meets(symbolId: number, side: Side, worstTicks: number): boolean;
  /** Places an order whose cost lies in its account. */
  placeCovered(account: number, order: OrderRequest, worstTicks: number): OrderOutcome;
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
