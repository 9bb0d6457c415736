import { projectionsSchema } from '@candor/projections';
import { type RawBuilder, sql } from 'kysely';
import { defineTable } from '../../base/database/index.ts';

/** Tables of users' records, as the console lists them. */

export interface BillListRow {
  readonly user_id: bigint;
  readonly seq: bigint;
  readonly line: number;
  readonly wallet: string;
  readonly asset_id: number;
  readonly kind: number;
  readonly amount: bigint;
  readonly balance: bigint;
  readonly order_id: bigint;
  readonly time_ms: bigint;
}

interface BillFilters {
  readonly userId: number;
  readonly asset: number;
  /** Code of the kind. */
  readonly kind: number;
  readonly from: number;
  readonly to: number;
}

/** Sequences stand in the order of time, and the index of a user's rows is by them. */
const sequence = { of: sql`seq`, type: 'bigint' } as const;

export const billTable = defineTable<BillListRow, BillFilters>()({
  select: sql`*`,
  from: sql.raw(`${projectionsSchema}.entries`),
  key: { of: sql`line`, type: 'integer' },
  order: sequence,
  orders: { time: sequence },
  filters: {
    userId: (id) => sql`user_id = ${id}`,
    asset: (id) => sql`asset_id = ${id}`,
    kind: (code) => sql`kind = ${code}`,
    from: (ms) => sql`time_ms >= ${ms}`,
    to: (ms) => sql`time_ms < ${ms}`,
  },
});

interface CoinFilters {
  readonly userId: number;
  readonly coin: string;
  readonly chain: string;
  readonly state: string;
  /** A part of an address. */
  readonly address: string;
  /** A part of a transaction's hash. */
  readonly transaction: string;
  readonly from: number;
  readonly to: number;
}

/** Filters that deposits and withdrawals have in common. */
const coinFilters = (time: RawBuilder<unknown>) => ({
  userId: (id: number) => sql<boolean>`user_id = ${id}`,
  coin: (coin: string) => sql<boolean>`coin = upper(${coin})`,
  chain: (chain: string) => sql<boolean>`chain = ${chain}`,
  state: (state: string) => sql<boolean>`state = ${state}`,
  from: (ms: number) => sql<boolean>`${time} >= ${new Date(ms)}`,
  to: (ms: number) => sql<boolean>`${time} < ${new Date(ms)}`,
});

const contains = (column: string) => (part: string) =>
  sql<boolean>`strpos(lower(${sql.raw(column)}), lower(${part})) > 0`;

export interface DepositListRow {
  readonly deposit_no: bigint;
  readonly user_id: bigint;
  readonly chain: string;
  readonly coin: string | null;
  readonly amount: string;
  readonly decimals: number | null;
  readonly state: string;
  readonly address: string;
  readonly sender: string;
  readonly transaction_hash: string;
  readonly seen_at: Date;
  readonly ended_at: Date | null;
}

const depositNo = { of: sql`deposit_no`, type: 'bigint' } as const;

export const depositTable = defineTable<DepositListRow, CoinFilters>()({
  select: sql`*`,
  from: sql`deposits.deposit`,
  key: depositNo,
  orders: { no: depositNo, time: { of: sql`seen_at`, type: 'timestamptz' } },
  filters: {
    ...coinFilters(sql`seen_at`),
    address: (part) => sql`(${contains('address')(part)} or ${contains('sender')(part)})`,
    transaction: contains('transaction_hash'),
  },
});

export interface WithdrawalListRow {
  readonly withdrawal_no: bigint;
  readonly user_id: bigint;
  readonly chain: string;
  readonly coin: string;
  readonly asset_id: number;
  readonly address: string;
  readonly amount: bigint;
  readonly fee: bigint;
  readonly value_usdt: bigint;
  readonly state: string;
  readonly reason: string | null;
  readonly deadline: Date | null;
  readonly requested_at: Date;
  readonly ended_at: Date | null;
  /** Hash of the newest transaction that was signed for it. */
  readonly hash: string | null;
}

const withdrawalNo = { of: sql`withdrawal_no`, type: 'bigint' } as const;

export const withdrawalTable = defineTable<WithdrawalListRow, CoinFilters>()({
  select: sql`*, (select t.hash from withdrawals.transaction t
    where t.withdrawal_no = w.withdrawal_no order by t.max_fee::numeric desc limit 1) as hash`,
  from: sql`withdrawals.withdrawal w`,
  key: withdrawalNo,
  orders: {
    no: withdrawalNo,
    time: { of: sql`requested_at`, type: 'timestamptz' },
    value: { of: sql`value_usdt`, type: 'bigint' },
  },
  filters: {
    ...coinFilters(sql`requested_at`),
    address: contains('address'),
    transaction: (part) => sql`exists (select from withdrawals.transaction t
      where t.withdrawal_no = w.withdrawal_no and ${contains('t.hash')(part)})`,
  },
});
