import { PAYOUT_REJECTIONS, type WithdrawalRejection } from '@candor/api';
import type { Amount } from '@candor/money';
import { type Db, idOf, type Trx } from '../../base/database/index.ts';
import { Refusal } from '../../base/errors/refusal.ts';
import type { CatalogueFollower } from '../../engine/catalogue/index.ts';
import type { CoreLink } from '../../engine/core/index.ts';
import type { Promises } from '../../engine/outbox/index.ts';
import { amountText } from '../../engine/values/index.ts';
import {
  defineReviewKind,
  type ReviewDecision,
  type Reviewer,
  type ReviewFile,
  type ReviewItem,
  type ReviewKind,
  type Reviews,
} from '../../gateway/review/index.ts';
import type { Touches } from '../../operators/touches/index.ts';
import { HOUSE_USER_ID } from '../../prices/listing/index.ts';
import type { Factors } from '../../users/factors/index.ts';
import { type Kyc, likenessOf } from '../../users/kyc/index.ts';
import type { Bank } from '../bank/index.ts';
import { stepDeadline } from './bank-payouts.ts';
import { endKey, move, waitFor } from './clock.ts';
import type { DailyLimits } from './limits.ts';
import type { Requests } from './requests.ts';
import { ownerFacts } from './review-facts.ts';
import { PAYOUT_APPROVAL, PAYOUT_PAYMENT, payoutReviewName } from './review-name.ts';
import type { StoredWithdrawal } from './rows.ts';
import { holdAgain } from './sending.ts';

interface PayoutReviewDeps {
  readonly db: Db;
  readonly core: CoreLink;
  readonly promises: Pick<Promises, 'promise'>;
  readonly reviews: Pick<Reviews, 'enter'>;
  readonly catalogues: CatalogueFollower;
  readonly requests: Pick<Requests, 'takenToday'>;
  readonly factors: Pick<Factors, 'holds'>;
  readonly limits: DailyLimits;
  readonly bank: Pick<Bank, 'wholeCard'>;
  readonly kyc: Pick<Kyc, 'nameOf'>;
  readonly touches: Touches;
  readonly now: () => number;
}

const reasons = { approve: ['rulesKept', 'paid'], reject: PAYOUT_REJECTIONS } as const;

/**
 * Payouts to bank cards in the operators' queue. Whoever has the payment in hand makes it at the bank, and ends it by the
 * bank's reference; the owner cannot cancel meanwhile. Above the limit another operator approved it before. One rejection,
 * by a published rule, ends it and frees what was held. While a part of a deposit that its chain took back is missing, the card
 * is not shown and no approval is taken.
 */
