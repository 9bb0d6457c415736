import type { RechargeRow } from '@candor/api';
import { formatDecimalTrimmed } from '@candor/money';
import { type Selectable, sql } from 'kysely';
import type { Database, Db } from '../../base/database/index.ts';
import type { Catalogue } from '../../engine/catalogue/index.ts';
import { banksOf } from './banks.ts';
import type { RechargeState } from './schema.ts';

type StoredRecharge = Selectable<Database['deposits.recharge']> & {
  /** True once the ledger holds its credit. */
  readonly is_credited: boolean;
};

const STATES: Readonly<Record<RechargeState, Pick<RechargeRow, 'state' | 'status'>>> = {
  review: { state: 'review', status: 'under review' },
  approved: { state: 'credited', status: 'passed' },
  rejected: { state: 'rejected', status: 'failed' },
};

interface AskedRecharges {
  readonly coin: string | null;
  /** Only those with smaller numbers. */
  readonly before: number | null;
  readonly from: Date | null;
  /** Exclusive. */
  readonly to: Date | null;
  readonly limit: number;
}

/** A user's reviewed recharges, newest first. */
export async function rechargesOf(
  db: Db,
  userId: number,
  { coin, before, from, to, limit }: AskedRecharges,
): Promise<StoredRecharge[]> {
  const { rows } = await sql<StoredRecharge>`
    select r.*, exists (
        select from outbox.command o
        where o.key = 'recharge:' || r.recharge_no || ':' || r.review_round
          and o.seq is not null and o.rejection is null) as is_credited
    from deposits.recharge r
    where user_id = ${userId}
      and (${coin}::text is null or coin = ${coin})
      and (${before}::bigint is null or recharge_no < ${before})
      and (${from}::timestamptz is null or submitted_at >= ${from})
      and (${to}::timestamptz is null or submitted_at < ${to})
    order by recharge_no desc limit ${limit}`.execute(db);
  return rows;
}

/** Shows a reviewed recharge to its owner: passed once the ledger holds its credit, and not before. */
export function rechargeRow(
  row: StoredRecharge,
  catalogue: Catalogue,
  linkOf: (fileId: string) => string,
): Omit<RechargeRow, 'imitates'> {
  const bankName = banksOf(catalogue.mode).find(({ bank }) => bank === row.bank)?.bankName ?? row.method;
  const amount = formatDecimalTrimmed(row.amount, catalogue.assetById(row.asset_id).scale);
  return {
    orderNo: String(row.recharge_no),
    method: row.method,
    coin: row.coin,
    network: row.bank ?? row.method,
    networkName: bankName,
    amount,
    credited: row.is_credited ? amount : null,
    ...STATES[row.state === 'approved' && !row.is_credited ? 'review' : row.state],
    reason: row.reason,
    confirmations: 0,
    confirmationsNeeded: 0,
    isLarge: false,
    address: null,
    sender: null,
    transactionHash: null,
    block: null,
    screenshot: linkOf(row.screenshot),
    time: row.submitted_at.getTime(),
  };
}
