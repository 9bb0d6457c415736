import { sql } from 'kysely';
import { type Db, idOf, type Trx } from '../../base/database/index.ts';
import { leaving } from './asserts.ts';
import { toChain } from './units.ts';

/** A credited deposit whose block left its chain. */
export interface TakenBack {
  readonly depositNo: number;
  readonly userId: number;
  readonly chain: string;
  readonly coin: string;
  /** Most that a reversal takes, in base units of the ledger. */
  readonly missing: bigint;
  /** Part of it that stands: above 0 where its chain took it again with a smaller amount. */
  readonly remaining: bigint;
  readonly transactionHash: string;
  readonly atMs: number;
}

/** Deposits shown at once: a chain that loses more is no case for single decisions. */
const MOST_SHOWN = 200;

interface Row {
  readonly deposit_no: bigint;
  readonly user_id: bigint;
  readonly chain: string;
  readonly coin: string;
  readonly credited: bigint;
  readonly remaining: bigint | null;
  readonly transaction_hash: string;
  readonly ended_at: Date;
}

function takenBackOf(row: Row): TakenBack {
  const remaining = row.remaining ?? 0n;
  return {
    depositNo: idOf(row.deposit_no),
    userId: idOf(row.user_id),
    chain: row.chain,
    coin: row.coin,
    missing: row.credited - remaining,
    remaining,
    transactionHash: row.transaction_hash,
    atMs: row.ended_at.getTime(),
  };
}

/** Lists what waits for a reversal, oldest first; without what nobody can reverse any more, a day after its hold ended. */
export async function listTakenBack(db: Db): Promise<readonly TakenBack[]> {
  const { rows } = await sql<Row>`
    select * from deposits.deposit
    where state in ('taken-back', 'reduced') and ended_at > now() - interval '8 days'
    order by deposit_no limit ${MOST_SHOWN}`.execute(db);
  return rows.map(takenBackOf);
}

/** Returns a deposit that waits for its reversal; null where its chain took it again, or it is reversed. */
export async function findTakenBack(db: Db, depositNo: number): Promise<TakenBack | null> {
  const { rows } = await sql<Row>`
    select * from deposits.deposit
    where state in ('taken-back', 'reduced') and deposit_no = ${depositNo}`.execute(db);
  return rows[0] === undefined ? null : takenBackOf(rows[0]);
}

/**
 * Ends a deposit in the transaction that promises its reversal; one that stands with a smaller amount goes on with that.
 * Returns its user; null where it stands again, or with another amount.
 */
export async function markReversed(
  trx: Trx,
  { depositNo, remaining }: { readonly depositNo: number; readonly remaining: bigint },
  scaleOf: (coin: string) => number,
): Promise<number | null> {
  const { rows } = await sql<{
    user_id: bigint;
    coin: string;
    chain: string;
    state: string;
    decimals: number;
  }>`
    select user_id, coin, chain, state, decimals from deposits.deposit
    where deposit_no = ${depositNo} and state in ('taken-back', 'reduced')
      and coalesce(remaining, 0) = ${remaining} for update`.execute(trx);
  const [deposit] = rows;
  if (deposit === undefined) return null;
  if (deposit.state === 'taken-back') {
    await sql`
      update deposits.deposit set state = 'reversed', ended_at = now()
      where deposit_no = ${depositNo} and state = ${leaving('taken-back', 'reversed')}`.execute(trx);
    return idOf(deposit.user_id);
  }
  const { chain, coin, decimals } = deposit;
  const to = remaining === 0n ? 'dust' : 'credited';
  const standing = toChain(remaining, decimals, scaleOf(coin));
  await sql`
    insert into deposits.dust as d (chain, user_id, coin, amount)
    select chain, user_id, coin, returned_amount - ${`${standing}`}::numeric from deposits.deposit
    where deposit_no = ${depositNo}
    on conflict (chain, user_id, coin) do update set amount = d.amount + excluded.amount`.execute(trx);
  await sql`
    update deposits.deposit
    set state = ${to}, amount = returned_amount,
      credited = remaining, returned_amount = null, remaining = null, ended_at = now()
    where deposit_no = ${depositNo} and chain = ${chain} and state = ${leaving('reduced', to)}`.execute(trx);
  return idOf(deposit.user_id);
}
