import { z } from 'zod';
import { defineCall, defineCalls } from '../define.ts';
import { RECHARGE_METHODS, RECHARGE_REJECTIONS } from '../recharges/constants.ts';
import {
  chainAmount,
  coinCode,
  decimal,
  pageBody,
  pageOf,
  positiveDecimal,
  rawAmount,
  timeMs,
  timesBody,
} from '../scalars.ts';
import { DELISTED_REASONS } from './constants.ts';

/** The key of a network, such as practice-evm. */
const network = z.string().regex(/^[a-z0-9-]{1,32}$/);

const rechargeCurrency = z.strictObject({
  coin: z.string(),
  network: z.string(),
  /** The standard's name of the network, the same in every language. */
  networkName: z.string(),
  /** The token's contract; null for the network's own coin. */
  contract: z.string().nullable(),
  /** Smallest credited amount; smaller deposits add up until they reach it. */
  minimum: decimal,
  /** Blocks that must hold a deposit, its own included, before it is credited. */
  confirmations: z.number().int(),
  /** An amount that needs more: so many blocks, and finality where the network has it. */
  large: z.strictObject({ from: decimal, confirmations: z.number().int() }),
  /** Estimated time from the first block to the credit. */
  arrivalSeconds: z.number().int(),
  /** A network whose coins are worth nothing. */
  practice: z.boolean(),
  /**
   * True for the own coin of a network with contracts: what a contract sends is credited with its transaction where our node
   * shows the contract's calls, else once the addresses are compared with a final block.
   */
  fromContracts: z.boolean(),
  /** True while the network cannot be read: deposits are credited once it can. */
  delayed: z.boolean(),
  /** Why no address is given: the token is not as it is listed. Null for a coin that is deposited. */
  delisted: z.enum(DELISTED_REASONS).nullable(),
});

/** The states of a recharge by the contract's words. */
export const rechargeStatuses = ['under review', 'passed', 'failed'] as const;

const rechargeRow = z.strictObject({
  orderNo: z.string(),
  /** `chain` for what a chain proves; the others are reviewed by a person. */
  method: z.enum(['chain', ...RECHARGE_METHODS]),
  coin: z.string(),
  /** The network, the bank account paid to, or `manual`. */
  network: z.string(),
  networkName: z.string(),
  /** In the coin, with all decimals of its network. */
  amount: chainAmount,
  /** Credited amount, with earlier dust; null until it is confirmed. */
  credited: decimal.nullable(),
  status: z.enum(rechargeStatuses),
  /**
   * `confirming`, which has no block while no block has it: then it may be replaced, and leaves the list; `credited`; `below-minimum`, which counts with the next deposit; `not-listed`, a token that is not
   * credited, or an amount that no ledger holds; `removed`, whose block left its chain before it was confirmed; `taken-back`, whose block left it after: it
   * is credited still, until two operators reverse it or its chain takes it again; `reversed`; `review`
   * and `rejected` by a person. One of a chain is in `review` where a check of it failed: two operators let it go on.
   */
  state: z.enum([
    'confirming',
    'credited',
    'below-minimum',
    'not-listed',
    'removed',
    'taken-back',
    'reversed',
    'review',
    'rejected',
  ]),
  /** Why a reviewed one failed. */
  reason: z.enum(RECHARGE_REJECTIONS).nullable(),
  confirmations: z.number().int(),
  confirmationsNeeded: z.number().int(),
  /** True for a large amount, which also waits until its network cannot take the block back. */
  isLarge: z.boolean(),
  /** Null, like the next three, for one that no chain proves. One that was found by the balance of the address has no sender and no transaction. */
  address: z.string().nullable(),
  sender: z.string().nullable(),
  transactionHash: z.string().nullable(),
  /** True where the sender begins and ends like an address that the user paid or saved, and is another one. */
  imitates: z.boolean(),
  /** Null too where no block has it yet. */
  block: z.number().int().nullable(),
  /** A link that shows it for ten minutes; null for a deposit that its chain proves. */
  screenshot: z.string().nullable(),
  time: timeMs,
});

/** Tokens that are listed in an answer at most. */
export const MOST_UNLISTED = 20;

/** Transfers of a token that is not listed to the user's addresses: nothing of them is credited. */
const unlistedToken = z.strictObject({
  network: z.string(),
  networkName: z.string(),
  contract: z.string(),
  /** Transfers of the token among the newest ones of all such tokens. */
  transfers: z.number().int(),
  /** The newest transfer. */
  amount: rawAmount,
  transactionHash: z.string(),
  block: z.number().int(),
  time: timeMs,
});

const practiceBlock = z.strictObject({
  number: z.number().int(),
  hash: z.string(),
  time: timeMs,
  transfers: z.number().int(),
});

export const depositCalls = defineCalls({
  getRechargeCurrency: defineCall({
    method: 'GET',
    path: '/api/{head}/coin/assets/getRechargeCurrency',
    section: 'wallet',
    summary: 'Lists the coins and networks that can be deposited, with minimum and confirmations.',
    auth: 'required',
    data: z.strictObject({ list: z.array(rechargeCurrency) }),
  }),
  getDepositAddress: defineCall({
    method: 'GET',
    path: '/api/{head}/coin/assets/getDepositAddress/{coin}',
    section: 'wallet',
    summary: "Returns the user's own address of a coin, assigned at the first call and never changed.",
    auth: 'required',
    cost: 3,
    opens: () => 'deposit',
    params: z.strictObject({ coin: coinCode }),
    query: z.strictObject({ network: network.optional() }),
    data: z.strictObject({ coin: z.string(), network: z.string(), address: z.string() }),
  }),
  getRechargeLog: defineCall({
    method: 'POST',
    path: '/api/{head}/coin/assets/getRechargeLog',
    section: 'wallet',
    summary:
      'Lists deposits of the signed-in user, newest first: on Bitcoin before a block has them, elsewhere from their first block on. Transfers of tokens that are not listed are added up by token beside them.',
    auth: 'required',
    cost: 3,
    body: z.strictObject({
      type: z.union([z.literal(1), z.literal('1')]).optional(),
      coin: coinCode.optional(),
      ...pageBody,
      ...timesBody,
    }),
    data: pageOf(rechargeRow).extend({
      /** With the first page: tokens that are not listed, those of the newest transfers first. */
      unlisted: z.array(unlistedToken).max(MOST_UNLISTED),
    }),
  }),
  takePracticeCoins: defineCall({
    method: 'POST',
    path: '/api/{head}/coin/practice/coins',
    section: 'practice',
    summary:
      "Sends practice coins over the practice chain to an address, or to the user's own deposit address. Practice mode only.",
    auth: 'required',
    cost: 4,
    act: true,
    body: z.strictObject({
      coin: coinCode,
      amount: positiveDecimal,
      address: z.string().max(100).optional(),
    }),
    data: z.strictObject({ id: z.string(), coin: z.string(), amount: decimal, address: z.string() }),
  }),
  getPracticeBlocks: defineCall({
    method: 'GET',
    path: '/api/{head}/coin/practice/blocks',
    section: 'practice',
    summary: 'Lists the newest blocks of the practice chain and the address of its node. Practice mode only.',
    auth: 'required',
    data: z.strictObject({ node: z.string().nullable(), list: z.array(practiceBlock) }),
  }),
});

export type RechargeCurrency = z.output<typeof rechargeCurrency>;
export type RechargeRow = z.output<typeof rechargeRow>;
export type UnlistedToken = z.output<typeof unlistedToken>;
