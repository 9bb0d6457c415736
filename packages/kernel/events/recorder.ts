import type { DoneReason, EntryKind } from '../events.ts';
import type { Balances } from '../ledger/balances.ts';
import { Tape } from './tape.ts';

/** The kinds of records on the tape. A fill holds one trade event and its three entries. */
export const ACCEPTED = 1;
export const RESTED = 2;
export const FILL = 3;
export const DONE = 4;
export const BALANCE = 5;
export const INDEX = 6;
export const SYMBOL_STATE = 7;
export const CATALOGUE = 8;
export const ENTRY = 9;

/** How many tape entries each record takes; an entry's postings come on top. */
export const ACCEPTED_SIZE = 9;
export const RESTED_SIZE = 7;
export const FILL_SIZE = 28;
export const DONE_SIZE = 7;
export const BALANCE_SIZE = 5;
export const INDEX_SIZE = 5;
export const SYMBOL_STATE_SIZE = 4;
export const CATALOGUE_SIZE = 1;
export const ENTRY_SIZE = 5;
export const POSTING_SIZE = 4;

export const IS_SELL = 1;
export const IS_HOUSE = 2;
export const IS_MARKET = 4;
export const IS_POST_ONLY = 8;
export const HAS_PRICE = 16;
export const HAS_LOTS = 32;
export const HAS_QUOTE_AMOUNT = 64;
/** The time in force, or the reason why an order is done, stands above the flags. */
export const CODE_SHIFT = 8;

export const TAKER_SELLS = 1;
export const MAKER_HOUSE = 2;
export const TAKER_HOUSE = 4;

export const DONE_REASONS: readonly DoneReason[] = ['filled', 'cancelled', 'expired', 'self-trade'];
export const REASON_FILLED = 0;
export const REASON_CANCELLED = 1;
export const REASON_EXPIRED = 2;
export const REASON_SELF_TRADE = 3;

export const ENTRY_KINDS: readonly EntryKind[] = ['trade', 'fee', 'practice-funds'];
export const ENTRY_PRACTICE_FUNDS = 2;

/** All that a fill's events say. Balances are slots, read after the fill is posted. */
export interface Fill {
  tradeId: number;
  symbolId: number;
  baseAssetId: number;
  quoteAssetId: number;
  priceTicks: number;
  lots: number;
  flags: number;
  quoteUnits: number;
  baseUnits: number;
  makerOrderId: number;
  takerOrderId: number;
  makerUserId: number;
  takerUserId: number;
  buyerFee: number;
  sellerFee: number;
  makerFeePpm: number;
  takerFeePpm: number;
  baseFund: number;
  quoteFund: number;
  buyerBase: number;
  buyerQuote: number;
  sellerBase: number;
  sellerQuote: number;
  feesBase: number;
  feesQuote: number;
  fundBase: number;
  fundQuote: number;
}

/** Writes what happens to the tape. */
export class Recorder {
  readonly tape = new Tape();

  accepted(
    orderId: number,
    userId: number,
    symbolId: number,
    flags: number,
    priceTicks: number,
    lots: number,
    quoteAmount: number,
    clientOrderId: string | null,
  ): void {
    const { tape } = this;
    const at = tape.reserve(ACCEPTED_SIZE);
    const { numbers } = tape.chunk;
    numbers[at] = ACCEPTED;
    numbers[at + 1] = orderId;
    numbers[at + 2] = userId;
    numbers[at + 3] = symbolId;
    numbers[at + 4] = flags;
    numbers[at + 5] = priceTicks;
    numbers[at + 6] = lots;
    numbers[at + 7] = quoteAmount;
    numbers[at + 8] = clientOrderId === null ? 0 : tape.text(clientOrderId);
  }

  rested(
    orderId: number,
    userId: number,
    symbolId: number,
    flags: number,
    priceTicks: number,
    lots: number,
  ): void {
    const at = this.tape.reserve(RESTED_SIZE);
    const { numbers } = this.tape.chunk;
    numbers[at] = RESTED;
    numbers[at + 1] = orderId;
    numbers[at + 2] = userId;
    numbers[at + 3] = symbolId;
    numbers[at + 4] = flags;
    numbers[at + 5] = priceTicks;
    numbers[at + 6] = lots;
  }

  done(
    orderId: number,
    userId: number,
    symbolId: number,
    flags: number,
    priceTicks: number,
    removedLots: number,
  ): void {
    const at = this.tape.reserve(DONE_SIZE);
    const { numbers } = this.tape.chunk;
    numbers[at] = DONE;
    numbers[at + 1] = orderId;
    numbers[at + 2] = userId;
    numbers[at + 3] = symbolId;
    numbers[at + 4] = flags;
    numbers[at + 5] = priceTicks;
    numbers[at + 6] = removedLots;
  }

