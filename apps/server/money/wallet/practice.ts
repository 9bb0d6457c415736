import { randomUUID } from 'node:crypto';
import type { AssetInfo } from '@candor/kernel';
import { type Amount, formatDecimalTrimmed, parseDecimal } from '@candor/money';
import { sql } from 'kysely';
import type { Pool } from 'pg';
import { type Db, kyselyOf, migrate, type Tables, type Trx } from '../../base/database/index.ts';
import { Refusal } from '../../base/errors/refusal.ts';
import { errorKeyOfRejection, refuseLate } from '../../engine/acts/index.ts';
import type { CatalogueFollower } from '../../engine/catalogue/index.ts';
import type { CoreLink } from '../../engine/core/index.ts';
import type { Outbox } from '../../engine/outbox/index.ts';
import { readAmount } from '../../engine/values/index.ts';
import { practiceCap } from './practice-caps.ts';

export interface PracticeAllowance {
  readonly coin: string;
  readonly dailyCap: string;
  readonly remaining: string;
}

export interface PracticeGrant extends PracticeAllowance {
  readonly amount: string;
  readonly seq: number;
  readonly time: number;
}

/** Practice funds out of the labelled practice custody account, up to a cap a coin and day. */
export interface Practice {
  allowances(userId: number): Promise<{ readonly list: PracticeAllowance[]; readonly resetsAt: number }>;
  /**
   * Posts the amount and resolves when it is durable.
   * @throws Refusal PRACTICE_ONLY, PRACTICE_CAP_EXCEEDED, PRACTICE_CAP_REACHED, and what amounts and coins are refused with
   */
  take(userId: number, coin: string, amount: string, headerKey: string | null): Promise<PracticeGrant>;
}

export const migrations: Tables = {
  sql: `
  create table practice.allowance (
    user_id bigint not null,
    asset_id integer not null,
    day text not null,
    taken bigint not null check (taken >= 0),
    primary key (user_id, asset_id, day)
  );
  create table practice.grant (
    user_id bigint not null,
    key text not null,
    asset_id integer not null,
    day text not null,
    amount bigint not null,
    remaining bigint not null,
    given_back boolean not null default false,
    primary key (user_id, key)
  );
`,
};

export interface PracticeOptions {
  readonly pool: Pool;
  readonly core: CoreLink;
  readonly outbox: Outbox;
  readonly catalogues: CatalogueFollower;
  /** True if this house gives practice funds away at all. */
  readonly enabled: boolean;
  readonly now: () => number;
}

const DAY_MS = 86_400_000;
const dayOf = (timeMs: number) => new Date(timeMs).toISOString().slice(0, 10);
const outboxKey = (userId: number, key: string) => `practiceFunds:${userId}:${key}`;

/** Under what the kernel knows a user's taking of funds. */
export const practiceCommand = (userId: number, key: string) => ({
  userId: 0,
  key: outboxKey(userId, key),
  bodyHash: null,
});

/** Opens the room: makes its tables. */
export async function openPractice(options: PracticeOptions): Promise<Practice> {
  await migrate(options.pool, 'practice', migrations);
  const room: PracticeRoom = { ...options, db: kyselyOf(options.pool) };
  return {
    allowances: (userId) => listAllowances(room, userId),
    take: (userId, coin, amount, headerKey) => takeFunds(room, { userId, coin, amount, headerKey }),
  };
}

interface PracticeRoom extends PracticeOptions {
  readonly db: Db;
}

function requirePractice({ enabled, catalogues }: PracticeRoom): void {
  if (!enabled || catalogues.current().mode !== 'practice') throw new Refusal('PRACTICE_ONLY');
}

async function listAllowances(room: PracticeRoom, userId: number): ReturnType<Practice['allowances']> {
  requirePractice(room);
  const { db, catalogues, now } = room;
  const timeMs = now();
  const rows = await db
    .selectFrom('practice.allowance')
    .select(['asset_id', 'taken'])
    .where('user_id', '=', BigInt(userId))
    .where('day', '=', dayOf(timeMs))
    .execute();
  const taken = new Map(rows.map((row) => [row.asset_id, row.taken]));
  const list = catalogues.current().assets.flatMap((asset) => {
    const dailyCap = practiceCap(asset.code);
    if (dailyCap === null) return [];
    const left = capUnits(asset, dailyCap) - (taken.get(asset.assetId) ?? 0n);
    return [{ coin: asset.code, dailyCap, remaining: formatDecimalTrimmed(left, asset.scale) }];
  });
  return { list, resetsAt: timeMs - (timeMs % DAY_MS) + DAY_MS };
}

interface Asked {
  readonly userId: number;
  readonly coin: string;
  readonly amount: string;
  readonly headerKey: string | null;
}

