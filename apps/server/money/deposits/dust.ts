import { sql } from 'kysely';
import type { Trx } from '../../base/database/index.ts';

interface Owned {
  readonly user_id: bigint;
  readonly coin: string;
}

/** Locks a user's dust. It may be below zero after a reversal of a deposit that took earlier dust along; later deposits fill it. */
export async function lockDust(trx: Trx, chain: string, { user_id, coin }: Owned): Promise<bigint> {
  const { rows } = await sql<{ amount: string }>`
    insert into deposits.dust as d (chain, user_id, coin, amount) values (${chain}, ${user_id}, ${coin}, 0)
    on conflict (chain, user_id, coin) do update set amount = d.amount returning amount`.execute(trx);
  return BigInt(rows[0]?.amount ?? 0);
}

export async function setDust(
  trx: Trx,
  chain: string,
  { user_id, coin }: Owned,
  units: bigint,
): Promise<void> {
  await sql`
    update deposits.dust set amount = ${units.toString()}::numeric
    where chain = ${chain} and user_id = ${user_id} and coin = ${coin}`.execute(trx);
}
