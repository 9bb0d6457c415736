import type { LoanRejection } from '@candor/api';
import { LOAN_REVIEW_HOURS, LOAN_TWO_REVIEWERS_ABOVE } from '@candor/api';
import type { LoanOfferView } from '@candor/kernel';
import type { Amount } from '@candor/money';
import { creditLimit, loanTotalAtMost } from '@candor/rules';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import { type Database, type Db, idOf, type Trx } from '../../base/database/index.ts';
import { Refusal } from '../../base/errors/refusal.ts';
import { boundsOf, type PageRequest } from '../../base/records/paging.ts';
import type { Catalogue, CatalogueFollower } from '../../engine/catalogue/index.ts';
import type { CoreLink } from '../../engine/core/index.ts';
import { amountText, readAmount } from '../../engine/values/index.ts';
import type { Files } from '../../gateway/files/index.ts';
import { type Reviews, versionOf } from '../../gateway/review/index.ts';
import type { Credit } from './credit.ts';
import { loanReviewName } from './review-name.ts';
import { offerStateOf, termsHashOf } from './rows.ts';
import type { ApplicationState } from './schema.ts';

const HOUR_MS = 3_600_000;
const AGAIN_MS = 7 * 24 * HOUR_MS;

export type StoredApplication = Selectable<Database['loan.application']>;

/** The credit score of an application when it was submitted. */
export type AskedCredit = Pick<Awaited<ReturnType<Credit['of']>>, 'score' | 'points' | 'inputs'> & {
  readonly limit: string;
  readonly owed: string;
};

/** An application as its borrower sends it: photos are files of the user. */
export interface NewApplication {
  readonly offerId: number;
  readonly amount: string;
  /** The most to repay in all that the borrower was shown. */
  readonly totalAtMost: string;
  readonly termsHash: string;
  readonly front: string;
  readonly back: string;
  readonly handheld: string;
}

/** An application that the terms allow, before it is entered. */
export interface CheckedApplication
  extends Pick<NewApplication, 'termsHash' | 'front' | 'back' | 'handheld'> {
  readonly offer: LoanOfferView;
  readonly units: Amount;
  readonly totalAtMost: Amount;
  readonly eyes: 1 | 2;
  readonly credit: AskedCredit;
}

export interface ApplicationsDeps {
  readonly db: Db;
  readonly core: CoreLink;
  readonly catalogues: CatalogueFollower;
  readonly credit: Credit;
  readonly files: Pick<Files, 'keep'>;
  readonly reviews: Pick<Reviews, 'enter' | 'withdraw' | 'lock'>;
  readonly now: () => number;
}

/** Applications that a list shows, beside the page: the numbers name those whose loans are in the wanted state. */
export interface ApplicationFilter {
  readonly state: ApplicationState | null;
  readonly among: readonly number[] | null;
  readonly without: readonly number[] | null;
}

/**
 * Applications for power loans. They are free: no state of one asks its borrower to pay anything, and nothing is taken
 * before the payout.
 */
export interface Applications {
  /** Looks at an application before factors are asked for. @throws Refusal for what is wrong with it */
  check(userId: number, wanted: NewApplication): Promise<CheckedApplication>;
  /** Keeps a checked application with its photos. @throws Refusal LOAN_PENDING, FILE_UNKNOWN */
  enter(trx: Trx, userId: number, checked: CheckedApplication): Promise<StoredApplication>;
  /** @throws Refusal LOAN_UNKNOWN, LOAN_DECIDED */
  cancel(userId: number, applicationId: number): Promise<StoredApplication>;
  one(userId: number, applicationId: number): Promise<StoredApplication | null>;
  /** Newest first. One more than asked for, where there are more. */
  list(userId: number, filter: ApplicationFilter, page: PageRequest): Promise<StoredApplication[]>;
  /** Sum that a user has asked for and that is not paid out: it counts towards the limit. */
  asked(userId: number): Promise<bigint>;
}

export function createApplications(deps: ApplicationsDeps): Applications {
  const { db, now } = deps;
  return {
    asked: (userId) => askedOf(db, userId, now()),
    async check(userId, wanted) {
      await refusePending(db, userId, now());
      return checkTerms(deps, userId, wanted);
    },
    enter: (trx, userId, checked) => enter(deps, trx, userId, checked),
    cancel: (userId, applicationId) => cancel(deps, userId, applicationId),
    one: (userId, applicationId) => find(db, userId, applicationId),
    list: (userId, filter, page) => list(db, userId, filter, page),
  };
}

