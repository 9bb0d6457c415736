import { type Kysely, sql } from 'kysely';
import type { AlarmKind, TreasurySchema } from './schema.ts';

export interface Alarm {
  readonly chain: string;
  readonly coin: string;
  readonly kind: AlarmKind;
  /** An amount or a number, as the console shows it. */
  readonly details: string;
}

/** Raises an alarm, or renews the details of the one that is open. Returns true for a new one. */
export async function raiseAlarm(
  db: Kysely<TreasurySchema>,
  { chain, coin, kind, details }: Alarm,
  nowMs: number,
): Promise<boolean> {
  const { rows } = await sql<{ is_new: boolean }>`
    insert into treasury.alarm as a (chain, coin, kind, at, details)
    values (${chain}, ${coin}, ${kind}, ${new Date(nowMs)}, ${details})
    on conflict (chain, coin, kind) where ended_at is null do update set details = excluded.details
    returning a.xmax = 0 as is_new`.execute(db);
  return rows[0]?.is_new === true;
}

/** Ends an alarm whose cause is gone. */
export async function endAlarm(
  db: Kysely<TreasurySchema>,
  { chain, coin, kind }: Omit<Alarm, 'details'>,
  nowMs: number,
): Promise<void> {
  await db
    .updateTable('treasury.alarm')
    .set({ ended_at: new Date(nowMs) })
    .where('chain', '=', chain)
    .where('coin', '=', coin)
    .where('kind', '=', kind)
    .where('ended_at', 'is', null)
    .execute();
}
