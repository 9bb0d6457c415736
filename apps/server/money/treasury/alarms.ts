import { sql } from 'kysely';
import type { Db } from '../../base/database/index.ts';
import { type ListedChain, nativeOf } from '../chains/index.ts';
import { countHalted } from '../halts/index.ts';
import { type AlarmKind, CHAIN_ALARMS, type ChainAlarm } from './schema.ts';

/** A funding that nobody sends again for so long is a matter of the comparison alone. */
const DAY_MS = 86_400_000;

export interface Alarm {
  readonly chain: string;
  readonly coin: string;
  readonly kind: AlarmKind;
  /** An amount or a number, as the console shows it. */
  readonly details: string;
}

/** Raises an alarm, or renews the details of the one that is open. Returns true for a new one. */
export async function raiseAlarm(
  db: Db,
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
  db: Db,
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

/**
 * Counts transactions of ours on a chain that a block held and none holds now, and raises or ends the alarm: all of them are sent
 * again until a block holds them.
 */
export async function judgeLeft(
  db: Db,
  chain: Pick<ListedChain, 'key' | 'assets'>,
  nowMs: number,
): Promise<void> {
  const { rows } = await sql<{ count: number }>`
    select ((select count(*) from withdrawals.withdrawal where chain = ${chain.key} and left_at is not null)
      + (select count(*) from withdrawals.spend where chain = ${chain.key} and left_at is not null)
      + (select count(*) from treasury.movement where chain = ${chain.key} and left_at is not null)
      + (select count(*) from treasury.receipt where chain = ${chain.key} and left_at > ${new Date(nowMs - DAY_MS)})
      )::int as count`.execute(db);
  const of = { chain: chain.key, coin: nativeOf(chain).code, kind: 'left' } as const;
  const count = rows[0]?.count ?? 0;
  if (count > 0) await raiseAlarm(db, { ...of, details: `${count}` }, nowMs);
  else await endAlarm(db, of, nowMs);
}

/** Counts rows of a chain whose assert failed, and raises or ends the alarm: each waits for two operators. */
export async function judgeHalted(
  db: Db,
  chain: Pick<ListedChain, 'key' | 'assets'>,
  nowMs: number,
): Promise<void> {
  const of = { chain: chain.key, coin: nativeOf(chain).code, kind: 'halted' } as const;
  const count = await countHalted(db, chain.key);
  if (count > 0) await raiseAlarm(db, { ...of, details: `${count}` }, nowMs);
  else await endAlarm(db, of, nowMs);
}

/** The open alarms of transactions of ours that left their chain, or that a missing nonce holds up. */
export async function openChainAlarms(
  db: Db,
): Promise<readonly { readonly chain: string; readonly kind: ChainAlarm; readonly details: string }[]> {
  const rows = await db
    .selectFrom('treasury.alarm')
    .select(['chain', 'kind', 'details'])
    .where('kind', 'in', CHAIN_ALARMS)
    .where('ended_at', 'is', null)
    .orderBy('chain')
    .orderBy('kind')
    .execute();
  return rows.map(({ chain, kind, details }) => ({ chain, kind: kind as ChainAlarm, details }));
}
