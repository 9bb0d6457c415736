import { sql } from 'kysely';
import type { Db } from '../../base/database/index.ts';

/** Time for which nobody decides beside an operator whom they added: until then both could be one person. */
export const BESIDE_MS = 7 * 24 * 3_600_000;

/** Returns true if one of two operators added the other within the time. */
export type AddedLately = (within: Db, one: number, other: number) => Promise<boolean>;

export const createAddedLately =
  (besideMs: () => number, now: () => number): AddedLately =>
  async (within, one, other) => {
    const since = new Date(now() - besideMs());
    const { rows } = await sql`
      select 1 from operator.person where created_at > ${since}
        and (operator_id = ${one} and ${other} = any (added_by)
          or operator_id = ${other} and ${one} = any (added_by))`.execute(within);
    return rows.length > 0;
  };
