import { RECHARGE_REJECTIONS, type RechargeRejection } from '@candor/api';
import type { Amount } from '@candor/money';
import { type Selectable, sql } from 'kysely';
import { type Database, type Db, idOf, type Trx } from '../../base/database/index.ts';
import { Refusal } from '../../base/errors/refusal.ts';
import type { CatalogueFollower } from '../../engine/catalogue/index.ts';
import type { CoreLink } from '../../engine/core/index.ts';
import type { Promises } from '../../engine/outbox/index.ts';
import { amountText } from '../../engine/values/index.ts';
import { type Files, SAME_PICTURE_BITS } from '../../gateway/files/index.ts';
import { noteNotice } from '../../gateway/notices/index.ts';
import {
  defineReviewKind,
  type ReviewDecision,
  type ReviewFile,
  type ReviewItem,
  type ReviewKind,
  type Reviews,
  roundOf,
  versionOf,
} from '../../gateway/review/index.ts';
import { HOUSE_USER_ID } from '../../prices/listing/index.ts';
import { banksOf, RECHARGE_TRANSITIONS } from '../deposits/index.ts';
import { rechargeKey, rechargeReviewName, usdtValueOf } from './review-name.ts';

type StoredRecharge = Selectable<Database['deposits.recharge']>;

export interface RechargeReviewDeps {
  readonly db: Db;
  readonly core: CoreLink;
  readonly catalogues: CatalogueFollower;
  readonly files: Pick<Files, 'read'>;
  readonly promises: Pick<Promises, 'promise'>;
  readonly reviews: Pick<Reviews, 'enter'>;
}

/** Other recharges with the same screenshot that are named at most. */
const MOST_NAMED = 10;

/**
 * Recharges in the operators' queue, with the screenshot beside the record. Above the limit, two operators approve one
 * after the other. A screenshot that was sent before is a fact for the operator and no reason to refuse by itself.
 */
export function rechargeReview(deps: RechargeReviewDeps): ReviewKind {
  const { db, files } = deps;
  return defineReviewKind({
    ...rechargeReviewName,
    roles: ['finance', 'risk'],
    reasons: { approve: ['received'], reject: RECHARGE_REJECTIONS },
    read: (item) => readRecharge(deps, item),
    async picture(item, name) {
      if (name !== 'screenshot') return null;
      const bytes = await files.read((await find(db, item)).screenshot);
      return bytes === null ? null : { type: 'image/jpeg', bytes };
    },
    async approvers(item) {
      const { first_approver: first } = await find(db, item);
      return first === null ? [] : [Number(first)];
    },
    onDecided: (trx, item, decision) =>
      (decision.verdict === 'approve' ? approve : reject)(deps, trx, item, decision),
  });
}

async function find(db: Db, { subject }: ReviewItem): Promise<StoredRecharge> {
  const row = await db
    .selectFrom('deposits.recharge')
    .selectAll()
    .where('recharge_no', '=', BigInt(subject))
    .executeTakeFirst();
  if (row === undefined) throw new Refusal('NOT_FOUND');
  return row;
}

async function readRecharge({ db, catalogues }: RechargeReviewDeps, item: ReviewItem): Promise<ReviewFile> {
  const row = await find(db, item);
  const same = await sameScreenshots(db, row);
  const catalogue = catalogues.current();
  const bank = banksOf(catalogue.mode).find((each) => each.bank === row.bank);
  return {
    facts: [
      { name: 'order', value: String(row.recharge_no) },
      {
        name: 'amount',
        value: `${amountText(catalogue, row.asset_id, row.amount as Amount)} ${row.coin}`,
      },
      ...(bank === undefined
        ? [{ name: 'method', value: row.method }]
        : [
            { name: 'bank', value: bank.bank },
            { name: 'account', value: bank.account },
          ]),
      { name: 'reference', value: `C-${item.userId}` },
      ...(row.note === '' ? [] : [{ name: 'note', value: row.note }]),
      { name: 'submitted', value: row.submitted_at.toISOString() },
      ...same.map((value) => ({ name: 'sameScreenshot', value })),
      ...(row.first_name === null ? [] : [{ name: 'approvedBy', value: row.first_name }]),
    ],
    images: ['screenshot'],
    isFirst: roundOf(item.version).isFirst && row.eyes > 1,
  };
}

