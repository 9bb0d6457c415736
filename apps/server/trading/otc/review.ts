import { type MerchantRejection, merchantRejections } from '@candor/api';
import type { Amount } from '@candor/money';
import { type Db, idOf, type Trx } from '../../base/database/index.ts';
import { Refusal } from '../../base/errors/refusal.ts';
import type { CatalogueFollower } from '../../engine/catalogue/index.ts';
import type { CoreLink } from '../../engine/core/index.ts';
import type { Promises } from '../../engine/outbox/index.ts';
import { amountText } from '../../engine/values/index.ts';
import { noteNotice } from '../../gateway/notices/index.ts';
import {
  defineReviewKind,
  type ReviewDecision,
  type ReviewItem,
  type ReviewKind,
  type Reviews,
  roundOf,
  versionOf,
} from '../../gateway/review/index.ts';
import { type Touches, touchOf } from '../../operators/touches/index.ts';
import type { Kyc } from '../../users/kyc/index.ts';
import type { StoredMerchantApplication } from './merchants.ts';
import { admissionKey, merchantReviewName } from './review-name.ts';

export interface MerchantReviewDeps {
  readonly db: Db;
  readonly core: Pick<CoreLink, 'ask'>;
  readonly catalogues: Pick<CatalogueFollower, 'current'>;
  readonly kyc: Pick<Kyc, 'checkedPerson'>;
  readonly promises: Pick<Promises, 'promise'>;
  readonly reviews: Pick<Reviews, 'enter'>;
  readonly touches: Touches;
}

/** Applications of merchants in the operators' queue: two approve one after the other, and the ledger has the last word. */
export function merchantReview(deps: MerchantReviewDeps): ReviewKind {
  const { touches } = deps;
  return defineReviewKind({
    ...merchantReviewName,
    roles: ['review', 'risk'],
    reasons: { approve: ['matches'], reject: merchantRejections },
    async read(item, reviewer) {
      const row = await find(item, deps.db);
      const [facts, approvals] = await Promise.all([factsOf(deps, row), approvalsOf(deps, item)]);
      await touches.noteView(touchOf(item, reviewer, 'merchantViewed'));
      return {
        facts: [...facts, ...approvals.map(({ operator }) => ({ name: 'approvedBy', value: operator }))],
        images: [],
        isFirst: roundOf(item.version).isFirst,
      };
    },
    picture: async () => null,
    approvers: async (item) => (await approvalsOf(deps, item)).map(({ operator_id }) => idOf(operator_id)),
    onDecided: (trx, item, decision) =>
      (decision.verdict === 'approve' ? approve : reject)(deps, trx, item, decision),
  });
}

async function find({ subject }: ReviewItem, within: Db): Promise<StoredMerchantApplication> {
  const row = await within
    .selectFrom('otc.application')
    .selectAll()
    .where('application_id', '=', BigInt(subject))
    .executeTakeFirst();
  if (row === undefined) throw new Refusal('NOT_FOUND');
  return row;
}

const approvalsOf = ({ db }: MerchantReviewDeps, item: ReviewItem) =>
  db
    .selectFrom('otc.verdict')
    .select(['operator_id', 'operator'])
    .where('application_id', '=', BigInt(item.subject))
    .where('verdict', '=', 'approve')
    .execute();

const note = (trx: Trx, item: ReviewItem, { reviewer, reason, timeMs, verdict }: ReviewDecision) =>
  trx
    .insertInto('otc.verdict')
    .values({
      application_id: BigInt(item.subject),
      operator_id: reviewer.operatorId,
      operator: reviewer.name,
      verdict,
      reason,
      at: new Date(timeMs),
    })
    .execute();

const tell = (trx: Trx, row: StoredMerchantApplication, timeMs: number, reason: MerchantRejection | null) =>
  noteNotice(trx, {
    userId: idOf(row.user_id),
    key: `merchant:${row.application_id}`,
    kind: 'merchant-decided',
    timeMs,
    facts: { decision: reason === null ? 'approved' : 'rejected', reason },
  });