export function bankPayoutReview(deps: PayoutReviewDeps): ReviewKind {
  const { db } = deps;
  return defineReviewKind({
    ...payoutReviewName,
    roles: ['risk', 'finance'],
    showsAccount: true,
    reasons,
    reasonsOf: ({ version }) => ({
      approve: [version === PAYOUT_APPROVAL ? 'rulesKept' : 'paid'],
      reject: reasons.reject,
    }),
    asksReference: ({ version }) => version === PAYOUT_PAYMENT,
    read: (item, reviewer) => readPayout(deps, item, reviewer),
    async approvers(item) {
      const { payout_approver: first } = await find(db, item);
      return first === null ? [] : [Number(first)];
    },
    async onDecided(trx, item, decision) {
      if (decision.verdict === 'reject') return reject(deps, trx, item, decision);
      if ((await missingFor(deps, await find(trx, item))) > 0n)
        throw new Refusal('REVIEW_DEPOSIT_TAKEN_BACK');
      return (item.version === PAYOUT_APPROVAL ? approve : pay)(deps, trx, item, decision);
    },
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

/** Returns the missing part of the owner's deposits of the coin. Free funds fill it before the next look. */
async function missingFor(deps: PayoutReviewDeps, { user_id, asset_id }: StoredWithdrawal): Promise<bigint> {
  const asked = [{ userId: idOf(user_id), assetId: asset_id }];
  const [found] = await deps.core.ask('missingOfDeposits', asked);
  const fillable = found?.fillable ?? [];
  await holdAgain(deps, new Map(fillable.map(({ depositNo, turn }) => [depositNo, turn])));
  return found?.missing ?? 0n;
}

/** Reads a payout and notes that its card was seen; one that waits for a missing deposit is said to wait, and shows no card. */
async function readPayout(deps: PayoutReviewDeps, item: ReviewItem, reviewer: Reviewer): Promise<ReviewFile> {
  const { db, requests, factors, limits, bank, kyc, touches } = deps;
  const { userId } = item;
  const row = await find(db, item);
  const missing = await missingFor(deps, row);
  const reason = missing > 0n ? 'takenBack' : null;
  if (reason !== null || row.reason === 'takenBack')
    await db.transaction().execute((trx) => waitFor(trx, Number(row.withdrawal_no), reason));
  const [card, person, taken, holds, limit] = await Promise.all([
    missing > 0n ? null : bank.wholeCard(userId),
    kyc.nameOf(userId),
    requests.takenToday(userId),
    factors.holds.current(userId),
    limits.of(userId),
  ]);
  if (missing === 0n)
    await touches.noteView({
      userId,
      act: 'cardViewed',
      reason: null,
      code: null,
      operator: { name: reviewer.name, role: reviewer.role },
    });
  const catalogue = deps.catalogues.current();
  const ofCoin = (units: bigint) => `${amountText(catalogue, row.asset_id, units as Amount)} ${row.coin}`;
  return {
    facts: [
      { name: 'amount', value: ofCoin(row.amount) },
      ...(missing === 0n ? [] : [{ name: 'takenBack', value: ofCoin(missing) }]),
      ...(card === null ? [] : cardFacts(card, person)),
      ...(catalogue.mode === 'practice' ? [{ name: 'practice', value: 'practice-bank' }] : []),
      { name: 'order', value: String(row.withdrawal_no) },
      { name: 'requested', value: row.requested_at.toISOString() },
      ...ownerFacts(catalogue, { taken, limit, holds }),
      ...(row.payout_approver_name === null ? [] : [{ name: 'approvedBy', value: row.payout_approver_name }]),
    ],
    images: [],
    isFirst: item.version === PAYOUT_APPROVAL,
  };
}

/** The card that is paid, compared with the verified name of its owner. */
function cardFacts(
  card: NonNullable<Awaited<ReturnType<Bank['wholeCard']>>>,
  person: Awaited<ReturnType<Kyc['nameOf']>>,
): ReviewFile['facts'] {
  return [
    { name: 'holder', value: card.name },
    ...(person === null ? [] : [{ name: 'verifiedName', value: person.name }]),
    {
      name: 'nameCheck',
      value: person === null ? 'none' : likenessOf(card.name, person.name),
    },
    { name: 'card', value: card.cardNumber },
    { name: 'bank', value: card.bankName },
    ...[
      ['swift', card.swiftCode],
      ['branch', card.branch],
    ].flatMap(([name = '', value = '']) => (value === '' ? [] : [{ name, value }])),
  ];
}

/** The first approval of two: the payment is another operator's. */
async function approve(
  { reviews }: PayoutReviewDeps,
  trx: Trx,
  item: ReviewItem,
  { reviewer, timeMs }: ReviewDecision,
): Promise<void> {
  const no = Number(item.subject);
  const deadline = stepDeadline(timeMs);
  if (!(await move(trx, no, ['review'], 'signing', timeMs, null, deadline)))
    throw new Refusal('REVIEW_ENDED');
  await trx
    .updateTable('withdrawals.withdrawal')
    .set({ payout_approver: reviewer.operatorId, payout_approver_name: reviewer.name })
    .where('withdrawal_no', '=', BigInt(no))
    .execute();
  const { value_usdt } = await find(trx, item);
  await reviews.enter(trx, payoutReviewName, {
    subject: item.subject,
    version: PAYOUT_PAYMENT,
    userId: item.userId,
    deadlineAtMs: deadline,
    valueUsdt: BigInt(value_usdt),
  });
}

async function pay(
  { promises }: PayoutReviewDeps,
  trx: Trx,
  item: ReviewItem,
  { reference, timeMs }: ReviewDecision,
): Promise<void> {
  const no = Number(item.subject);
  if (!(await move(trx, no, ['signing'], 'done', timeMs))) throw new Refusal('REVIEW_ENDED');
  await trx
    .updateTable('withdrawals.withdrawal')
    .set({ reference })
    .where('withdrawal_no', '=', BigInt(no))
    .execute();
  await promises.promise(trx, {
    key: endKey(no),
    userId: 0,
    body: { type: 'settlePayout', withdrawalNo: no, toUserId: HOUSE_USER_ID },
  });
}

async function reject(
  { promises }: PayoutReviewDeps,
  trx: Trx,
  { subject }: ReviewItem,
  { reason, timeMs }: ReviewDecision,
): Promise<void> {
  const no = Number(subject);
  if (!(await move(trx, no, ['review', 'signing'], 'rejected', timeMs, reason as WithdrawalRejection)))
    throw new Refusal('REVIEW_ENDED');
  await promises.promise(trx, {
    key: endKey(no),
    userId: 0,
    body: { type: 'releaseWithdrawal', withdrawalNo: no, reason: 'rejected' },
  });
}