/** Numbers of other recharges whose screenshot shows the same picture, with their users. */
async function sameScreenshots(db: Db, { recharge_no, fingerprint }: StoredRecharge): Promise<string[]> {
  if (fingerprint === null) return [];
  const { rows } = await sql<{ no: bigint; user_id: bigint }>`
    select recharge_no as no, user_id from deposits.recharge
    where recharge_no <> ${recharge_no} and fingerprint is not null
      and bit_count(fingerprint # ${fingerprint}::bit(1024)) <= ${SAME_PICTURE_BITS}
    order by recharge_no desc limit ${MOST_NAMED}`.execute(db);
  return rows.map(({ no, user_id }) => `${no} (${user_id})`);
}

async function approve(
  { core, promises, reviews }: RechargeReviewDeps,
  trx: Trx,
  item: ReviewItem,
  { reviewer, timeMs }: ReviewDecision,
): Promise<void> {
  const { round, isFirst } = roundOf(item.version);
  const row = await trx
    .selectFrom('deposits.recharge')
    .selectAll()
    .where('recharge_no', '=', BigInt(item.subject))
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (row.state !== 'review' || row.review_round !== round) throw new Refusal('REVIEW_ENDED');
  const update = trx.updateTable('deposits.recharge').where('recharge_no', '=', row.recharge_no);
  if (isFirst && row.eyes > 1) {
    await update.set({ first_approver: reviewer.operatorId, first_name: reviewer.name }).execute();
    await reviews.enter(trx, rechargeReviewName, {
      subject: item.subject,
      version: versionOf(round, false),
      userId: item.userId,
      deadlineAtMs: row.submitted_at.getTime() + rechargeReviewName.deadlineMs,
      valueUsdt: usdtValueOf(row.coin, row.amount),
    });
    return;
  }
  const assetId = row.asset_id;
  const { available } = await core.ask('correctionFunds', item.userId, HOUSE_USER_ID, assetId);
  if (available === null || available < row.amount) throw new Refusal('INSUFFICIENT_BALANCE');
  await update
    .where('state', 'in', RECHARGE_TRANSITIONS.into('approved'))
    .set({ state: 'approved', ended_at: new Date(timeMs) })
    .returning('recharge_no')
    .executeTakeFirstOrThrow();
  await promises.promise(trx, {
    key: rechargeKey(idOf(row.recharge_no), round),
    userId: 0,
    body: {
      type: 'creditRecharge',
      depositNo: idOf(row.recharge_no),
      accountUserId: item.userId,
      assetId,
      amount: row.amount as Amount,
      fromUserId: HOUSE_USER_ID,
    },
  });
}

async function reject(
  { catalogues }: RechargeReviewDeps,
  trx: Trx,
  item: ReviewItem,
  { reason, timeMs }: ReviewDecision,
): Promise<void> {
  const row = await trx
    .updateTable('deposits.recharge')
    .set({ state: 'rejected', reason: reason as RechargeRejection, ended_at: new Date(timeMs) })
    .where('recharge_no', '=', BigInt(item.subject))
    .where('review_round', '=', roundOf(item.version).round)
    .where('state', 'in', RECHARGE_TRANSITIONS.into('rejected'))
    .returning(['method', 'coin', 'bank', 'asset_id', 'amount'])
    .executeTakeFirst();
  if (row === undefined) throw new Refusal('REVIEW_ENDED');
  await noteNotice(trx, {
    userId: item.userId,
    key: `deposit:${item.subject}`,
    kind: 'deposit-declined',
    timeMs,
    facts: {
      method: row.method,
      coin: row.coin,
      network: row.bank,
      amount: amountText(catalogues.current(), row.asset_id, row.amount as Amount),
      transactionHash: null,
      reason: reason as RechargeRejection,
    },
  });
}
