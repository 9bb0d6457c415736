import { BANK_NETWORK } from '@candor/api';
import { sql } from 'kysely';
import type { Db } from '../../base/database/index.ts';
import { endsInSql, endsOf } from './address-ends.ts';

/** An address that a user withdrew to or saved. */
export interface UsedAddress {
  readonly address: string;
  /** Label in the address book; null for an address that is not saved. */
  readonly label: string | null;
  readonly atMs: number;
}

/**
 * Finds, for each given address, the one that the user used last and that begins and ends alike without being the same.
 * An address that the user used is alike to none.
 */
export async function alikeOf(
  db: Db,
  userId: number,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, UsedAddress>> {
  const ends = [...new Set(addresses.map(endsOf))];
  const { rows } = await sql<{ address: string; label: string | null; at: Date }>`
    select address, max(label) as label, max(at) as at from (
      select address, null as label, requested_at as at from withdrawals.withdrawal
      where user_id = ${userId} and chain <> ${BANK_NETWORK} and state not in ('rejected', 'cancelled')
        and ${endsInSql} = any(${ends})
      union all
      select address, label, saved_at from withdrawals.address
      where user_id = ${userId} and ${endsInSql} = any(${ends})
    ) used
    group by address order by at desc`.execute(db);
  const same = (left: string, right: string) => left.toLowerCase() === right.toLowerCase();
  return new Map(
    addresses.flatMap((address) => {
      if (rows.some((row) => same(row.address, address))) return [];
      const found = rows.find((row) => endsOf(row.address) === endsOf(address));
      if (found === undefined) return [];
      const { at, ...used } = found;
      return [[address, { ...used, atMs: at.getTime() }] as const];
    }),
  );
}