async function askedOf(db: Db, userId: number, nowMs: number): Promise<bigint> {
  const { rows } = await sql<{ sum: bigint | string }>`
    select coalesce(sum(amount), 0) as sum from loan.application a
    where user_id = ${userId} and ${isOpen(nowMs)}`.execute(db);
  return BigInt(rows[0]?.sum ?? 0);
}

async function refusePending(of: Db, userId: number, nowMs: number): Promise<void> {
  const { rows } = await sql`
    select 1 as found from loan.application a
    where user_id = ${userId} and ${isOpen(nowMs)} limit 1`.execute(of);
  if (rows.length > 0) throw new Refusal('LOAN_PENDING');
}

/** Checks an application against its offer, the user's limit and what the pool has. */
async function checkTerms(
  { db, core, catalogues, credit, now }: ApplicationsDeps,
  userId: number,
  { offerId, amount, ...accepted }: NewApplication,
): Promise<CheckedApplication> {
  const { offers, pools, timeMs } = await core.ask('loanOffers');
  const offer = offers.find((each) => each.offerId === offerId);
  if (offer === undefined) throw new Refusal('LOAN_OFFER_UNKNOWN');
  if (offerStateOf(offer, timeMs) !== 'open') throw new Refusal('LOAN_OFFER_CLOSED');
  const catalogue = catalogues.current();
  const { assetId, minAmount, maxAmount } = offer;
  if (accepted.termsHash !== termsHashOf(catalogue, offer)) throw new Refusal('LOAN_TERMS_CHANGED');
  const { scale } = catalogue.assetById(assetId);
  const units = readAmount(amount, scale, 'amount');
  if (units < minAmount || units > maxAmount) throw new Refusal('LOAN_AMOUNT', { field: 'amount' });
  const most = loanTotalAtMost(offer, units, Math.floor(timeMs / 1_000));
  if (most === null) throw new Refusal('LOAN_TERMS', { field: 'amount' });
  const totalAtMost = readAmount(accepted.totalAtMost, scale, 'totalAtMost');
  if (totalAtMost < most) throw new Refusal('LOAN_TERMS_CHANGED');
  const { front, back, handheld } = accepted;
  if (new Set([front, back, handheld]).size < 3) throw new Refusal('INVALID_INPUT', { field: 'back' });
  const { score, points, inputs, owed } = await credit.of(userId);
  const limit = creditLimit(score, scale);
  const inAll = owed + (await askedOf(db, userId, now())) + units;
  if (inAll > limit) throw new Refusal('LOAN_LIMIT', { field: 'amount' });
  const free = pools.find((pool) => pool.assetId === assetId)?.free ?? 0n;
  if (free < units) throw new Refusal('LOAN_POOL_SHORT', { field: 'amount' });
  const text = (of: bigint) => amountText(catalogue, assetId, of as Amount);
  // many small loans are a large one: no single reviewer lends more in all
  const isLarge = inAll > BigInt(LOAN_TWO_REVIEWERS_ABOVE) * 10n ** BigInt(scale);
  return {
    ...accepted,
    offer,
    units,
    totalAtMost,
    eyes: isLarge ? 2 : 1,
    credit: { score, points, inputs, limit: text(limit), owed: text(owed) },
  };
}

