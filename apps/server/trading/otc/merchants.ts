import type { MerchantApplication } from '@candor/api';
import type { Amount } from '@candor/money';
import { type Selectable, sql } from 'kysely';
import { type Database, type Db, idOf } from '../../base/database/index.ts';
import { Refusal } from '../../base/errors/refusal.ts';
import { refuseLate } from '../../engine/acts/index.ts';
import type { CatalogueFollower } from '../../engine/catalogue/index.ts';
import type { CoreLink } from '../../engine/core/index.ts';
import { amountText } from '../../engine/values/index.ts';
import { type Reviews, versionOf } from '../../gateway/review/index.ts';
import { readNickname } from './nicknames.ts';
import type { People } from './people.ts';
import { admissionKey, MERCHANT_REVIEW_MS, merchantReviewName } from './review-name.ts';
import type { Traders } from './traders.ts';

export type StoredMerchantApplication = Selectable<Database['otc.application']>;

export interface MerchantsDeps {
  readonly db: Db;
  readonly core: Pick<CoreLink, 'ask'>;
  readonly catalogues: Pick<CatalogueFollower, 'current'>;
  readonly people: People;
  readonly traders: Traders;
  readonly reviews: Pick<Reviews, 'enter'>;
  readonly now: () => number;
}

/** Applications of merchants: two operators decide, and the deposit stays in the own OTC wallet. */
export function createMerchants(deps: MerchantsDeps) {
  return {
    shown: (userId: number) => shown(deps, userId),
    apply: (userId: number, asked: Asked) => apply(deps, userId, asked),
  };
}

export type Merchants = ReturnType<typeof createMerchants>;

/** An application as its merchant sends it. */
interface Asked {
  readonly nickname: string;
  readonly about: string;
}

const latest = ({ db }: MerchantsDeps, userId: number) =>
  db
    .selectFrom('otc.application')
    .selectAll()
    .where('user_id', '=', BigInt(userId))
    .orderBy('application_id', 'desc')
    .limit(1)
    .executeTakeFirst();

/** The ledger's refusal of an approved one; null while it has not answered, and where it agreed. */
async function refusedAs({ db }: MerchantsDeps, row: StoredMerchantApplication): Promise<string | null> {
  const { rows } = await sql<{ rejection: string | null }>`
    select rejection from outbox.command where key = ${admissionKey(idOf(row.application_id))}`.execute(db);
  return rows[0]?.rejection ?? null;
}

/** Coins that are free for the deposit, and the deposit. */
async function depositOf({ core }: MerchantsDeps, userId: number) {
  const { terms, merchant, balances } = await core.ask('otcUser', userId);
  const assetId = terms?.terms.valueAssetId ?? 0;
  const free = balances.find((balance) => balance.assetId === assetId)?.transferable ?? 0n;
  return { terms: terms?.terms ?? null, merchant, assetId, free };
}

async function shown(deps: MerchantsDeps, userId: number): Promise<MerchantApplication> {
  const { catalogues, people, traders } = deps;
  const [row, { terms, merchant, assetId, free }, own, standing] = await Promise.all([
    latest(deps, userId),
    depositOf(deps, userId),
    people.merchantOf(userId),
    traders.of(userId),
  ]);
  const refused = row?.state === 'approved' && merchant === null ? await refusedAs(deps, row) : null;
  const catalogue = catalogues.current();
  const text = (units: bigint) => (terms === null ? '0' : amountText(catalogue, assetId, units as Amount));
  const state = stateOf(row, merchant, refused);
  const reason = refused ?? row?.reason ?? null;
  return {
    state,
    merchantId: state === 'merchant' ? (own?.merchantId ?? null) : null,
    nickname: own?.nickname ?? row?.nickname ?? null,
    reason: state === 'rejected' ? (reason as MerchantApplication['reason']) : null,
    applyTime: row?.submitted_at.getTime() ?? null,
    reviewTime: row?.state === 'pending' ? row.due_at.getTime() : null,
    coin: terms === null ? null : catalogue.assetById(assetId).code,
    deposit: text(terms?.deposit ?? 0n),
    free: text(free),
    isVerified: standing?.isVerified === true,
    depositFreeTime: merchant === null || merchant.freeMs === 0 ? null : merchant.freeMs,
  };
}

/** @throws Refusal for what stands against an application */
async function requireEligible(deps: MerchantsDeps, userId: number, key: string): Promise<void> {
  const { db, traders } = deps;
  const standing = await traders.of(userId);
  if (standing?.isVerified !== true || standing.isBarred) throw new Refusal('OTC_NOT_ADMITTED');
  const { terms, merchant, free } = await depositOf(deps, userId);
  if (terms === null) throw new Refusal('OTC_CLOSED');
  if (merchant !== null) throw new Refusal('OTC_MERCHANT');
  if (free < terms.deposit) throw new Refusal('OTC_DEPOSIT');
  const { rows: taken } = await sql`
    select from otc.merchant where nickname_key = ${key} and user_id <> ${userId}
    union all select from otc.application
    where nickname_key = ${key} and user_id <> ${userId} and state = 'pending' limit 1`.execute(db);
  if (taken.length > 0) throw new Refusal('OTC_NICKNAME_TAKEN', { field: 'nickname' });
}

async function apply(
  deps: MerchantsDeps,
  userId: number,
  { nickname: typed, about }: Asked,
): Promise<MerchantApplication> {
  const { db, reviews, now } = deps;
  refuseLate(now());
  const { nickname, key } = readNickname(typed);
  const pending = await latest(deps, userId);
  if (pending?.state === 'pending') {
    // the same application sent again is the same one
    if (pending.nickname_key === key && pending.about === about) return shown(deps, userId);
    throw new Refusal('OTC_APPLICATION_PENDING');
  }
  await requireEligible(deps, userId, key);
  const timeMs = now();
  await db.transaction().execute(async (trx) => {
    const row = await trx
      .insertInto('otc.application')
      .values({
        user_id: userId,
        nickname,
        nickname_key: key,
        about,
        state: 'pending',
        reason: null,
        submitted_at: new Date(timeMs),
        due_at: new Date(timeMs + MERCHANT_REVIEW_MS),
        decided_at: null,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('application_id')
      .executeTakeFirst();
    if (row === undefined) throw new Refusal('OTC_APPLICATION_PENDING');
    await reviews.enter(trx, merchantReviewName, {
      subject: String(row.application_id),
      version: versionOf(1, true),
      userId,
    });
  });
  return shown(deps, userId);
}

function stateOf(
  row: StoredMerchantApplication | undefined,
  merchant: { readonly freeMs: number } | null,
  refused: string | null,
): MerchantApplication['state'] {
  if (merchant !== null) return merchant.freeMs === 0 ? 'merchant' : 'left';
  if (row === undefined) return 'none';
  if (row.state === 'approved') return refused === null ? 'admitting' : 'rejected';
  return row.state as 'pending' | 'rejected';
}