  fill(fill: Fill, balances: Balances): void {
    const { tape } = this;
    const at = tape.reserve(FILL_SIZE);
    const { numbers } = tape.chunk;
    numbers[at] = FILL;
    numbers[at + 1] = fill.tradeId;
    numbers[at + 2] = fill.symbolId;
    numbers[at + 3] = fill.baseAssetId;
    numbers[at + 4] = fill.quoteAssetId;
    numbers[at + 5] = fill.priceTicks;
    numbers[at + 6] = fill.lots;
    numbers[at + 7] = fill.flags;
    numbers[at + 8] = fill.quoteUnits;
    numbers[at + 9] = fill.baseUnits;
    numbers[at + 10] = fill.makerOrderId;
    numbers[at + 11] = fill.takerOrderId;
    numbers[at + 12] = fill.makerUserId;
    numbers[at + 13] = fill.takerUserId;
    numbers[at + 14] = fill.buyerFee;
    numbers[at + 15] = fill.sellerFee;
    numbers[at + 16] = fill.baseFund;
    numbers[at + 17] = fill.quoteFund;
    const { money } = balances;
    tape.putCell(at + 18, money, 2 * fill.buyerBase);
    tape.putCell(at + 19, money, 2 * fill.buyerQuote);
    tape.putCell(at + 20, money, 2 * fill.sellerBase);
    tape.putCell(at + 21, money, 2 * fill.sellerQuote);
    tape.putCell(at + 22, money, 2 * fill.feesBase);
    tape.putCell(at + 23, money, 2 * fill.feesQuote);
    tape.putCell(at + 24, money, 2 * fill.fundBase);
    tape.putCell(at + 25, money, 2 * fill.fundQuote);
    numbers[at + 26] = fill.makerFeePpm;
    numbers[at + 27] = fill.takerFeePpm;
  }

  balance(userId: number, assetId: number, balances: Balances, slot: number): void {
    const { tape } = this;
    const at = tape.reserve(BALANCE_SIZE);
    const { numbers } = tape.chunk;
    numbers[at] = BALANCE;
    numbers[at + 1] = userId;
    numbers[at + 2] = assetId;
    tape.putCell(at + 3, balances.money, 2 * slot);
    tape.putCell(at + 4, balances.money, 2 * slot + 1);
  }

  index(tickNo: number, symbolId: number, priceTicks: number, venuesUsed: number): void {
    const at = this.tape.reserve(INDEX_SIZE);
    const { numbers } = this.tape.chunk;
    numbers[at] = INDEX;
    numbers[at + 1] = tickNo;
    numbers[at + 2] = symbolId;
    numbers[at + 3] = priceTicks;
    numbers[at + 4] = venuesUsed;
  }

  symbolState(symbolId: number, stateCode: number, reason: string): void {
    const at = this.tape.reserve(SYMBOL_STATE_SIZE);
    const { numbers } = this.tape.chunk;
    numbers[at] = SYMBOL_STATE;
    numbers[at + 1] = symbolId;
    numbers[at + 2] = stateCode;
    numbers[at + 3] = this.tape.text(reason);
  }

  catalogue(): void {
    const at = this.tape.reserve(CATALOGUE_SIZE);
    this.tape.chunk.numbers[at] = CATALOGUE;
  }

  /** An entry between two accounts: `amount` goes from one balance (its account's number) to the other. */
  transfer(
    kind: number,
    assetId: number,
    amount: bigint,
    from: number,
    fromBalance: number,
    to: number,
    toBalance: number,
    balances: Balances,
  ): void {
    const { tape } = this;
    const at = tape.reserve(ENTRY_SIZE + 2 * POSTING_SIZE);
    const { numbers } = tape.chunk;
    numbers[at] = ENTRY;
    numbers[at + 1] = kind;
    numbers[at + 2] = 0;
    numbers[at + 3] = 0;
    numbers[at + 4] = 2;
    const first = at + ENTRY_SIZE;
    numbers[first] = from;
    numbers[first + 1] = assetId;
    tape.putBig(first + 2, -amount);
    tape.putBig(first + 3, balances.total(fromBalance));
    const second = first + POSTING_SIZE;
    numbers[second] = to;
    numbers[second + 1] = assetId;
    tape.putBig(second + 2, amount);
    tape.putBig(second + 3, balances.total(toBalance));
  }
}
