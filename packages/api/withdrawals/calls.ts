import { formatDecimalTrimmed, parseDecimal } from '@candor/money';
import { z } from 'zod';
import { defineCall, defineCalls } from '../define.ts';
import { DELISTED_REASONS } from '../deposits/constants.ts';
import { type ActFact, factsOf, hashedPassword, sixDigits } from '../factors/index.ts';
import {
  coinCode,
  decimal,
  noControls,
  nothing,
  pageBody,
  pageOf,
  pageQuery,
  plainDecimal,
  positiveDecimal,
  textLine,
  timeMs,
  timesBody,
  timesQuery,
} from '../scalars.ts';
import { ACCOUNT_TIERS } from '../tiers/constants.ts';
import {
  CONFIRM_CHANNELS,
  WITHDRAWAL_METHODS,
  WITHDRAWAL_REASONS,
  WITHDRAWAL_STATES,
  WITHDRAWAL_STATUSES,
} from './constants.ts';

/** More decimals than any coin has. */
const WIDEST_SCALE = 18;

const network = z.string().regex(/^[a-z0-9-]{1,32}$/);
const address = z.string().min(10).max(120).regex(noControls);
const label = textLine(1, 40);
const withdrawalId = z.number().int().positive();
const state = z.enum(WITHDRAWAL_STATES);
const reason = z.enum(WITHDRAWAL_REASONS).nullable();

export const withdrawalStep = z.strictObject({ state, reason, time: timeMs });

export const withdrawalRow = z.strictObject({
  id: withdrawalId,
  method: z.enum(WITHDRAWAL_METHODS),
  coin: z.string(),
  network: z.string(),
  networkName: z.string(),
  /** The recipient; of a bank card its bank and the end of its number. */
  address: z.string(),
  /** Leaves the balance, the fee included. */
  amount: decimal,
  fee: decimal,
  /** Arrives at the address. */
  arrives: decimal,
  time: timeMs,
  /** Under review, passed or failed. */
  status: z.enum(WITHDRAWAL_STATUSES),
  state,
  reason,
  /** Time at which the next state is due; null once it is over. */
  deadline: timeMs.nullable(),
  isLate: z.boolean(),
  /** True until it is signed. */
  canCancel: z.boolean(),
  /** Channel of the code for a first-used address; null where none was needed. */
  confirmBy: z.enum(CONFIRM_CHANNELS).nullable(),
  confirmations: z.number().int(),
  confirmationsNeeded: z.number().int(),
  transaction: z.string().nullable(),
  /** The bank's reference of a payout that was made. */
  reference: z.string().nullable(),
  steps: z.array(withdrawalStep),
});

const addressRow = z.strictObject({ network, address: z.string(), label: z.string(), time: timeMs });

const coinRow = z.strictObject({
  coin: z.string(),
  network,
  networkName: z.string(),
  /** False while the network's fee is not known or its wallet is stopped. */
  open: z.boolean(),
  /** True while the network's wallet waits for two operators to check it. */
  stopped: z.boolean(),
  /** Why no withdrawal is taken: the token is not as it is listed. Null for a coin that is withdrawn. */
  delisted: z.enum(DELISTED_REASONS).nullable(),
  decimals: z.number().int(),
  minimum: decimal,
  /** At cost, in this coin; null while it is not known. */
  fee: decimal.nullable(),
  confirmations: z.number().int(),
  /** The most of one withdrawal, the fee included, that is paid without a review. */
  automatic: decimal,
  /** True where a larger one is taken and two operators review it; false while fewer than two can sign. */
  isReviewed: z.boolean(),
  /** True where the recipient may be code that fails when it is paid: the fee is kept then. */
  keepsFailedFee: z.boolean(),
  /** The most that may leave now. */
  available: decimal,
  /** Null while the coin's index is stale. */
  remainingToday: decimal.nullable(),
});

const bankRow = z.strictObject({
  coin: z.string(),
  /** Currency of the payout: one unit for each of the coin, without a fee. */
  currency: z.string(),
  /** The bound card, its number masked; null where none is bound. */
  card: z.strictObject({ bankName: z.string(), cardNumber: z.string(), name: z.string() }).nullable(),
  minimum: decimal,
  /** Above this another operator approves it before it is paid. */
  fourEyesAbove: decimal,
  available: decimal,
  remainingToday: decimal,
  stepHours: z.number().int(),
  /** No money is paid out. */
  practice: z.boolean(),
});

const common = {
  coin: coinCode,
  /** Leaves the balance, the fee included. */
  amount: positiveDecimal,
  fundPassword: hashedPassword,
};

