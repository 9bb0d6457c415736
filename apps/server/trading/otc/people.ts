import { hkdfSync } from 'node:crypto';
import type { OtcMerchantRow, OtcReputation } from '@candor/api';
import { formatDecimalTrimmed } from '@candor/money';
import { sql } from 'kysely';
import { type Db, idOf } from '../../base/database/index.ts';
import type { History } from '../../engine/ports.ts';
import { plainNickname } from './nicknames.ts';

/** Orders of so long count for a reputation. */
export const REPUTATION_MS = 30 * 86_400_000;
/** Under so many counted orders pages say "new" in place of a rate. */
const NEW_UNDER = 10;
/** A reputation is read again after this time. */
const KEPT_MS = 30_000;
const MOST_KEPT = 2_000;

export interface PeopleDeps {
  readonly db: Db;
  readonly history: Pick<History, 'otc'>;
  readonly masterKey: Uint8Array;
  readonly now: () => number;
}

export interface Merchant {
  readonly merchantId: number;
  readonly userId: number;
  readonly nickname: string;
  readonly sinceMs: number;
}

/** Names and reputations of those who trade: never an account, a contact or a verified name. */
export interface People {
  merchantOf(userId: number): Promise<Merchant | null>;
  merchant(merchantId: number): Promise<Merchant | null>;
  merchantsOf(userIds: readonly number[]): Promise<ReadonlyMap<number, Merchant>>;
  /** The nickname of a merchant, and for anybody else one that is made of a key. */
  nicknames(userIds: readonly number[]): Promise<(userId: number) => string>;
  reputation(userId: number): Promise<OtcReputation>;
  shown(merchant: Merchant): Promise<OtcMerchantRow>;
}

/** Percent with one decimal, rounded down. */
const percentOf = (part: number, whole: number): string | null =>
  whole === 0 ? null : formatDecimalTrimmed(BigInt(Math.floor((part * 1_000) / whole)), 1);

export function createPeople({ db, history, masterKey, now }: PeopleDeps): People {
  const key = Buffer.from(hkdfSync('sha256', masterKey, '', 'candor otc nickname', 32));
  const kept = new Map<number, { readonly untilMs: number; readonly value: Promise<OtcReputation> }>();

  async function merchants(column: 'user_id' | 'merchant_id', ids: readonly number[]): Promise<Merchant[]> {
    if (ids.length === 0) return [];
    const rows = await db
      .selectFrom('otc.merchant')
      .selectAll()
      .where(column, 'in', ids.map(BigInt))
      .execute();
    return rows.map((row) => ({
      merchantId: idOf(row.merchant_id),
      userId: idOf(row.user_id),
      nickname: row.nickname,
      sinceMs: row.since.getTime(),
    }));
  }

  async function read(userId: number): Promise<OtcReputation> {
    const since = now() - REPUTATION_MS;
    const [standing, ratings] = await Promise.all([
      history.otc.standing(userId, since),
      sql<{ good: bigint; all: bigint }>`
        select count(*) filter (where is_good) as good, count(*) as all from (
          select distinct on (user_id, date_trunc('day', rated_at)) is_good from otc.rating
          where rated_id = ${userId} and rated_at >= ${new Date(since)}
          order by user_id, date_trunc('day', rated_at), rated_at desc) as counted`.execute(db),
    ]);
    const { released, faults, medianReleaseMs } = standing;
    const { good, all } = ratings.rows[0]!;
    const counted = released + faults;
    return {
      released,
      faults,
      completion: counted < NEW_UNDER ? null : percentOf(released, counted),
      medianReleaseMs,
      good: percentOf(Number(good), Number(all)),
      ratings: Number(all),
    };
  }

  function reputation(userId: number): Promise<OtcReputation> {
    const before = kept.get(userId);
    if (before !== undefined && before.untilMs > now()) return before.value;
    const value = read(userId);
    if (kept.size >= MOST_KEPT) kept.clear();
    kept.set(userId, { untilMs: now() + KEPT_MS, value });
    value.catch(() => kept.delete(userId));
    return value;
  }

  const merchantsOf = async (userIds: readonly number[]) =>
    new Map((await merchants('user_id', userIds)).map((each) => [each.userId, each]));

  return {
    merchantsOf,
    reputation,
    merchantOf: async (userId) => (await merchants('user_id', [userId]))[0] ?? null,
    merchant: async (merchantId) => (await merchants('merchant_id', [merchantId]))[0] ?? null,
    async nicknames(userIds) {
      const found = await merchantsOf(userIds);
      return (userId) => found.get(userId)?.nickname ?? plainNickname(key, userId);
    },
    async shown({ merchantId, userId, nickname, sinceMs }) {
      return { merchantId, nickname, sinceTime: sinceMs, reputation: await reputation(userId) };
    },
  };
}
