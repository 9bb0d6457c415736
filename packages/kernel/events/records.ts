import type { DoneReason, EntryKind } from '../events.ts';

/**
 * The records on the tape, in entries of 64 bits. The first entry is two words: the record's kind with its flags above
 * it, and a symbol or asset. Lines of two names below are two 32-bit words of one entry.
 */
export const ACCEPTED = 1;
/** An order that was accepted and rests whole: both events in one record. */
export const OPENED = 2;
export const RESTED = 3;
/** A trade event and its entries. */
export const FILL = 4;
export const DONE = 5;
export const BALANCE = 6;
export const INDEX = 7;
export const SYMBOL_STATE = 8;
export const CATALOGUE = 9;
export const PRACTICE_FUNDS = 10;
/** Any other event, kept as it was noted. */
export const NOTE = 11;
/** A double entry; the code of its kind stands above. */
export const ENTRY = 12;
/** An event of a product as that lays it out: see packed.ts; the code of the layout stands above. */
export const PACKED = 13;

export const KIND_MASK = 15;

/** Flags of orders. */
export const IS_SELL = 1 << 4;
export const IS_HOUSE = 1 << 5;
export const IS_MARKET = 1 << 6;
export const IS_POST_ONLY = 1 << 7;
export const HAS_PRICE = 1 << 8;
export const HAS_LOTS = 1 << 9;
export const HAS_QUOTE_AMOUNT = 1 << 10;
/** The time in force, or the reason why an order is done, stands above the flags. */
export const CODE_SHIFT = 16;

/** Flags of fills. */
export const TAKER_SELLS = 1 << 4;
export const MAKER_HOUSE = 1 << 5;
export const TAKER_HOUSE = 1 << 6;

/** head, order id, user id, price ticks and text, lots, [quote amount] */
export const ACCEPTED_SIZE = 6;
export const OPENED_SIZE = 5;
export const RESTED_SIZE = 5;
export const DONE_SIZE = 5;
export const ORDER_ID = 1;
export const USER_ID = 2;
export const PRICE_AND_TEXT = 3;
export const LOTS = 4;
export const QUOTE_AMOUNT = 5;

/** head with the asset, user id, total, held */
export const BALANCE_SIZE = 4;
export const TOTAL = 2;
export const HELD = 3;

export const FILL_SIZE = 24;
export const TRADE_ID = 1;
/** base asset, quote asset */
export const FILL_ASSETS = 2;
/** maker's ppm, taker's ppm */
export const FILL_RATES = 3;
export const FILL_PRICE = 4;
export const FILL_LOTS = 5;
export const FILL_QUOTE = 6;
export const FILL_BASE = 7;
export const MAKER_ORDER = 8;
export const TAKER_ORDER = 9;
export const MAKER_USER = 10;
export const TAKER_USER = 11;
export const BUYER_FEE = 12;
export const SELLER_FEE = 13;
/** The safety fund's parts of the two fees. */
export const BASE_FUND = 14;
export const QUOTE_FUND = 15;
/** Balances after the fill, as 64-bit integers. */
export const BUYER_BASE_TOTAL = 16;
export const BUYER_QUOTE_TOTAL = 17;
export const SELLER_BASE_TOTAL = 18;
export const SELLER_QUOTE_TOTAL = 19;
export const FEES_BASE_TOTAL = 20;
export const FEES_QUOTE_TOTAL = 21;
export const FUND_BASE_TOTAL = 22;
export const FUND_QUOTE_TOTAL = 23;

/** head with the symbol, tick number, price ticks and venues used */
export const INDEX_SIZE = 3;
/** head with the symbol, state and text */
export const SYMBOL_STATE_SIZE = 2;
export const CATALOGUE_SIZE = 1;
/** head with the asset, user id, amount, custody's total, user's total */
export const PRACTICE_FUNDS_SIZE = 5;
/** head with the number of postings, trade id, order id, and then the postings: account, asset, amount, balance */
export const ENTRY_HEAD_SIZE = 3;
export const POSTING_SIZE = 4;
/** head with the number of the note within the command, from 1 on */
export const NOTE_SIZE = 1;

export const DONE_REASONS: readonly DoneReason[] = ['filled', 'cancelled', 'expired', 'self-trade'];
export const REASON_FILLED = 0 << CODE_SHIFT;
export const REASON_CANCELLED = 1 << CODE_SHIFT;
export const REASON_EXPIRED = 2 << CODE_SHIFT;
export const REASON_SELF_TRADE = 3 << CODE_SHIFT;

export const ENTRY_TRADE: EntryKind = 'trade';
export const ENTRY_FEE: EntryKind = 'fee';
export const ENTRY_PRACTICE_FUNDS: EntryKind = 'practice-funds';
