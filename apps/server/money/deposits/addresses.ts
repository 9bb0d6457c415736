import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Pool } from 'pg';
import { kyselyOf } from '../../base/database/index.ts';
import { DEPOSITS_CHANNEL } from './schema.ts';

export interface DerivedAddress {
  /** The last part of its BIP-44 path. */
  readonly index: number;
  readonly address: string;
}

/**
 * Derives addresses where the keys are. No index is ever given twice, whatever becomes of the caller's database: who
 * holds the keys counts by itself.
 */
export interface DepositAddresses {
  next(count: number): Promise<readonly DerivedAddress[]>;
}

const BATCH = 20;
const REFILL_BELOW = 5;

export interface AddressPool {
  /** Addresses of this batch are given out. */
  readonly batch: string;
  /** Derives addresses when few are left. Returns how many it added. */
  refill(): Promise<number>;
}

/**
 * Keeps addresses ready to be given out. Only what this run derived is given: a database that was restored from a backup
 * may hold addresses as free that users got after the backup, and those are never given again.
 */
export function createAddressPool(pool: Pool, chain: string, addresses: DepositAddresses): AddressPool {
  const batch = randomUUID();
  const db = kyselyOf(pool);
  return {
    batch,
    async refill() {
      const { rows } = await sql<{ free: bigint }>`
        select count(*) as free from deposits.address
        where chain = ${chain} and batch = ${batch} and user_id is null`.execute(db);
      if (Number(rows[0]?.free) >= REFILL_BELOW) return 0;
      const derived = await addresses.next(BATCH);
      await db
        .insertInto('deposits.address')
        .values(
          derived.map(({ index, address }) => ({
            chain,
            derivation_index: index,
            address,
            batch,
            user_id: null,
            assigned_at: null,
          })),
        )
        .execute();
      return derived.length;
    },
  };
}

/** Returns the user's own address on a chain, assigned at the first call and never changed; null while none is ready. */
export async function addressOf(pool: Pool, chain: string, userId: number): Promise<string | null> {
  const db = kyselyOf(pool);
  const own = await db
    .selectFrom('deposits.address')
    .select('address')
    .where('chain', '=', chain)
    .where('user_id', '=', BigInt(userId))
    .executeTakeFirst();
  if (own !== undefined) return own.address;
  const assigned = await db.transaction().execute(async (trx) => {
    // Two requests of one user at once must not take two addresses.
    await sql`select pg_advisory_xact_lock(hashtext(${`deposit address ${chain} ${userId}`}))`.execute(trx);
    const { rows } = await sql<{ address: string }>`
      with own as (select address from deposits.address where chain = ${chain} and user_id = ${userId}),
      free as (
        select a.chain, a.derivation_index from deposits.address a join deposits.follower f using (chain, batch)
        where a.chain = ${chain} and a.user_id is null and not exists (select from own)
        order by a.derivation_index limit 1 for update of a skip locked),
      taken as (
        update deposits.address a set user_id = ${userId}, assigned_at = now() from free
        where a.chain = free.chain and a.derivation_index = free.derivation_index returning a.address)
      select address from own union all select address from taken`.execute(trx);
    return rows[0]?.address ?? null;
  });
  await sql`select pg_notify(${DEPOSITS_CHANNEL}, ${chain})`.execute(db);
  return assigned;
}
