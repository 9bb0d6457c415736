import { sql } from 'kysely';
import type { Trx } from '../../base/database/index.ts';

/**
 * Notes how much more (or less, below 0) a chain has of an asset than was booked, in the finer units of the two, in the
 * transaction that promises the booking.
 */
export async function noteRemainder(
  trx: Trx,
  { chain, coin, units }: { readonly chain: string; readonly coin: string; readonly units: bigint },
): Promise<void> {
  if (units === 0n) return;
  await sql`
    insert into treasury.remainder as r (chain, coin, units) values (${chain}, ${coin}, ${units.toString()}::numeric)
    on conflict (chain, coin) do update set units = r.units + excluded.units`.execute(trx);
}
