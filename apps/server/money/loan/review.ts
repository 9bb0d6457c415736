import { type LoanRejection, loanRejections, type TouchAct } from '@candor/api';
import type { PayOutLoan } from '@candor/kernel';
import type { Amount } from '@candor/money';
import { type Db, idOf, type Trx } from '../../base/database/index.ts';
import { Refusal } from '../../base/errors/refusal.ts';
import { errorKeyOfRejection } from '../../engine/acts/index.ts';
import type { CatalogueFollower } from '../../engine/catalogue/index.ts';
import type { CoreLink } from '../../engine/core/index.ts';
import type { Promises } from '../../engine/outbox/index.ts';
import { amountText, ppmPercent } from '../../engine/values/index.ts';
import type { Files } from '../../gateway/files/index.ts';
import { noteNotice } from '../../gateway/notices/index.ts';
import {
  defineReviewKind,
  type ReviewDecision,
  type Reviewer,
  type ReviewItem,
  type ReviewKind,
  type Reviews,
  roundOf,
  versionOf,
} from '../../gateway/review/index.ts';
import type { Touches } from '../../operators/touches/index.ts';
import type { Kyc } from '../../users/kyc/index.ts';
import { type AskedCredit, type StoredApplication, valueUsdtOf } from './applications.ts';
import type { Credit } from './credit.ts';
import { loanReviewName, payoutKey } from './review-name.ts';

export interface LoanReviewDeps {
  readonly db: Db;
  readonly core: CoreLink;
  readonly catalogues: CatalogueFollower;
  readonly credit: Credit;
  readonly files: Pick<Files, 'read'>;
  readonly kyc: Pick<Kyc, 'checkedPerson'>;
  readonly promises: Pick<Promises, 'promise' | 'outcomes'>;
  readonly reviews: Pick<Reviews, 'enter'>;
  readonly touches: Touches;
}

const PHOTOS = ['front', 'back', 'handheld'] as const;

/**
 * Applications for power loans in the operators' queue, with the three photos. Every look is an entry that the borrower
 * reads. Above the limit, two operators approve one after the other. An approval that the ledger would refuse is refused
 * with its reason, and the application waits on.
 */
