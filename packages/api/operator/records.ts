import { z } from 'zod';
import { defineCall, defineCalls } from '../define.ts';
import { chainAmount, coinCode, decimal, timeMs } from '../scalars.ts';
import { billKindNames } from '../wallet/bill-kinds.ts';
import { WITHDRAWAL_STATES } from '../withdrawals/constants.ts';
import { depositStates } from './records-words.ts';
import { filterText, tablePage, tableQuery, userIdText } from './tables.ts';

const word = z.string().regex(/^[a-z-]{1,32}$/);

const billRow = z.strictObject({
  id: z.string(),
  userId: z.number().int(),
  time: timeMs,
  kind: z.string(),
  /** Name of the wallet, such as spot, or margin-isolated/1. */
  wallet: z.string(),
  coin: z.string(),
  amount: decimal,
  /** After it, holds included. */
  balance: decimal,
  orderId: z.number().int().nullable(),
  seq: z.number().int(),
});

const depositRow = z.strictObject({
  no: z.number().int(),
  userId: z.number().int(),
  time: timeMs,
  chain: z.string(),
  /** Null for a token that is not listed. */
  coin: z.string().nullable(),
  amount: chainAmount.nullable(),
  state: z.string(),
  address: z.string(),
  sender: z.string(),
  transaction: z.string(),
  endTime: timeMs.nullable(),
});

const withdrawalRow = z.strictObject({
  no: z.number().int(),
  userId: z.number().int(),
  time: timeMs,
  chain: z.string(),
  coin: z.string(),
  amount: decimal,
  fee: decimal,
  /** Its worth at the request, in USDT. */
  value: decimal,
  state: z.string(),
  /** The coded reason of its state; null for none. */
  reason: z.string().nullable(),
  deadline: timeMs.nullable(),
  address: z.string(),
  transaction: z.string().nullable(),
  endTime: timeMs.nullable(),
});

export const recordsDeskCalls = defineCalls({
  getOperatorBills: defineCall({
    method: 'GET',
    path: '/api/console/bills',
    section: 'operator',
    summary: 'Lists what moved the wallets of one user. The user reads who looked.',
    auth: 'required',
    query: z.strictObject({
      ...tableQuery(['time']),
      userId: userIdText,
      coin: coinCode.optional(),
      kind: z.enum(billKindNames).optional(),
    }),
    data: tablePage(billRow),
  }),
  getOperatorDeposits: defineCall({
    method: 'GET',
    path: '/api/console/deposits',
    section: 'operator',
    summary:
      'Lists deposits. Each page is an entry of the operators’ log; of one user, the user reads who looked.',
    auth: 'required',
    query: z.strictObject({
      ...tableQuery(['no', 'time']),
      userId: userIdText.optional(),
      coin: coinCode.optional(),
      chain: word.optional(),
      state: z.enum(depositStates).optional(),
      address: filterText.optional(),
      transaction: filterText.optional(),
    }),
    data: tablePage(depositRow),
  }),
  getOperatorWithdrawals: defineCall({
    method: 'GET',
    path: '/api/console/withdrawals',
    section: 'operator',
    summary:
      'Lists withdrawals. Each page is an entry of the operators’ log; of one user, the user reads who looked.',
    auth: 'required',
    query: z.strictObject({
      ...tableQuery(['no', 'time', 'value']),
      userId: userIdText.optional(),
      coin: coinCode.optional(),
      chain: word.optional(),
      state: z.enum(WITHDRAWAL_STATES).optional(),
      address: filterText.optional(),
      transaction: filterText.optional(),
    }),
    data: tablePage(withdrawalRow),
  }),
});

export type OperatorBillRow = z.output<typeof billRow>;
export type OperatorDepositRow = z.output<typeof depositRow>;
export type OperatorWithdrawalRow = z.output<typeof withdrawalRow>;
