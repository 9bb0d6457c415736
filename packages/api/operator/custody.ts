import { z } from 'zod';
import { defineCall, defineCalls } from '../define.ts';
import { DELISTED_REASONS } from '../deposits/constants.ts';
import { chainAmount, coinCode, decimal, idText, positiveDecimal, timeMs } from '../scalars.ts';
import { proposal } from './approvals.ts';
import { custodyOutcomes, haltedKinds, movementKinds, movementStates, stopCauses } from './custody-words.ts';
import { reason } from './fields.ts';
import { filterText, tablePage, tableQuery } from './tables.ts';

const network = z.string().regex(/^[a-z0-9-]{1,32}$/);

/** `unchecked`: no report yet. `surplus`: coins wait in the suspense account. */
export const custodyStates = custodyOutcomes;

const custodyCoin = z.strictObject({
  coin: z.string(),
  network: z.string(),
  state: z.enum(custodyStates),
  /** Why the coin is listed no longer on the network; null while it is. */
  delisted: z.enum(DELISTED_REASONS).nullable(),
  /** Time of the newest report; null before the first. */
  time: timeMs.nullable(),
  block: z.number().int().nullable(),
  /** Holdings on the chain by kind of address. */
  hot: decimal,
  gas: decimal,
  cold: decimal,
  deposits: decimal,
  /** Came in, and not booked yet; left, and booked still; under the minimum or the ledger's unit. */
  incoming: decimal,
  outgoing: decimal,
  unbooked: decimal,
  /** Custody by the chain, and by the ledger at the comparison. */
  found: decimal,
  booked: decimal,
  shortage: decimal,
  suspense: decimal,
  houseFloat: decimal,
  /** Amount that the house has yet to cover. */
  networkCosts: decimal,
  depositLosses: decimal,
  /** Share of the hot wallet in all coins on the chain, in percent; null where there are none. */
  hotShare: decimal.nullable(),
  hotLeast: decimal,
  hotMost: decimal,
  hotState: z.enum(['low', 'within', 'high']),
});

/** State of one of several nodes of a chain, by its answers compared with the others'. */
export const nodeStates = ['agrees', 'lags', 'disagrees', 'limited', 'fails', 'silent'] as const;

const nodeRow = z.strictObject({
  network: z.string(),
  /** Its place among the configured ones, from 1 on. */
  node: z.number().int(),
  state: z.enum(nodeStates),
  since: timeMs,
  /** Number of times that it answered otherwise than two others, since the process of the chains began. */
  contradictions: z.number().int(),
});

const takenBackRow = z.strictObject({
  id: z.number().int(),
  userId: z.number().int(),
  coin: z.string(),
  network: z.string(),
  amount: decimal,
  transaction: z.string(),
  time: timeMs,
});

const movementRow = z.strictObject({
  id: z.number().int(),
  kind: z.enum(movementKinds),
  coin: z.string(),
  network: z.string(),
  amount: decimal,
  address: z.string(),
  transaction: z.string().nullable(),
  state: z.enum(movementStates),
  /** Paid to the network, in the network's own coin; null until it is final. */
  cost: decimal.nullable(),
  time: timeMs,
});

const reportRow = z.strictObject({
  id: z.number().int(),
  coin: z.string(),
  network: z.string(),
  block: z.number().int(),
  found: decimal,
  booked: decimal,
  /** Null while the ledger has not answered. */
  shortage: decimal.nullable(),
  surplus: decimal.nullable(),
  /** True where custody had moved: the next report repeats it. */
  isRepeated: z.boolean(),
  time: timeMs,
});

/** A wallet that signs nothing until two operators resume it. */
const stoppedWallet = z.strictObject({
  network: z.string(),
  address: z.string(),
  cause: z.enum(stopCauses),
  detail: z.string(),
  /** Payments that end with the resumption: another transaction took their nonce. */
  replaced: z.number().int(),
  time: timeMs,
});

/** A row whose assert failed: it is passed over until two operators resume it. */
const haltedRow = z.strictObject({
  kind: z.enum(haltedKinds),
  id: z.number().int(),
  network: z.string(),
  coin: z.string(),
  /** Code and facts of the assert. */
  detail: z.string(),
  time: timeMs,
});

/**
 * `left`: so many transactions of ours left their block. `gap`: this nonce is missing, and later payments wait for it.
 * `halted`: so many rows are halted.
 */
const chainAlarm = z.strictObject({
  network: z.string(),
  kind: z.enum(['left', 'gap', 'halted']),
  figure: z.number().int(),
});

export const operatorCustody = z.strictObject({
  stopped: z.array(stoppedWallet),
  halted: z.array(haltedRow),
  alarms: z.array(chainAlarm),
  coins: z.array(custodyCoin),
  /** Empty where a chain has one node. */
  nodes: z.array(nodeRow),
  takenBack: z.array(takenBackRow),
});

