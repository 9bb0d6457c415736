import type { OutputChain, OwnTransaction, TransactionStatus } from '@candor/chains';
import { sql } from 'kysely';
import type { Pool } from 'pg';
import { kyselyOf, type Trx } from '../../../base/database/index.ts';
import { decodeCommand } from '../../../engine/outbox/index.ts';
import type { PaymentsInFlight } from '../../treasury/index.ts';
import { paymentsInFlight } from '../in-flight.ts';

/** Reads payments in flight of a chain of outputs, with merges: they pay nobody, and cost. */
export async function spendsInFlight(trx: Trx, chain: string): Promise<PaymentsInFlight> {
  const payments = await paymentsInFlight(trx, chain);
  const merges = await sql<{ hash: string }>`
    select hash from withdrawals.spend
    where chain = ${chain} and withdrawal_no is null and ended_at is null and raw is not null`.execute(trx);
  const promised = await sql<{ body: string }>`
    select o.body from outbox.command o join withdrawals.spend s on o.key = 'merge-cost:' || s.hash
    where o.seq is null and s.chain = ${chain}`.execute(trx);
  const costs = promised.rows.flatMap(({ body }) => {
    const command = decodeCommand(body);
    return command.type === 'bookNetworkCost' ? [{ costNo: command.costNo, amount: command.amount }] : [];
  });
  return {
    ...payments,
    open: [
      ...payments.open,
      ...merges.rows.map(({ hash }) => ({ withdrawalNo: 0, coin: '', amount: 0n, nonce: 0, hashes: [hash] })),
    ],
    costs: [...payments.costs, ...costs],
  };
}

/** The state of one of our transactions by its hash, for the comparison of custody. */
export function spendStatus(pool: Pool, adapter: OutputChain, chain: string) {
  const db = kyselyOf(pool);
  return async ({ hash }: Pick<OwnTransaction, 'hash'>, finalAfter: number): Promise<TransactionStatus> => {
    const spend = await db
      .selectFrom('withdrawals.spend')
      .select(['raw', 'fee'])
      .where('chain', '=', chain)
      .where('hash', '=', hash)
      .executeTakeFirst();
    if (spend?.raw == null) return { state: 'unknown' };
    return adapter.status({ hash, raw: spend.raw, fee: BigInt(spend.fee) }, finalAfter);
  };
}

/** True for a transaction of ours: what it pays to the hot wallet is change. */
export async function isOwnSpend(trx: Trx, chain: string, hash: string): Promise<boolean> {
  const { rows } = await sql`
    select from withdrawals.spend where chain = ${chain} and hash = ${hash}`.execute(trx);
  return rows.length > 0;
}
