import { ChainError } from '@candor/chains';
import { sql } from 'kysely';
import { kyselyOf } from '../../base/database/index.ts';
import type { Compared } from './compare-assets.ts';
import type { ReconcileDeps } from './reconcile.ts';

/**
 * Returns the part of a surplus that may be posted, in base units of the ledger: what two earlier comparisons found as well,
 * at blocks that are final now, since the last surplus was posted. The rest is in flight or not explained yet, and waits.
 */
export async function agreedSurplus(
  { pool, chain, adapter }: Pick<ReconcileDeps, 'pool' | 'chain' | 'adapter'>,
  { coin, booked, found, block }: Pick<Compared, 'coin' | 'booked' | 'found' | 'block'>,
): Promise<bigint> {
  if (found <= booked) return 0n;
  const final = await finalBlock({ chain, adapter }, block.number);
  const { rows } = await sql<{ surplus: bigint }>`
    select r.found - r.booked as surplus from treasury.report r
    join deposits.block b on b.chain = r.chain and b.number = r.block_number and b.hash = r.block_hash
    where r.chain = ${chain.key} and r.coin = ${coin} and r.rejection is null and r.block_number <= ${final}
      and r.report_no > coalesce((
        select max(report_no) from treasury.report
        where chain = ${chain.key} and coin = ${coin} and surplus > 0), 0)
      and not exists (
        select from treasury.report later
        where later.chain = r.chain and later.coin = r.coin and later.block_number = r.block_number
          and later.report_no > r.report_no and later.rejection is null)
    order by r.report_no desc limit 2`.execute(kyselyOf(pool));
  if (rows.length < 2) return 0n;
  const least = rows.reduce((lowest, { surplus }) => smaller(lowest, BigInt(surplus)), found - booked);
  return least > 0n ? least : 0n;
}

const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b);

/** The newest final block; on a chain without finality, one as deep as large deposits need. -1 where the node cannot say it. */
export async function finalBlock(
  { chain, adapter }: Pick<ReconcileDeps, 'chain' | 'adapter'>,
  tip: number,
): Promise<number> {
  try {
    const final = await adapter.finalNumber();
    if (final !== null) return final;
  } catch (error) {
    if (!(error instanceof ChainError)) throw error;
    return -1;
  }
  return tip - Math.max(...chain.assets.map(({ large }) => large.confirmations));
}
