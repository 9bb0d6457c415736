import { z } from 'zod';
import { defineCall, defineCalls } from '../define.ts';
import { journalPlace } from '../records.ts';
import {
  coinCode,
  decimal,
  idText,
  pageOf,
  pageQuery,
  positiveDecimal,
  timeMs,
  timesQuery,
} from '../scalars.ts';

const count = z.number().int().nonnegative();
/** Base units as text: they may be more than a number holds. */
const units = z.string().regex(/^\d{1,30}$/);
export const swapState = z.enum(['trading', 'halted']);

/** One side of a swap with the index that it was priced at. */
const swapLeg = z.strictObject({
  coin: z.string(),
  /** Decimals of the coin's base unit. */
  scale: count,
  /** Null for the coin that the others are priced in. */
  symbol: z.string().nullable(),
  /** The index when the quote was made; 1 for the coin that the others are priced in. */
  price: decimal,
  priceTicks: count,
  quotePerTickLot: units,
  basePerLot: units,
  spreadPpm: count,
});

/** A quote, and a swap that was done by it: everything that its rate follows from. */
const quoteFields = {
  id: count,
  from: z.string(),
  to: z.string(),
  amount: decimal,
  /** Rounded down once; the house gains less than one base unit. */
  arrives: decimal,
  /** Coins that arrive for one that is given, the spread included; rounded down, for reading only. */
  rate: decimal,
  /** Both coins' spreads together. */
  spreadPercent: decimal,
  /** The account that it is made against. */
  counterparty: z.literal('house'),
  /** The number of the last index tick when it was quoted. */
  tickNo: count,
  quotedAt: timeMs,
  expiresAt: timeMs,
  fromLeg: swapLeg,
  toLeg: swapLeg,
};

export const swapQuoteRow = z.strictObject(quoteFields);

/** A swap as the act that did it answers: its place in the journal is read with the receipt. */
export const swapDone = z.strictObject({ ...quoteFields, time: timeMs, seq: count });

export const swapRow = z.strictObject({ ...swapDone.shape, journal: journalPlace });

const swapTerms = z.strictObject({
  symbol: z.string().nullable(),
  spreadPercent: decimal,
  minAmount: decimal,
  maxAmount: decimal,
  maxInventory: decimal,
});

export const swapChangeRow = z.strictObject({
  seq: count,
  time: timeMs,
  /** Null for all coins. */
  coin: z.string().nullable(),
  change: z.discriminatedUnion('what', [
    z.strictObject({ what: z.literal('terms'), before: swapTerms.nullable(), after: swapTerms }),
    z.strictObject({ what: z.literal('state'), before: swapState, after: swapState }),
    z.strictObject({ what: z.literal('inventory'), before: decimal, after: decimal }),
  ]),
  reason: z.string(),
});

/** The coin that everything leaves through: exchanging into it closes. */
const WAY_OUT = 'USDT';

export const swapCalls = defineCalls({
  getSwapOffer: defineCall({
    method: 'GET',
    path: '/api/{head}/coin/swap/getOffer',
    section: 'wallet',
    summary:
      'Lists the coins that can be swapped, with their published spreads and limits, and what the house’s account has of each.',
    auth: 'none',
    cost: 2,
    isShared: true,
    data: z.strictObject({
      state: swapState,
      /** Why an operator halted all swaps; '' while they are not. */
      stateReason: z.string(),
      quoteSeconds: count,
      coins: z.array(
        z.strictObject({
          coin: z.string(),
          symbol: z.string().nullable(),
          /** A pair's spread is the sum of both coins’. */
          spreadPercent: decimal,
          /** Bounds of what one swap may give of the coin. */
          minAmount: decimal,
          maxAmount: decimal,
          /** The house takes swaps of the coin up to this inventory. */
          maxInventory: decimal,
          inventory: decimal,
          /** Sum that would leave the inventory if all open quotes were taken: they hold a rate, and nothing of it. */
          promised: decimal,
          /** False while its index is stale: nothing is quoted then. */
          priced: z.boolean(),
        }),
      ),
      seq: count,
    }),
  }),
  quoteSwap: defineCall({
    method: 'POST',
    path: '/api/{head}/coin/swap/quote',
    section: 'wallet',
    summary:
      'Quotes a swap. The quote holds for quoteSeconds and replaces the user’s earlier one. It holds the rate and no inventory: who accepts first is served first.',
    auth: 'required',
    cost: 5,
    opens: ({ body }) => (body.to.toUpperCase() === WAY_OUT ? null : 'swap'),
    act: true,
    body: z.strictObject({ from: coinCode, to: coinCode, amount: positiveDecimal }),
    data: swapQuoteRow,
  }),
  acceptSwap: defineCall({
    method: 'POST',
    path: '/api/{head}/coin/swap/accept',
    section: 'wallet',
    summary:
      'Swaps by an open quote, at its rate or not at all. Answers when it is durable, with all inputs. Nothing is requoted.',
    auth: 'required',
    cost: 5,
    act: true,
    body: z.strictObject({ id: z.number().int().positive() }),
    data: swapDone,
  }),
  getSwapLog: defineCall({
    method: 'GET',
    path: '/api/{head}/coin/swap/getLog',
    section: 'wallet',
    summary: 'Lists the swaps of the signed-in user, newest first, each with its receipt.',
    auth: 'required',
    cost: 3,
    query: z.strictObject({ ...pageQuery, ...timesQuery }),
    data: pageOf(swapRow),
  }),
  getSwapReceipt: defineCall({
    method: 'GET',
    path: '/api/{head}/coin/swap/getReceipt',
    section: 'wallet',
    summary: 'Returns one swap with its receipt.',
    auth: 'required',
    cost: 3,
    query: z.strictObject({ id: idText }),
    data: swapRow,
  }),
  getSwapChanges: defineCall({
    method: 'GET',
    path: '/api/{head}/coin/swap/getChanges',
    section: 'wallet',
    summary: 'Lists the operators’ changes to swaps, newest first, each with its reason.',
    auth: 'none',
    cost: 3,
    isShared: true,
    query: z.strictObject(pageQuery),
    data: pageOf(swapChangeRow),
  }),
});

export type SwapQuoteRow = z.output<typeof swapQuoteRow>;
export type SwapDone = z.output<typeof swapDone>;
export type SwapRow = z.output<typeof swapRow>;
export type SwapChangeRow = z.output<typeof swapChangeRow>;
