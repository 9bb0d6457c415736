import { BANK_NETWORK } from '@candor/api';
import { type Kysely, sql } from 'kysely';
import type { WithdrawalsSchema } from './schema.ts';

/** An address that a user withdrew to or saved. */
export interface UsedAddress {
  readonly address: string;
  /** Of the address book; null for an address that is not saved. */
  readonly label: string | null;
  readonly atMs: number;
}

/** As many characters of each end as people compare. */
const END = 4;
/** The start that all addresses of a network share tells none from another. */
const PREFIX = '^(0x|bc1[qp]|tb1[qp]|bcrt1[qp])';

/** The part of an address that people look at: two addresses with the same ends are taken for one. */
const endsOf = (address: string): string => {
  const rest = address.toLowerCase().replace(new RegExp(PREFIX), '');
  return rest.slice(0, END) + rest.slice(-END);
};

/** The same in SQL, of a column `address`. Its text is that of the index: literals, for a parameter would not match it. */
const endsInSql = (() => {
  const rest = `regexp_replace(lower(address), '${PREFIX}', '')`;
  return sql.raw(`left(${rest}, ${END}) || right(${rest}, ${END})`);
})();

/** Finds a user's withdrawals by the ends of their addresses: each request looks for one. */
export async function indexEnds(db: Kysely<unknown>): Promise<void> {
  await sql`create index withdrawal_ends on withdrawals.withdrawal (user_id, (${endsInSql}))`.execute(db);
}

/**
 * Finds, for each given address, the one that the user used last and that begins and ends alike without being the same.
 * An address that the user used is alike to none.
 */
export async function alikeOf(
  db: Kysely<WithdrawalsSchema>,
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