const chainRequest = z.strictObject({
  method: z.literal('chain').optional(),
  network,
  address,
  /** The fee that was shown: a higher one is refused. */
  fee: plainDecimal,
  /** True once the user compared an address that looks like one used before: without it such a one is refused. */
  compared: z.boolean().optional(),
  ...common,
});

/** To the bound bank card, without a fee. */
const bankRequest = z.strictObject({ method: z.literal('bank'), ...common });

/** A request as it is inside of an encrypted one too. */
export const withdrawalRequest = z.union([chainRequest, bankRequest]);

/** Describes the claims of a sealed request for the API's documentation. */
const SEALED_WORDS =
  'A compact JWE (RFC 7516), alg ECDH-ES, enc A256GCM, to the key `withdrawalKey` of /platform/dev/config.js, whose kid its ' +
  'protected header names; keys change every 30 days and the one before is taken as long again. The plaintext is one JSON ' +
  'object: the fields of the plain request, and the claims sub (the id of the user, as text), iat (when it was made, in ' +
  'seconds since 1970: at most 15 minutes ago and one minute ahead) and jti (16 to 64 characters, random; each is taken ' +
  'once). Refused with WITHDRAWAL_KEY_UNKNOWN, WITHDRAWAL_PAYLOAD_INVALID, WITHDRAWAL_PAYLOAD_OLD or ' +
  'WITHDRAWAL_PAYLOAD_REPLAYED.';

/** The request as a compact JWE to the key of `config.js`; it says when it was made, and has an id of its own. */
const sealedRequest = z.strictObject({
  payload: z
    .string()
    .max(8_192)
    .regex(/^[\w-]+\.[\w-]*\.[\w-]+\.[\w-]+\.[\w-]+$/)
    .describe(SEALED_WORDS),
});

/** The parts of a request that its owner confirms; the network by its key. */
export function withdrawalFacts(request: WithdrawalRequest): ActFact[] {
  const { amount, coin } = request;
  const takes: ActFact = { name: 'amount', value: amount, unit: coin };
  if (request.method === 'bank') return [takes];
  const units = (text: string) => parseDecimal(text, WIDEST_SCALE) ?? 0n;
  const arrives = formatDecimalTrimmed(units(amount) - units(request.fee), WIDEST_SCALE);
  return [
    takes,
    { name: 'fee', value: request.fee, unit: coin },
    { name: 'arrives', value: arrives, unit: coin },
    ...factsOf({ network: request.network, address: request.address }),
  ];
}

const page = pageOf(withdrawalRow);

