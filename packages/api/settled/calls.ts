import { z } from 'zod';
import { defineCall, defineCalls } from '../define.ts';
import { decimal, side, timeMs, wholeText } from '../scalars.ts';
import { secondReading, secondTicket } from '../seconds/calls.ts';

const count = z.number().int().nonnegative();
const hash = z.string().regex(/^[0-9a-f]{64}$/);

/** A venue's quote in a tick: venue, symbol, bid and ask in the symbol's ticks, the venue's time. */
const chainedQuote = z.tuple([count, count, count, count, z.number().int()]);

/** A record of the recorder's chain, with all that its hash covers. */
export const tickRecord = z.strictObject({
  no: count,
  previousHash: hash,
  /** SHA-256 of the record's bytes; the form of these stands in packages/prices. */
  hash,
  tickNo: count,
  chainedMs: timeMs,
  quotes: z.array(chainedQuote).readonly(),
});

/** One side of a fill: what it paid to the exchange, in the coin that it received. */
const filledSide = z.strictObject({
  coin: z.string(),
  fee: decimal,
  feePpm: count,
  /** The part of the fee that went to the safety fund in the same entry. */
  toSafetyFund: decimal,
});

/** A fill whose owners are not named. */
export const settledFill = z.strictObject({
  /** The trade's number, as the public trades carry it. */
  id: count,
  symbol: z.string(),
  symbol_name: z.string(),
  base: z.string(),
  quote: z.string(),
  priceDecimals: count,
  takerSide: side,
  price: decimal,
  quantity: decimal,
  amount: decimal,
  buyer: filledSide,
  seller: filledSide,
  /** The house was on one side. */
  house: z.boolean(),
  time: timeMs,
  /** The journal's sequence number. */
  seq: count,
});

/** A trading fee of a contract fill, whose payer is not named. */
export const settledContractFee = z.strictObject({
  /** The trade's number, as the public trades carry it; both sides may have paid. */
  id: count,
  symbol: z.string(),
  symbol_name: z.string(),
  coin: z.string(),
  notional: decimal,
  fee: decimal,
  feePpm: count,
  toSafetyFund: decimal,
  time: timeMs,
  /** The journal's sequence number. */
  seq: count,
});

/** A second contract that is over, with every input of its settlement; its owner is not named. */
export const settledSecond = z.strictObject({
  symbol_name: z.string(),
  priceDecimals: count,
  ticket: secondTicket.omit({ userId: true, contractId: true, journalSeq: true }),
  opening: secondReading,
  closing: z.array(secondReading).readonly(),
  closeTicks: count.nullable(),
  result: z.enum(['won', 'lost', 'even', 'void']),
  wouldHave: z.enum(['won', 'lost', 'even', 'unknown']).nullable(),
  paid: decimal,
  time: timeMs,
  /** The journal's sequence number. */
  seq: count,
});

export const settledCalls = defineCalls({
  getTickChain: defineCall({
    method: 'GET',
    path: '/api/{head}/coin/open/tickChain',
    section: 'market',
    summary:
      'Lists the newest committed records of the chain of index ticks, oldest first, with what their hashes cover: those after `after`, at most the last 40.',
    auth: 'none',
    cost: 3,
    isShared: true,
    query: z.strictObject({ after: wholeText(0, Number.MAX_SAFE_INTEGER).optional() }),
    data: z.strictObject({ records: z.array(tickRecord).readonly(), time: timeMs }),
  }),
  getSettled: defineCall({
    method: 'GET',
    path: '/api/{head}/coin/open/settled',
    section: 'market',
    summary:
      'Lists the last second contracts, spot fills and contract fees with every input of their formulas, newest first. Owners are not named.',
    auth: 'none',
    cost: 5,
    isShared: true,
    data: z.strictObject({
      seconds: z.array(settledSecond).readonly(),
      fills: z.array(settledFill).readonly(),
      /** Fees of contracts since this door was started: at most the last 12 of which the safety fund got a part. */
      contractFees: z.array(settledContractFee).readonly(),
      time: timeMs,
    }),
  }),
  getStatistics: defineCall({
    method: 'GET',
    path: '/api/{head}/coin/open/statistics',
    section: 'market',
    summary:
      'Returns what this exchange counted of itself, house flow left out of volumes, with the time of counting.',
    auth: 'none',
    cost: 5,
    isShared: true,
    data: z.strictObject({
      /** Commands in the journal, and records in the chain of ticks; null until the first was heard. */
      journalSeq: count,
      chainedTicks: count.nullable(),
      /** Fills of the last 24 hours on spot, with the house or without; the volume is that of users alone, in USDT. */
      fills24h: count,
      ownVolume24h: decimal,
      /** Results of the last contracts that ended, at most 1,000. */
      seconds: z.strictObject({ won: count, lost: count, even: count, void: count }),
      /** Accounts that are open; one person may hold several. */
      accounts: count,
      /** Withdrawals completed in the last 30 days, and the time in which half of them were, from the request on. */
      withdrawals30d: z.strictObject({ count, medianSeconds: count.nullable() }),
      countedTime: timeMs,
    }),
  }),
});

export type TickChainRecord = z.output<typeof tickRecord>;
export type SettledFill = z.output<typeof settledFill>;
export type SettledContractFee = z.output<typeof settledContractFee>;
export type SettledSecond = z.output<typeof settledSecond>;