export function loanReview(deps: LoanReviewDeps): ReviewKind {
  const { db, core, catalogues, credit, files, kyc, promises, reviews, touches } = deps;

  const touch = (item: ReviewItem, reviewer: Reviewer, act: TouchAct) => ({
    userId: item.userId,
    act,
    reason: null,
    code: null,
    operator: { name: reviewer.name, role: reviewer.role },
  });

  async function find({ subject }: ReviewItem, of: Db = db): Promise<StoredApplication> {
    const row = await of
      .selectFrom('loan.application')
      .selectAll()
      .where('application_id', '=', BigInt(subject))
      .executeTakeFirst();
    if (row === undefined) throw new Refusal('NOT_FOUND');
    return row;
  }

  const approvalsOf = (item: ReviewItem) =>
    db
      .selectFrom('loan.verdict')
      .select(['operator_id', 'operator'])
      .where('application_id', '=', BigInt(item.subject))
      .where('review_round', '=', roundOf(item.version).round)
      .execute();

  const verdict = (trx: Trx, item: ReviewItem, { reviewer, reason, timeMs, ...decision }: ReviewDecision) =>
    trx
      .insertInto('loan.verdict')
      .values({
        application_id: BigInt(item.subject),
        review_round: roundOf(item.version).round,
        operator_id: reviewer.operatorId,
        operator: reviewer.name,
        verdict: decision.verdict,
        reason,
        at: new Date(timeMs),
      })
      .execute();

  /** The command of a payout, by what the borrower's identity check and account say now. */
  async function payoutOf(row: StoredApplication): Promise<PayOutLoan> {
    const { inputs } = await credit.of(idOf(row.user_id));
    const { kyc: level, memberDays } = inputs;
    return {
      type: 'payOutLoan',
      accountUserId: idOf(row.user_id),
      offerId: row.offer_id,
      amount: row.amount as Amount,
      applicationId: idOf(row.application_id),
      kyc: level,
      memberDays,
    };
  }

  async function approve(trx: Trx, item: ReviewItem, decision: ReviewDecision): Promise<void> {
    const { round, isFirst } = roundOf(item.version);
    const shown = await find(item, trx);
    const payout = await payoutOf(shown);
    const { type: _, ...asked } = payout;
    const refusal = await core.ask('loanRefusal', asked);
    if (refusal !== null) throw new Refusal(errorKeyOfRejection(refusal));
    const row = await trx
      .selectFrom('loan.application')
      .selectAll()
      .where('application_id', '=', shown.application_id)
      .forUpdate()
      .executeTakeFirstOrThrow();
    if (row.state !== 'pending' || row.review_round !== round) throw new Refusal('REVIEW_ENDED');
    await verdict(trx, item, decision);
    if (isFirst && row.eyes > 1) {
      await reviews.enter(trx, loanReviewName, {
        subject: item.subject,
        version: versionOf(round, false),
        userId: item.userId,
        deadlineAtMs: row.due_at.getTime(),
        valueUsdt: valueUsdtOf(catalogues.current(), row),
      });
      await touches.note(trx, touch(item, decision.reviewer, 'loanFirstApproved'));
      return;
    }
    await trx
      .updateTable('loan.application')
      .set({ state: 'approved', decided_at: new Date(decision.timeMs) })
      .where('application_id', '=', row.application_id)
      .execute();
    await promises.promise(trx, {
      key: payoutKey(idOf(row.application_id), round),
      userId: 0,
      body: payout,
    });
    await touches.note(trx, touch(item, decision.reviewer, 'loanApproved'));
    await tell(trx, row, decision, null);
  }

  async function reject(trx: Trx, item: ReviewItem, decision: ReviewDecision): Promise<void> {
    const reason = decision.reason as LoanRejection;
    const row = await trx
      .updateTable('loan.application')
      .set({ state: 'failed', reason, decided_at: new Date(decision.timeMs) })
      .where('application_id', '=', BigInt(item.subject))
      .where('review_round', '=', roundOf(item.version).round)
      .where('state', '=', 'pending')
      .returningAll()
      .executeTakeFirst();
    if (row === undefined) throw new Refusal('REVIEW_ENDED');
    await verdict(trx, item, decision);
    await touches.note(trx, {
      ...touch(item, decision.reviewer, 'loanFailed'),
      code: `loan.${reason}`,
    });
    await tell(trx, row, decision, reason);
  }

  function tell(trx: Trx, row: StoredApplication, { timeMs }: ReviewDecision, reason: LoanRejection | null) {
    const catalogue = catalogues.current();
    const id = idOf(row.application_id);
    return noteNotice(trx, {
      userId: idOf(row.user_id),
      key: `loan-application:${id}`,
      kind: 'loan-decided',
      timeMs,
      facts: {
        id,
        coin: catalogue.assetById(row.asset_id).code,
        amount: amountText(catalogue, row.asset_id, row.amount as Amount),
        decision: reason === null ? 'approved' : 'failed',
        reason,
      },
    });
  }

  /** Terms, amount and credit score, beside the person whom the identity check showed. */
  async function factsOf(row: StoredApplication) {
    const [person, { offers }, now] = await Promise.all([
      kyc.checkedPerson(idOf(row.user_id)),
      core.ask('loanOffers'),
      credit.of(idOf(row.user_id)),
    ]);
    const catalogue = catalogues.current();
    const offer = offers.find(({ offerId }) => offerId === row.offer_id);
    const asked = JSON.parse(row.credit) as AskedCredit;
    const { code } = catalogue.assetById(row.asset_id);
    const text = (units: bigint) => `${amountText(catalogue, row.asset_id, units as Amount)} ${code}`;
    const { inputs } = now;
    return [
      { name: 'application', value: String(row.application_id) },
      { name: 'amount', value: text(row.amount) },
      { name: 'offer', value: String(row.offer_id) },
      ...(offer === undefined ? [] : [{ name: 'dailyRate', value: `${ppmPercent(offer.dailyPpm)}%` }]),
      ...(person === null
        ? []
        : [
            { name: 'name', value: person.name },
            { name: 'idNumber', value: person.idNumber },
          ]),
      { name: 'kyc', value: inputs.kyc },
      { name: 'scoreAsked', value: String(asked.score) },
      { name: 'score', value: String(now.score) },
      { name: 'limitAsked', value: `${asked.limit} ${code}` },
      { name: 'owed', value: text(now.owed) },
      { name: 'onTime', value: String(inputs.onTime) },
      { name: 'late', value: String(inputs.late + inputs.later) },
      { name: 'submitted', value: row.submitted_at.toISOString() },
    ];
  }

  /** The ledger's refusal of the payout of the round before; null where there was none. */
  async function refusedBefore({ application_id: id, review_round: round }: StoredApplication) {
    if (round === 1) return null;
    const key = payoutKey(idOf(id), round - 1);
    return (await promises.outcomes([key])).get(key)?.rejection ?? null;
  }

  return defineReviewKind({
    ...loanReviewName,
    roles: ['review', 'risk'],
    reasons: { approve: ['matches'], reject: loanRejections },
    async read(item, reviewer) {
      const row = await find(item);
      const [facts, approvals, refused] = [
        await factsOf(row),
        await approvalsOf(item),
        await refusedBefore(row),
      ];
      await touches.noteView(touch(item, reviewer, 'loanViewed'));
      return {
        facts: [
          ...facts,
          ...(refused === null ? [] : [{ name: 'refused', value: refused }]),
          ...approvals.map(({ operator }) => ({ name: 'approvedBy', value: operator })),
        ],
        images: PHOTOS,
        isFirst: roundOf(item.version).isFirst && row.eyes > 1,
      };
    },
    async picture(item, name, reviewer) {
      const photo = PHOTOS.find((each) => each === name);
      if (photo === undefined) return null;
      const row = await find(item);
      await touches.noteView(touch(item, reviewer, 'loanPhotoViewed'));
      const bytes = await files.read(row[photo]);
      return bytes === null ? null : { type: 'image/jpeg', bytes };
    },
    approvers: async (item) => (await approvalsOf(item)).map(({ operator_id }) => idOf(operator_id)),
    onDecided: (trx, item, decision) =>
      (decision.verdict === 'approve' ? approve : reject)(trx, item, decision),
  });
}