async function enter(
  { catalogues, files, reviews, now }: ApplicationsDeps,
  trx: Trx,
  userId: number,
  { offer, units, totalAtMost, eyes, credit, ...accepted }: CheckedApplication,
): Promise<StoredApplication> {
  // Two applications of one user at once must not both be the one that waits.
  await sql`select pg_advisory_xact_lock(hashtext('candor loan'), ${userId}::integer)`.execute(trx);
  await refusePending(trx, userId, now());
  const { front, back, handheld, termsHash } = accepted;
  await files.keep(trx, 'loan', userId, [front, back, handheld]);
  const timeMs = now();
  const row = await trx
    .insertInto('loan.application')
    .values({
      user_id: userId,
      offer_id: offer.offerId,
      asset_id: offer.assetId,
      amount: units,
      total_at_most: totalAtMost,
      terms_hash: termsHash,
      front,
      back,
      handheld,
      credit: JSON.stringify(credit),
      eyes,
      state: 'pending',
      reason: null,
      submitted_at: new Date(timeMs),
      due_at: dueAt(timeMs),
      decided_at: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await reviews.enter(trx, loanReviewName, {
    subject: String(row.application_id),
    version: versionOf(1, true),
    userId,
    valueUsdt: catalogues.current().assetById(offer.assetId).code === 'USDT' ? units : null,
  });
  return row;
}

const cancel = (
  { db, reviews, now }: ApplicationsDeps,
  userId: number,
  applicationId: number,
): Promise<StoredApplication> =>
  db.transaction().execute(async (trx) => {
    const subject = String(applicationId);
    const { rows: ended } = await reviews.lock(trx, [loanReviewName], [subject], () =>
      trx
        .updateTable('loan.application')
        .set({ state: 'cancelled', decided_at: new Date(now()) })
        .where('user_id', '=', BigInt(userId))
        .where('application_id', '=', BigInt(applicationId))
        .where('state', '=', 'pending')
        .returningAll()
        .executeTakeFirst(),
    );
    if (ended !== undefined) {
      await reviews.withdraw(trx, loanReviewName, subject);
      return ended;
    }
    const row = await find(trx, userId, applicationId);
    if (row === null) throw new Refusal('LOAN_UNKNOWN');
    if (row.state !== 'cancelled') throw new Refusal('LOAN_DECIDED');
    return row;
  });

function list(
  db: Db,
  userId: number,
  { state, among, without }: ApplicationFilter,
  page: PageRequest,
): Promise<StoredApplication[]> {
  const { from, to } = boundsOf(page);
  let rows = db
    .selectFrom('loan.application')
    .selectAll()
    .where('user_id', '=', BigInt(userId))
    .orderBy('application_id', 'desc')
    .limit(page.limit + 1);
  if (state !== null) rows = rows.where('state', '=', state);
  if (among !== null) rows = rows.where('application_id', '=', sql<bigint>`any(${among}::bigint[])`);
  if (without !== null) rows = rows.where('application_id', '<>', sql<bigint>`all(${without}::bigint[])`);
  if (page.cursor !== null) rows = rows.where('application_id', '<', BigInt(page.cursor));
  if (from !== null) rows = rows.where('submitted_at', '>=', from);
  if (to !== null) rows = rows.where('submitted_at', '<', to);
  return rows.execute();
}

/**
 * True for an application `a` that is neither paid out nor over: it is pending, or was approved and its payout is on the way
 * or was refused by the ledger. One that was refused or never sent is reviewed again, beside which no other can wait.
 */
const isOpen = (nowMs: number): RawBuilder<boolean> => sql`(a.state = 'pending'
  or a.state = 'approved' and exists (select from outbox.command o
    where o.key = 'loan:' || a.application_id || ':' || a.review_round
      and (o.seq is null and o.dropped_at is null or o.rejection is not null and a.decided_at > ${againSince(nowMs)})))`;

/** Time by which an application is decided that waits from a time on. */
export const dueAt = (fromMs: number): Date => new Date(fromMs + LOAN_REVIEW_HOURS * HOUR_MS);

/** The amount of an application in units of USDT, by which operators order their queue; null for another coin. */
export const valueUsdtOf = (
  catalogue: Catalogue,
  { asset_id, amount }: Pick<StoredApplication, 'asset_id' | 'amount'>,
): bigint | null => (catalogue.assetById(asset_id).code === 'USDT' ? amount : null);

/** Payouts that the ledger refused are looked for among what was approved since then. */
export const againSince = (nowMs: number): Date => new Date(nowMs - AGAIN_MS);

async function find(db: Db, userId: number, applicationId: number): Promise<StoredApplication | null> {
  const row = await db
    .selectFrom('loan.application')
    .selectAll()
    .where('user_id', '=', BigInt(userId))
    .where('application_id', '=', BigInt(applicationId))
    .executeTakeFirst();
  return row ?? null;
}

/** Numbers of applications, as the read models name them. */
export const numbersOf = (rows: readonly StoredApplication[]): number[] =>
  rows.map(({ application_id }) => idOf(application_id));

/** Why an application failed; null in any other state. */
export const reasonOf = ({ reason }: StoredApplication): LoanRejection | null =>
  reason as LoanRejection | null;
