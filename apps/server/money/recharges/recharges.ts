import { randomUUID } from 'node:crypto';
import {
  type CallData,
  MOST_OPEN_RECHARGES,
  RECHARGE_REVIEW_HOURS,
  type RechargeMethod,
  type rechargeCalls,
} from '@candor/api';
import { formatDecimalTrimmed, parseDecimal } from '@candor/money';
import { type Selectable, sql } from 'kysely';
import type { Database, Db, Trx } from '../../base/database/index.ts';
import { Refusal } from '../../base/errors/refusal.ts';
import { refuseLate } from '../../engine/acts/index.ts';
import type { Catalogue, CatalogueFollower } from '../../engine/catalogue/index.ts';
import { readAmount } from '../../engine/values/index.ts';
import type { Files } from '../../gateway/files/index.ts';
import { type Reviews, versionOf } from '../../gateway/review/index.ts';
import { banksOf, FOUR_EYES_ABOVE } from '../deposits/index.ts';
import { rechargeReviewName, usdtValueOf } from './review-name.ts';

export interface NewRecharge {
  readonly method: RechargeMethod;
  readonly bank?: string | undefined;
  readonly coin: string;
  readonly amount: string;
  /** Id of the uploaded screenshot. */
  readonly screenshot: string;
  readonly note?: string | undefined;
}

type StoredRecharge = Selectable<Database['deposits.recharge']>;

export interface RechargesDeps {
  readonly db: Db;
  readonly catalogues: CatalogueFollower;
  readonly files: Files;
  readonly reviews: Pick<Reviews, 'enter'>;
  readonly now: () => number;
}

/** Takes recharges that a person reviews. */
export function createRecharges(deps: RechargesDeps) {
  const { db, catalogues, files, now } = deps;
  return {
    credited: (userId: number) => sumCredited(db, userId),
    /** The accounts to pay to, with the limits, and the coins of recharges that were paid otherwise. */
    async terms(userId: number): Promise<CallData<(typeof rechargeCalls)['getRechargeBanks']>> {
      const { mode, assets } = catalogues.current();
      return {
        list: [...banksOf(mode)],
        reference: `C-${userId}`,
        manualCoins: assets.map(({ code }) => code),
        reviewHours: RECHARGE_REVIEW_HOURS,
        fourEyesAbove: FOUR_EYES_ABOVE,
        waiting: await waitingOf(db, userId),
        mostWaiting: MOST_OPEN_RECHARGES,
      };
    },
    /** Keeps a recharge with its screenshot and enters it into the queue, once under one key. @throws Refusal */
    async submit(userId: number, recharge: NewRecharge, headerKey: string | null) {
      const read = readTerms(catalogues.current(), recharge);
      const fingerprint = await files.fingerprint(recharge.screenshot);
      refuseLate(now());
      const key = headerKey ?? randomUUID();
      const submitted = { ...read, userId, key, fingerprint, recharge };
      const no = await db.transaction().execute((trx) => enter(deps, trx, submitted));
      const { asset, units } = read;
      return { orderNo: String(no), coin: asset.code, amount: formatDecimalTrimmed(units, asset.scale) };
    },
  };
}

/** Sums of what was approved for a user, by coin, in base units of the ledger. */
async function sumCredited(
  db: Db,
  userId: number,
): Promise<{ readonly coin: string; readonly deposited: bigint; readonly withdrawn: bigint }[]> {
  const rows = await db
    .selectFrom('deposits.recharge')
    .select(['coin', ({ fn }) => fn.sum<string>('amount').as('sum')])
    .where('user_id', '=', BigInt(userId))
    .where('state', '=', 'approved')
    .groupBy('coin')
    .execute();
  return rows.map(({ coin, sum }) => ({ coin, deposited: BigInt(sum), withdrawn: 0n }));
}

/** Reads a submission against the published terms. @throws Refusal for what is wrong with it */
function readTerms(catalogue: Catalogue, { method, bank: key, coin, amount }: NewRecharge) {
  const asset = catalogue.asset(coin);
  const units = readAmount(amount, asset.scale, 'amount');
  if (method === 'manual') return { asset, units, bank: null, eyes: 2 };
  const bank = banksOf(catalogue.mode).find((each) => each.bank === key && each.coin === asset.code);
  if (bank === undefined) throw new Refusal('RECHARGE_BANK_UNKNOWN', { field: 'bank' });
  const bound = (text: string) => parseDecimal(text, asset.scale) ?? 0n;
  const details = { minimum: bank.minimum, maximum: bank.maximum, coin: bank.coin };
  if (units < bound(bank.minimum)) throw new Refusal('RECHARGE_TOO_SMALL', { field: 'amount', details });
  if (units > bound(bank.maximum)) throw new Refusal('RECHARGE_TOO_LARGE', { field: 'amount', details });
  return { asset, units, bank: bank.bank, eyes: units > bound(FOUR_EYES_ABOVE) ? 2 : 1 };
}

async function waitingOf(db: Db, userId: number): Promise<number> {
  const { count } = await db
    .selectFrom('deposits.recharge')
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .where('user_id', '=', BigInt(userId))
    .where('state', '=', 'review')
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** A recharge that passed the terms. */
type Submitted = ReturnType<typeof readTerms> & {
  readonly userId: number;
  readonly key: string;
  readonly fingerprint: StoredRecharge['fingerprint'];
  readonly recharge: NewRecharge;
};

/** Writes a recharge and enters it into the queue. Returns its number, or that of the earlier one under its key. */
async function enter(
  { files, reviews, now }: RechargesDeps,
  trx: Trx,
  submitted: Submitted,
): Promise<bigint> {
  const { userId, key, asset, units, bank, eyes, fingerprint, recharge } = submitted;
  // Two submissions of one user at once must not both take the last place.
  await sql`select pg_advisory_xact_lock(hashtext('recharges'), ${userId}::integer)`.execute(trx);
  const earlier = await trx
    .selectFrom('deposits.recharge')
    .selectAll()
    .where('user_id', '=', BigInt(userId))
    .where('key', '=', key)
    .executeTakeFirst();
  if (earlier !== undefined) {
    if (!isSame(earlier, submitted)) throw new Refusal('KEY_REUSED_WITH_OTHER_BODY');
    return earlier.recharge_no;
  }
  if ((await waitingOf(trx, userId)) >= MOST_OPEN_RECHARGES)
    throw new Refusal('RECHARGES_WAITING', { details: { most: String(MOST_OPEN_RECHARGES) } });
  await files.keep(trx, 'deposits', userId, [recharge.screenshot]);
  const { recharge_no } = await trx
    .insertInto('deposits.recharge')
    .values({
      user_id: userId,
      key,
      method: recharge.method,
      bank,
      coin: asset.code,
      asset_id: asset.assetId,
      amount: units,
      note: recharge.note ?? '',
      screenshot: recharge.screenshot,
      fingerprint,
      state: 'review',
      reason: null,
      eyes,
      first_approver: null,
      first_name: null,
      submitted_at: new Date(now()),
      ended_at: null,
    })
    .returning('recharge_no')
    .executeTakeFirstOrThrow();
  await reviews.enter(trx, rechargeReviewName, {
    subject: String(recharge_no),
    version: versionOf(1, true),
    userId,
    valueUsdt: usdtValueOf(asset.code, units),
  });
  return recharge_no;
}

const isSame = (row: StoredRecharge, { asset, units, bank, recharge }: Submitted): boolean =>
  row.coin === asset.code &&
  row.amount === units &&
  row.bank === bank &&
  row.screenshot === recharge.screenshot;
