import { z } from 'zod';
import { defineCall, defineCalls } from '../define.ts';
import { journalPlace } from '../records.ts';
import {
  clientOrderId,
  decimal,
  idText,
  pageBody,
  pageOf,
  plainDecimal,
  positiveDecimal,
  symbolName,
  timeMs,
  timesBody,
  wholeNumber,
} from '../scalars.ts';

const count = z.number().int().nonnegative();

const direction = z.enum(['up', 'down']);

const result = z.enum(['won', 'lost', 'even', 'void']);

export const secondsState = z.enum(['trading', 'halted']);

const wouldHave = z.enum(['won', 'lost', 'even', 'unknown']);

/** A second contract as lists and the private socket show it. */
export const secondRow = z.strictObject({
  id: z.number().int(),
  orderNo: z.string(),
  clientOrderId: clientOrderId.nullable(),
  symbol: z.string(),
  symbol_name: z.string(),
  /** 1 up, 2 down. */
  direction: z.union([z.literal(1), z.literal(2)]),
  side: direction,
  periodSeconds: count,
  /** Whole coins staked. */
  quantity: count,
  /** The stake's coin. */
  coin: z.string(),
  stake: decimal,
  payoutPercent: decimal,
  /** Amount that a winner receives beside the stake; held in escrow. */
  payout: decimal,
  /** The part of contracts that must win for nothing to be lost. */
  breakEvenPercent: decimal,
  /** Null until the opening tick, and where the opening was void. */
  openPrice: decimal.nullable(),
  /** The index now; null while it is stale and once the contract is over. */
  currentPrice: decimal.nullable(),
  closePrice: decimal.nullable(),
  /** Profit or loss; for an open contract at the current price, null before it opens. */
  profitLoss: decimal.nullable(),
  createTime: timeMs,
  openTime: timeMs,
  closeTime: timeMs,
  /** hh:mm:ss until the close. */
  countdown: z.string(),
  status: z.enum(['generating', 'countdown', 'pricing', 'ended']),
  result: result.nullable(),
  voidReason: z.enum(['opening-stale', 'closing-stale']).nullable(),
  /** Result that a void contract would have had. */
  wouldHave: wouldHave.nullable(),
  /** Amount paid to the user, the stake included; null while the contract is open. */
  paid: decimal.nullable(),
  /** Practice: whoever holds the simulator's seed knows the outcome. */
  simulated: z.boolean(),
  /** The journal's sequence number of the last change. */
  seq: count,
});

const quote = z.strictObject({ venueId: count, bidTicks: count, askTicks: count, timeMs: z.number().int() });

export const secondReading = z.strictObject({
  tickNo: count,
  /** The journaled tick whose quotes these are; 0 where the chain had a gap. */
  sourceTickNo: count,
  /** Null when stale. */
  priceTicks: count.nullable(),
  quotes: z.array(quote).readonly(),
});

/** The terms of an acceptance: what is signed. */
export const secondTicket = z.strictObject({
  formula: count,
  contractId: count,
  userId: count,
  symbol: z.string(),
  tickSize: decimal,
  direction,
  periodS: count,
  quantity: count,
  coin: z.string(),
  coinScale: count,
  stake: decimal,
  payoutPpm: count,
  payout: decimal,
  breakEvenPpm: count,
  acceptedMs: timeMs,
  journalSeq: count,
  openTickNo: count,
  closeTickNos: z.array(count).readonly(),
  weights: z.array(z.strictObject({ venueId: count, weightPpm: count })).readonly(),
  quorum: count,
  counterparty: z.literal('house pool'),
  simulated: z.boolean(),
});

/** A compact JSON web signature (Ed25519) over a ticket. */
const signedTicket = z.string();

/** Value that an operator set, in the fields of its kind; null where there was nothing. */
const changeValue = z
  .strictObject({
    /** Amount of a cap or of the pool; null for no bound. */
    amount: decimal.nullable(),
    state: secondsState.nullable(),
    terms: z
      .strictObject({
        minQuantity: count,
        maxQuantity: count,
        periods: z.array(z.strictObject({ periodSeconds: count, payoutPercent: decimal })),
      })
      .nullable(),
  })
  .nullable();