export const withdrawalCalls = defineCalls({
  getWithdrawalCurrency: defineCall({
    method: 'GET',
    path: '/api/{head}/coin/assets/getWithdrawalCurrency',
    section: 'wallet',
    summary: 'Lists coins and networks for withdrawals, with fees, limits and what holds them now.',
    auth: 'required',
    cost: 3,
    data: z.strictObject({
      list: z.array(coinRow),
      /** Payouts to the bound bank card; null where this house makes none. */
      bank: bankRow.nullable(),
      fundPassword: z.boolean(),
      whitelist: z.boolean(),
      /** Withdrawals are refused until then; null for none. */
      heldUntil: timeMs.nullable(),
      /** Daily limit of this user: the higher one of the verified level's and the account tier's. */
      dailyLimitUsdt: decimal,
      /** The tier that gives it; null where the verified level does. */
      limitTier: z.enum(ACCOUNT_TIERS).nullable(),
      verifiedLevel: z.enum(['none', 'primary', 'advanced']),
      arrivalHours: z.number().int(),
      /** Hours within which a review is decided. */
      reviewHours: z.number().int(),
      /** Measured over 30 days, in ms from the request to the last confirmation; null for none. */
      medianMs: z.number().int().nullable(),
      p95Ms: z.number().int().nullable(),
      /** Number of withdrawals that were measured. */
      measured: z.number().int(),
    }),
  }),
  withdrawal: defineCall({
    method: 'POST',
    path: '/api/{head}/coin/assets/withdrawal',
    section: 'wallet',
    summary:
      'Requests a withdrawal, to an address or to the bound bank card, in plain JSON or as a compact JWE to the key of config.js. The amount is held at once, and the clock of the withdrawal begins.',
    auth: 'required',
    cost: 10,
    act: true,
    stepUp: 'funds',
    shows: ({ body }) => ('payload' in body ? [] : withdrawalFacts(body)),
    body: z.union([chainRequest, bankRequest, sealedRequest]),
    data: withdrawalRow,
  }),
  cancelWithdrawal: defineCall({
    method: 'POST',
    path: '/api/{head}/coin/assets/withdrawal/cancel',
    section: 'wallet',
    summary: 'Cancels a withdrawal that is not signed yet.',
    auth: 'required',
    cost: 4,
    act: true,
    body: z.strictObject({ id: withdrawalId }),
    data: withdrawalRow,
  }),
  sendWithdrawalCode: defineCall({
    method: 'POST',
    path: '/api/{head}/coin/assets/withdrawal/code',
    section: 'wallet',
    summary: 'Sends another code for a withdrawal that waits for its owner to confirm a first-used address.',
    auth: 'required',
    cost: 5,
    keyScope: null,
    body: z.strictObject({ id: withdrawalId }),
    data: z.strictObject({ expiresAt: timeMs, resendAt: timeMs }),
  }),
  confirmWithdrawal: defineCall({
    method: 'POST',
    path: '/api/{head}/coin/assets/withdrawal/confirm',
    section: 'wallet',
    summary: 'Confirms a first-used address by the code that was sent; the withdrawal goes on to its checks.',
    auth: 'required',
    cost: 4,
    act: true,
    keyScope: null,
    body: z.strictObject({ id: withdrawalId, code: sixDigits }),
    data: withdrawalRow,
  }),
  getWithdrawalLog: defineCall({
    method: 'GET',
    path: '/api/{head}/coin/assets/getWithdrawalLog',
    section: 'wallet',
    summary: 'Lists withdrawals with the clock of each, newest first.',
    auth: 'required',
    cost: 3,
    query: z.strictObject({ ...pageQuery, ...timesQuery }),
    data: page,
  }),
  postWithdrawalLog: defineCall({
    method: 'POST',
    path: '/api/{head}/coin/assets/getWithdrawalLog',
    section: 'wallet',
    summary: 'Does the same as GET, with the paging in the body.',
    auth: 'required',
    cost: 3,
    body: z.strictObject({
      ...pageBody,
      ...timesBody,
      type: z.union([z.literal(1), z.literal('1')]).optional(),
    }),
    data: page,
  }),
  getWithdrawalAddress: defineCall({
    method: 'GET',
    path: '/api/{head}/coin/assets/withdrawal/address',
    section: 'wallet',
    summary:
      'Looks at an address before it is paid: is it new for this user, and does it imitate a known one?',
    auth: 'required',
    cost: 2,
    query: z.strictObject({ network, address }),
    data: z.strictObject({
      /** With the checksum of its network. */
      address: z.string(),
      /** Channel of the code that confirms a withdrawal to it; null for an address that needs no confirmation. */
      confirmBy: z.enum(CONFIRM_CHANNELS).nullable(),
      /** An address that the user paid or saved, which begins and ends alike and is another one. */
      alike: z.strictObject({ address: z.string(), label: z.string().nullable(), time: timeMs }).nullable(),
    }),
  }),
  getWithdrawalAddresses: defineCall({
    method: 'GET',
    path: '/api/{head}/coin/assets/withdrawal/addresses',
    section: 'wallet',
    summary: 'Lists the address book.',
    auth: 'required',
    data: z.strictObject({ list: z.array(addressRow) }),
  }),
  saveWithdrawalAddress: defineCall({
    method: 'POST',
    path: '/api/{head}/coin/assets/withdrawal/addresses',
    section: 'wallet',
    summary: 'Saves an address under a label.',
    auth: 'required',
    cost: 4,
    act: true,
    stepUp: 'funds',
    shows: ({ body: { network, address, label } }) => factsOf({ network, address, label }),
    body: z.strictObject({ network, address, label }),
    data: addressRow,
  }),
  removeWithdrawalAddress: defineCall({
    method: 'POST',
    path: '/api/{head}/coin/assets/withdrawal/addresses/remove',
    section: 'wallet',
    summary: 'Removes an address from the book.',
    auth: 'required',
    act: true,
    body: z.strictObject({ network, address }),
    data: nothing,
  }),
  setWithdrawalWhitelist: defineCall({
    method: 'POST',
    path: '/api/{head}/coin/assets/withdrawal/whitelist',
    section: 'wallet',
    summary: 'Turns the whitelist on or off: while it is on, withdrawals go to saved addresses alone.',
    auth: 'required',
    cost: 4,
    act: true,
    stepUp: 'funds',
    shows: ({ body: { on } }) => factsOf({ on: on ? 'yes' : 'no' }),
    body: z.strictObject({ on: z.boolean() }),
    data: nothing,
  }),
});

export type WithdrawalRow = z.output<typeof withdrawalRow>;
export type WithdrawalRequest = z.output<typeof withdrawalRequest>;
export type WithdrawalBank = z.output<typeof bankRow>;
export type WithdrawalCoin = z.output<typeof coinRow>;
export type WithdrawalAddress = z.output<typeof addressRow>;