/** Moves a pending application on. @throws Refusal REVIEW_ENDED where another decision came first */
async function decide(
  trx: Trx,
  item: ReviewItem,
  decision: ReviewDecision,
  reason: MerchantRejection | null,
) {
  const row = await trx
    .updateTable('otc.application')
    .set({
      state: reason === null ? 'approved' : 'rejected',
      reason,
      decided_at: new Date(decision.timeMs),
    })
    .where('application_id', '=', BigInt(item.subject))
    .where('state', '=', 'pending')
    .returningAll()
    .executeTakeFirst();
  if (row === undefined) throw new Refusal('REVIEW_ENDED');
  await note(trx, item, decision);
  await tell(trx, row, decision.timeMs, reason);
  return row;
}

async function approve(
  { promises, reviews, touches }: MerchantReviewDeps,
  trx: Trx,
  item: ReviewItem,
  decision: ReviewDecision,
): Promise<void> {
  const shown = await find(item, trx);
  const { userId } = item;
  if (roundOf(item.version).isFirst) {
    if (shown.state !== 'pending') throw new Refusal('REVIEW_ENDED');
    await note(trx, item, decision);
    await reviews.enter(trx, merchantReviewName, {
      subject: item.subject,
      version: versionOf(roundOf(item.version).round, false),
      userId,
      deadlineAtMs: shown.due_at.getTime(),
    });
    await touches.note(trx, touchOf(item, decision.reviewer, 'merchantFirstApproved'));
    return;
  }
  const row = await decide(trx, item, decision, null);
  await makeMerchant(trx, row, decision.timeMs);
  await promises.promise(trx, {
    key: admissionKey(idOf(row.application_id)),
    userId: 0,
    body: {
      type: 'admitOtcMerchant',
      accountUserId: userId,
      reason: 'Two operators approved the application',
    },
  });
  await touches.note(trx, touchOf(item, decision.reviewer, 'merchantApproved'));
}

/** Makes the applicant a merchant under the nickname. @throws Refusal OTC_NICKNAME_TAKEN */
async function makeMerchant(trx: Trx, row: StoredMerchantApplication, timeMs: number): Promise<void> {
  const { nickname, nickname_key } = row;
  const taken = await trx
    .selectFrom('otc.merchant')
    .select('user_id')
    .where('nickname_key', '=', nickname_key)
    .where('user_id', '<>', row.user_id)
    .executeTakeFirst();
  // another one was made a merchant while this one was written: it is refused by its nickname
  if (taken !== undefined) throw new Refusal('OTC_NICKNAME_TAKEN');
  await trx
    .insertInto('otc.merchant')
    .values({ user_id: row.user_id, nickname, nickname_key, since: new Date(timeMs) })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ nickname, nickname_key }))
    .execute();
}

async function reject(
  { touches }: MerchantReviewDeps,
  trx: Trx,
  item: ReviewItem,
  decision: ReviewDecision,
): Promise<void> {
  await decide(trx, item, decision, decision.reason as MerchantRejection);
  await touches.note(trx, touchOf(item, decision.reviewer, 'merchantRejected'));
}

async function factsOf({ kyc, core, catalogues }: MerchantReviewDeps, row: StoredMerchantApplication) {
  const userId = idOf(row.user_id);
  const [person, { terms, trader, balances }] = await Promise.all([
    kyc.checkedPerson(userId),
    core.ask('otcUser', userId),
  ]);
  const assetId = terms?.terms.valueAssetId;
  const catalogue = catalogues.current();
  const text = (units: bigint) =>
    assetId === undefined
      ? '-'
      : `${amountText(catalogue, assetId, units as Amount)} ${catalogue.assetById(assetId).code}`;
  const free = balances.find((balance) => balance.assetId === assetId)?.transferable ?? 0n;
  return [
    { name: 'nickname', value: row.nickname },
    { name: 'about', value: row.about },
    ...(person === null ? [] : [{ name: 'name', value: person.name }]),
    { name: 'deposit', value: text(terms?.terms.deposit ?? 0n) },
    { name: 'free', value: text(free) },
    { name: 'released', value: String(trader.released) },
    { name: 'faults', value: String(trader.faults) },
    { name: 'submitted', value: row.submitted_at.toISOString() },
  ];
}