export const secondsChangeRow = z.strictObject({
  /** The journal's sequence number. */
  seq: count,
  time: timeMs,
  what: z.enum(['terms', 'cap', 'user-cap', 'state', 'pool']),
  /** Null for all markets. */
  symbol_name: z.string().nullable(),
  coin: z.string().nullable(),
  before: changeValue,
  after: changeValue,
  reason: z.string(),
});

const limits = z.strictObject({
  coin: z.string().nullable(),
  /** Null for none. */
  dailyLossLimit: decimal.nullable(),
  /** A raise that waits: from `pendingFrom` on the limit is `pendingLimit`, null for none. */
  pendingLimit: decimal.nullable(),
  pendingFrom: timeMs.nullable(),
  coolingOffUntil: timeMs.nullable(),
  selfExcludedUntil: timeMs.nullable(),
  /** Lost since midnight UTC less what was won; below 0 after winnings. */
  lostToday: decimal,
  openStakes: decimal,
  /** Maximum payout of the open contracts. */
  openPayouts: decimal,
  /** Amount that may still be staked today; null without a limit. */
  remaining: decimal.nullable(),
});

export const secondsCalls = defineCalls({
  createSecondContractOrder: defineCall({
    method: 'POST',
    path: '/api/secondContractOrder/createSecondContractOrder',
    section: 'trading-legacy',
    summary:
      'Opens a second contract. Answers when it is durable, with the signed terms, before the contract plays. Send ' +
      'payoutPercent to accept that rate only; without it the current rate applies, and order.payoutPercent and the ' +
      'ticket name the rate that was accepted.',
    auth: 'required',
    opens: () => 'seconds',
    act: true,
    body: z.strictObject({
      symbol: symbolName,
      direction,
      periodSeconds: wholeNumber(1, 86_400),
      quantity: wholeNumber(1, Number.MAX_SAFE_INTEGER),
      /** The payout rate that the user was shown: if it has changed, the call is refused with SECONDS_TERMS_CHANGED. */
      payoutPercent: positiveDecimal.optional(),
      clientOrderId: clientOrderId.optional(),
    }),
    data: z.strictObject({ order: secondRow, ticket: signedTicket }),
  }),
  secondContractOrderList: defineCall({
    method: 'POST',
    path: '/api/secondContractOrder/selectOrderList',
    section: 'trading-legacy',
    summary: 'Lists second contracts of the signed-in user, newest first: open ones, ended ones, or all.',
    auth: 'required',
    cost: 3,
    body: z.strictObject({
      scope: z.enum(['open', 'history', 'all']).optional(),
      symbol: symbolName.optional(),
      ...pageBody,
      ...timesBody,
    }),
    data: pageOf(secondRow),
  }),
  periodList: defineCall({
    method: 'POST',
    path: '/api/period/list',
    section: 'trading-legacy',
    summary: 'Lists periods, payouts and quantities by market, and the rule that settles them.',
    auth: 'none',
    body: z.strictObject({ symbol: symbolName.optional() }),
    data: z.strictObject({
      /** True where contracts may be opened from here now. */
      enabled: z.boolean(),
      /** Why an operator halted all markets; null while they are not. */
      haltReason: z.string().nullable(),
      simulated: z.boolean(),
      /** Seconds from the acceptance to the opening tick, at least. */
      openingDelaySeconds: count,
      /** Number of ticks that make the closing price, and of those that must be valid. */
      closingTicks: count,
      closingTicksMin: count,
      records: z.array(
        z.strictObject({
          symbol: z.string(),
          symbol_name: z.string(),
          coin: z.string(),
          minQuantity: count,
          maxQuantity: count,
          formula: count,
          /** `halted`: nothing new is opened; open contracts run on to their end. */
          state: secondsState,
          stateReason: z.string(),
          periods: z.array(
            z.strictObject({ periodSeconds: count, payoutPercent: decimal, breakEvenPercent: decimal }),
          ),
        }),
      ),
    }),
  }),
  getSecondContractPool: defineCall({
    method: 'POST',
    path: '/api/secondContractOrder/getPool',
    section: 'trading-legacy',
    summary: 'Returns the pool that pays winners, its reserved part, and the exposure caps.',
    auth: 'none',
    data: z.strictObject({
      coin: z.string().nullable(),
      /** Amount that can still be reserved; `reserved` is the amount reserved for open contracts. */
      available: decimal,
      reserved: decimal,
      /** Stakes of open contracts, in escrow. */
      stakes: decimal,
      /** Maximum payout of one user's open contracts; null for no bound of their own. */
      userCap: decimal.nullable(),
      exposures: z.array(
        z.strictObject({
          /** Null for all markets together. */
          symbol: z.string().nullable(),
          cap: decimal,
          reserved: decimal,
        }),
      ),
      seq: count,
    }),
  }),
  getSecondContractChanges: defineCall({
    method: 'POST',
    path: '/api/secondContractOrder/getChanges',
    section: 'trading-legacy',
    summary:
      'Lists the operators’ changes to terms, caps, states and the pool, newest first, each with its reason. Contracts that were open kept their terms.',
    auth: 'none',
    cost: 3,
    body: z.strictObject(pageBody),
    data: pageOf(secondsChangeRow),
  }),
  getSecondContractLimits: defineCall({
    method: 'POST',
    path: '/api/secondContractOrder/getLimits',
    section: 'trading-legacy',
    summary: 'Returns the signed-in user’s own limits on second contracts.',
    auth: 'required',
    data: limits,
  }),
  setSecondContractLimits: defineCall({
    method: 'POST',
    path: '/api/secondContractOrder/setLimits',
    section: 'trading-legacy',
    summary:
      'Changes the user’s own limits. A lower daily loss limit applies at once, a higher one after 24 hours. A pause can only be made longer.',
    auth: 'required',
    act: true,
    // the user's own protection: only the user changes it
    keyScope: null,
    body: z
      .strictObject({
        dailyLossLimit: plainDecimal.nullable().optional(),
        coolingOffUntil: timeMs.optional(),
        selfExcludedUntil: timeMs.optional(),
      })
      .refine((body) => Object.values(body).some((value) => value !== undefined)),
    data: z.null(),
  }),
  getSecondContractReceipt: defineCall({
    method: 'POST',
    path: '/api/secondContractOrder/getReceipt',
    section: 'trading-legacy',
    summary:
      'Returns one contract with its signed ticket and, once it has ended, every input of its settlement.',
    auth: 'required',
    query: z.strictObject({ id: idText }),
    data: z.strictObject({
      order: secondRow,
      ticket: signedTicket,
      /** Null while it is open. */
      receipt: z
        .strictObject({
          ticket: secondTicket,
          opening: secondReading,
          closing: z.array(secondReading).readonly(),
          closeTicks: count.nullable(),
          result,
          wouldHave: wouldHave.nullable(),
          paid: decimal,
        })
        .nullable(),
      /** Judgement of a void contract without a closing price: the first index after it, and the result by that. */
      judgement: z.strictObject({ wouldHave, reading: secondReading }).nullable(),
      /** Place of its settlement in the journal; null while it is open, or while the archive file of its row can not be read. */
      journal: journalPlace,
    }),
  }),
  getSecondContractKey: defineCall({
    method: 'POST',
    path: '/api/secondContractOrder/getTicketKey',
    section: 'trading-legacy',
    summary: 'Returns the public key that tickets are signed with, as a JSON web key.',
    auth: 'none',
    data: z.strictObject({
      kty: z.literal('OKP'),
      crv: z.literal('Ed25519'),
      x: z.string(),
      kid: z.string(),
      alg: z.literal('EdDSA'),
      use: z.literal('sig'),
    }),
  }),
});

export type SecondRow = z.output<typeof secondRow>;
export type SecondsChangeRow = z.output<typeof secondsChangeRow>;
