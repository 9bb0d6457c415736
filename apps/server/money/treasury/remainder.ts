import { sql, type Transaction } from 'kysely';
import type { TreasurySchema } from './schema.ts';

/**
 * Notes how much more (or less, below 0) a chain has of an asset than was booked, in the finer units of the two, in the
 * transaction that promises the booking.
 */
export async function noteRemainder(
  trx: Transaction<unknown>,
  { chain, coin, units }: { readonly chain: string; readonly coin: string; readonly units: bigint },
): Promise<void> {
  if (units === 0n) return;
  await sql`
    insert into treasury.remainder as r (chain, coin, units) values (${chain}, ${coin}, ${units.toString()}::numeric)
    on conflict (chain, coin) do update set units = r.units + excluded.units`.execute(
    trx as unknown as Transaction<TreasurySchema>,
  );
}
