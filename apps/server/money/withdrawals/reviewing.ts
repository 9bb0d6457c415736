import { WITHDRAWAL_REJECTIONS, type WithdrawalRejection } from '@candor/api';
import type { Amount } from '@candor/money';
import { approvalText } from '../../../signer/index.ts';
import { type Db, idOf, type Trx } from '../../base/database/index.ts';
import { Refusal } from '../../base/errors/refusal.ts';
import type { CatalogueFollower } from '../../engine/catalogue/index.ts';
import type { Promises } from '../../engine/outbox/index.ts';
import { amountText } from '../../engine/values/index.ts';
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
import type { Factors } from '../../users/factors/index.ts';
import type { ListedChain } from '../chains/index.ts';
import { endKey, move } from './clock.ts';
import type { DailyLimits } from './limits.ts';
import { paymentOf } from './payment.ts';
import type { Requests } from './requests.ts';
import { ownerFacts } from './review-facts.ts';
import { subjectOf, withdrawalReviewName } from './review-name.ts';
import { isRoundOver, termsOfRound } from './rounds.ts';
import type { StoredWithdrawal } from './rows.ts';

interface ReviewingDeps {
  readonly db: Db;
  readonly promises: Pick<Promises, 'promise'>;
  readonly reviews: Pick<Reviews, 'enter'>;
  readonly catalogues: CatalogueFollower;
  readonly chains: readonly ListedChain[];
  readonly requests: Pick<Requests, 'takenToday'>;
  readonly factors: Pick<Factors, 'holds'>;
  readonly limits: DailyLimits;
  readonly now: () => number;
}

/**
 * Withdrawals in the operators' queue. Two operators approve one after the other, each with a signature over the whole
 * payment, which the signer verifies again by itself. One rejection, by a published rule, ends it and frees what was held.
 */
export function withdrawalReview(deps: ReviewingDeps): ReviewKind {
  const { db, now } = deps;
  return defineReviewKind({
    ...withdrawalReviewName,
    roles: ['risk', 'finance'],
    showsAccount: true,
    reasons: { approve: ['rulesKept'], reject: WITHDRAWAL_REJECTIONS },
    read: (item) => readWithdrawal(deps, item),
    approvers: async (item) => (await approvalsOf(db, item)).map(({ operator_id }) => idOf(operator_id)),
    async signs(item) {
      const row = await find(db, item);
      if (
        row.state !== 'review' ||
        row.review_round !== roundOf(item.version).round ||
        isRoundOver(row, now())
      )
        return null;
      return textOf(deps, row);
    },
    onDecided: (trx, item, decision) =>
      (decision.verdict === 'approve' ? approve : reject)(deps, trx, item, decision),
  });
}

async function find(db: Db, { subject }: ReviewItem): Promise<StoredWithdrawal> {
  const row = await db
    .selectFrom('withdrawals.withdrawal')
    .selectAll()
    .where('withdrawal_no', '=', BigInt(subject))
    .executeTakeFirst();
  if (row === undefined) throw new Refusal('NOT_FOUND');
  return row;
}

const approvalsOf = (db: Db, { subject, version }: ReviewItem) =>
  db
    .selectFrom('withdrawals.approval')
    .selectAll()
    .where('withdrawal_no', '=', BigInt(subject))
    .where('round', '=', roundOf(version).round)
    .execute();

async function textOf({ chains, catalogues }: ReviewingDeps, row: StoredWithdrawal): Promise<string> {
  const chain = chains.find(({ key }) => key === row.chain);
  if (chain === undefined) throw new Error(`${row.chain} is not listed any more`);
  return approvalText({ ...paymentOf(row, chain, catalogues.current()), ...termsOfRound(row) });
}

async function readWithdrawal(deps: ReviewingDeps, item: ReviewItem): Promise<ReviewFile> {
  const { db, requests, factors, limits } = deps;
  const { userId } = item;
  const row = await find(db, item);
  const [earlier, taken, holds, limit, approvals] = await Promise.all([
    earlierTo(db, row),
    requests.takenToday(userId),
    factors.holds.current(userId),
    limits.of(userId),
    approvalsOf(db, item),
  ]);
  const catalogue = deps.catalogues.current();
  const ofCoin = (units: bigint) => `${amountText(catalogue, row.asset_id, units as Amount)} ${row.coin}`;
  return {
    facts: [
      { name: 'amount', value: ofCoin(row.amount) },
      { name: 'fee', value: ofCoin(row.fee) },
      { name: 'network', value: row.chain },
      { name: 'address', value: row.address },
      { name: 'earlierOwn', value: String(earlier.own) },
      { name: 'earlierOthers', value: String(earlier.others) },
      { name: 'requested', value: row.requested_at.toISOString() },
      ...ownerFacts(catalogue, { taken, limit, holds }),
      ...approvals.map(({ operator }) => ({ name: 'approvedBy', value: operator })),
    ],
    images: [],
    isFirst: roundOf(item.version).isFirst,
  };
}

/** Finished payments to the same address, of this user and of others. */
async function earlierTo(db: Db, { chain, address, user_id }: StoredWithdrawal) {
  const { own, others } = await db
    .selectFrom('withdrawals.withdrawal')
    .select(({ fn }) => [
      fn.countAll<bigint>().filterWhere('user_id', '=', user_id).as('own'),
      fn.countAll<bigint>().filterWhere('user_id', '<>', user_id).as('others'),
    ])
    .where('chain', '=', chain)
    .where('address', '=', address)
    .where('state', '=', 'done')
    .executeTakeFirstOrThrow();
  return { own, others };
}

async function approve(
  { reviews }: ReviewingDeps,
  trx: Trx,
  item: ReviewItem,
  decision: ReviewDecision,
): Promise<void> {
  const { reviewer, signature, timeMs } = decision;
  if (signature === null) throw new Error('an approval of a withdrawal without a signature');
  const no = Number(item.subject);
  const { round, isFirst } = roundOf(item.version);
  const row = await trx
    .selectFrom('withdrawals.withdrawal')
    .selectAll()
    .where('withdrawal_no', '=', BigInt(no))
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (row.state !== 'review' || row.review_round !== round || isRoundOver(row, timeMs))
    throw new Refusal('REVIEW_ENDED');
  await trx
    .insertInto('withdrawals.approval')
    .values({
      withdrawal_no: no,
      round,
      operator_id: reviewer.operatorId,
      operator: reviewer.name,
      public_key: signature.publicKey,
      signature: signature.signature,
      signed_at: new Date(timeMs),
    })
    .execute();
  if (isFirst)
    await reviews.enter(trx, withdrawalReviewName, {
      subject: subjectOf(no),
      version: versionOf(round, false),
      userId: item.userId,
      deadlineAtMs: row.deadline?.getTime() ?? null,
      valueUsdt: row.value_usdt,
    });
  else await move(trx, no, ['review'], 'signing', timeMs);
}

async function reject(
  { promises }: ReviewingDeps,
  trx: Trx,
  { subject }: ReviewItem,
  { reason, timeMs }: ReviewDecision,
): Promise<void> {
  const no = Number(subject);
  if (!(await move(trx, no, ['review'], 'rejected', timeMs, reason as WithdrawalRejection)))
    throw new Refusal('REVIEW_ENDED');
  await promises.promise(trx, {
    key: endKey(no),
    userId: 0,
    body: { type: 'releaseWithdrawal', withdrawalNo: no, reason: 'rejected' },
  });
}