export const lostDeposit = z.strictObject({
  id: z.string(),
  /** `token`: not listed. `amount`: more than a ledger holds. `house`: sent to an address of the house. `known`: none of these. */
  kind: z.enum(['token', 'amount', 'house', 'known']),
  network: z.string(),
  transaction: z.string(),
  block: z.number().int(),
  /** Transfers that this row adds up: those of one token that is not listed, or of one transaction to one address in one coin. */
  transfers: z.number().int(),
  /** The user whose address it is, of the newest transfer; null for an address of the house. */
  userId: z.number().int().nullable(),
  address: z.string(),
  sender: z.string(),
  contract: z.string().nullable(),
  coin: z.string().nullable(),
  /** In the coin; for a token that is not listed the newest transfer's base units, as its decimals are unknown. */
  amount: chainAmount,
  state: z.string(),
  time: timeMs,
});

export const custodyDeskCalls = defineCalls({
  getCustody: defineCall({
    method: 'GET',
    path: '/api/console/custody',
    section: 'operator',
    summary:
      'Returns what the chains hold by kind of address beside what the ledger says, stopped wallets, nodes and deposits that their chain took back.',
    auth: 'required',
    data: operatorCustody,
  }),
  getCustodyMovements: defineCall({
    method: 'GET',
    path: '/api/console/custody/movements',
    section: 'operator',
    summary: 'Lists transactions between the house’s own addresses: sweeps, and gas for them.',
    auth: 'required',
    query: z.strictObject({
      ...tableQuery(['time']),
      kind: z.enum(movementKinds).optional(),
      state: z.enum(movementStates).optional(),
      coin: coinCode.optional(),
      network: network.optional(),
      /** A part of an address. */
      address: filterText.optional(),
      /** A part of a transaction’s hash. */
      transaction: filterText.optional(),
    }),
    data: tablePage(movementRow),
  }),
  getCustodyReports: defineCall({
    method: 'GET',
    path: '/api/console/custody/reports',
    section: 'operator',
    summary: 'Lists comparisons of custody with the chains, by the ledger.',
    auth: 'required',
    query: z.strictObject({
      ...tableQuery(['time']),
      state: z.enum(custodyOutcomes).optional(),
      coin: coinCode.optional(),
      network: network.optional(),
    }),
    data: tablePage(reportRow),
  }),
  getLostDeposits: defineCall({
    method: 'GET',
    path: '/api/console/custody/lost',
    section: 'operator',
    summary:
      'Returns transfers that no user was credited for: tokens that are not listed, and what was sent to addresses of the house. Added up by transaction, and by token where it is not listed. With a transaction, all that it brought to our addresses.',
    auth: 'required',
    query: z.strictObject({
      transaction: z
        .string()
        .regex(/^0x[0-9a-fA-F]{64}$/)
        .optional(),
    }),
    data: z.array(lostDeposit),
  }),
  reverseDeposit: defineCall({
    method: 'POST',
    path: '/api/console/custody/deposits/{id}/reversal',
    section: 'operator',
    summary:
      'Proposes to reverse a deposit that its chain took back: the one debit, up to what is free. The rest is the house’s loss.',
    auth: 'required',
    act: true,
    params: z.strictObject({ id: idText }),
    body: z.strictObject({ reason }),
    data: proposal,
  }),
  resumeWallet: defineCall({
    method: 'POST',
    path: '/api/console/custody/wallets/{network}/resumption',
    section: 'operator',
    summary:
      'Proposes to let a stopped wallet sign again, once custody was compared after the stop. Payments whose nonce another transaction took end, and their holds are released.',
    auth: 'required',
    act: true,
    params: z.strictObject({ network }),
    body: z.strictObject({ reason }),
    data: proposal,
  }),
  resumeRow: defineCall({
    method: 'POST',
    path: '/api/console/custody/halted/{kind}/{id}/resumption',
    section: 'operator',
    summary:
      'Proposes to let a halted row go on, once it was put right. The next round asserts it again, and halts it again where it is still wrong.',
    auth: 'required',
    act: true,
    params: z.strictObject({ kind: z.enum(haltedKinds), id: idText }),
    body: z.strictObject({ reason }),
    data: proposal,
  }),
  releaseSuspense: defineCall({
    method: 'POST',
    path: '/api/console/custody/suspense',
    section: 'operator',
    summary:
      'Proposes to give coins of the suspense account to a user, with a reason that the user reads, or to the house’s own float.',
    auth: 'required',
    act: true,
    body: z.strictObject({
      /** Null for the house’s own coins. */
      userId: z.number().int().min(1_000).max(Number.MAX_SAFE_INTEGER).nullable(),
      coin: coinCode,
      amount: positiveDecimal,
      reason,
    }),
    data: proposal,
  }),
});

export type OperatorCustody = z.output<typeof operatorCustody>;
export type CustodyMovement = z.output<typeof movementRow>;
export type CustodyReport = z.output<typeof reportRow>;
export type LostDeposit = z.output<typeof lostDeposit>;