async function takeFunds(room: PracticeRoom, asked: Asked): Promise<PracticeGrant> {
  requirePractice(room);
  const { core, outbox, catalogues } = room;
  const { userId } = asked;
  const asset = catalogues.current().asset(asked.coin);
  const dailyCap = practiceCap(asset.code);
  if (dailyCap === null) throw new Refusal('UNKNOWN_COIN');
  const amount = readAmount(asked.amount, asset.scale, 'amount');
  if (!(await core.ask('hasAccount', userId))) throw new Refusal('ACCOUNT_OPENING');
  const key = asked.headerKey ?? randomUUID();
  const remaining = await promise(room, { userId, key, asset, amount, cap: capUnits(asset, dailyCap) });
  const { seq, timeMs, rejection } = await outbox.deliver(outboxKey(userId, key));
  if (rejection !== null) {
    await giveBack(room.db, userId, key);
    throw new Refusal(errorKeyOfRejection(rejection));
  }
  const text = (units: bigint) => formatDecimalTrimmed(units, asset.scale);
  return {
    coin: asset.code,
    amount: text(amount),
    dailyCap,
    remaining: text(remaining),
    seq,
    time: timeMs,
  };
}

/** Funds that a user takes under a key, within the cap of the day. */
interface Taking {
  readonly userId: number;
  readonly key: string;
  readonly asset: AssetInfo;
  readonly amount: Amount;
  readonly cap: bigint;
}

/** Writes grant, allowance and promise together; a key that was used before must have had the same body. */
async function promise({ db, outbox, now }: PracticeRoom, taking: Taking): Promise<bigint> {
  const { userId, key, asset, amount } = taking;
  return db.transaction().execute(async (trx) => {
    const day = dayOf(now());
    const inserted = await trx
      .insertInto('practice.grant')
      .values({
        user_id: userId,
        key,
        asset_id: asset.assetId,
        day,
        amount,
        remaining: 0n,
        given_back: false,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('key')
      .executeTakeFirst();
    if (inserted === undefined) return earlier(trx, taking);
    refuseLate(now());
    const remaining = await reserve(trx, taking, day, now);
    await trx
      .updateTable('practice.grant')
      .set({ remaining })
      .where('user_id', '=', BigInt(userId))
      .where('key', '=', key)
      .execute();
    await outbox.promise(trx, {
      key: outboxKey(userId, key),
      userId: 0,
      body: { type: 'practiceFunds', accountUserId: userId, assetId: asset.assetId, amount },
    });
    return remaining;
  });
}

async function earlier(trx: Trx, { userId, key, asset, amount }: Taking): Promise<bigint> {
  const grant = await trx
    .selectFrom('practice.grant')
    .selectAll()
    .where('user_id', '=', BigInt(userId))
    .where('key', '=', key)
    .executeTakeFirstOrThrow();
  if (grant.asset_id !== asset.assetId || BigInt(grant.amount) !== amount) {
    throw new Refusal('KEY_REUSED_WITH_OTHER_BODY');
  }
  return BigInt(grant.remaining);
}

/** Takes from the allowance in one statement, so that two requests at once cannot both have the last of it. */
async function reserve(
  trx: Trx,
  { userId, asset, amount, cap }: Taking,
  day: string,
  now: () => number,
): Promise<bigint> {
  const { rows } = await sql<{ taken: bigint }>`
    insert into practice.allowance as a (user_id, asset_id, day, taken)
    select ${userId}, ${asset.assetId}, ${day}, ${amount} where ${amount} <= ${cap}::bigint
    on conflict (user_id, asset_id, day) do update set taken = a.taken + excluded.taken
    where a.taken + excluded.taken <= ${cap}::bigint
    returning taken`.execute(trx);
  const taken = rows[0]?.taken;
  if (taken !== undefined) return cap - BigInt(taken);
  const left = cap - (await takenOn(trx, userId, asset, day));
  const text = (units: bigint) => formatDecimalTrimmed(units, asset.scale);
  const details = { cap: text(cap), remaining: text(left), coin: asset.code };
  if (left > 0n) throw new Refusal('PRACTICE_CAP_EXCEEDED', { field: 'amount', details });
  throw new Refusal('PRACTICE_CAP_REACHED', { details, retryAfterMs: DAY_MS - (now() % DAY_MS) });
}

async function takenOn(trx: Trx, userId: number, asset: AssetInfo, day: string): Promise<bigint> {
  const row = await trx
    .selectFrom('practice.allowance')
    .select('taken')
    .where('user_id', '=', BigInt(userId))
    .where('asset_id', '=', asset.assetId)
    .where('day', '=', day)
    .executeTakeFirst();
  return BigInt(row?.taken ?? 0);
}

/** Gives back an amount that the kernel refused: it no longer counts as taken. */
async function giveBack(db: Db, userId: number, key: string): Promise<void> {
  await sql`
    with undone as (
      update practice.grant set given_back = true
      where user_id = ${userId} and key = ${key} and not given_back
      returning user_id, asset_id, day, amount)
    update practice.allowance a set taken = a.taken - undone.amount from undone
    where a.user_id = undone.user_id and a.asset_id = undone.asset_id and a.day = undone.day`.execute(db);
}

function capUnits(asset: AssetInfo, dailyCap: string): bigint {
  const units = parseDecimal(dailyCap, asset.scale);
  if (units === null) throw new Error(`the practice cap of ${asset.code} is no amount`);
  return units;
}
