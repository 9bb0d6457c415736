import { sql } from 'kysely';
import { type Db, idOf, kyselyOf } from '../../base/database/index.ts';
import { LIST_PATIENCE_MS } from '../../base/records/paging.ts';
import type { Promises } from '../../engine/outbox/index.ts';
import type { History } from '../../engine/ports.ts';
import { holdUsers, type openReviews } from '../../gateway/review/index.ts';
import type { HousePart } from '../../gateway/subject.ts';
import { putBack } from './put-back.ts';

interface Unsent {
  readonly key: string;
  readonly application_id: bigint;
  readonly user_id: bigint;
}

type House = Pick<Parameters<HousePart>[0], 'pool' | 'core' | 'catalogues' | 'now'> & {
  readonly history: Pick<History, 'loan' | 'caughtUp'>;
  readonly promises: Pick<Promises, 'stale' | 'dropStale'>;
};

/**
 * Puts an application back into the queue whose payout was approved and never sent, as after an outage of a week: the
 * promise is dropped in the same transaction, so that it is never paid beside the next one. A payout that reached the
 * ledger and lost its note alone is dropped too, and stays paid.
 */
export async function reviewUnsentAgain(
  { pool, core, history, promises, catalogues, now }: House,
  reviews: Awaited<ReturnType<typeof openReviews>>,
): Promise<void> {
  const keys = await promises.stale('loan:');
  if (keys.length === 0) return;
  // nobody has sent them for hours: read models that cover what the core has committed since show each payout
  await core.ask('loanOffers');
  if (!(await history.caughtUp(core.status().committedSeq, LIST_PATIENCE_MS))) return;
  const unpaid: Unsent[] = [];
  const db = kyselyOf(pool);
  for (const each of await approvedBy(db, keys)) {
    const loans = await history.loan.byApplications(idOf(each.user_id), [idOf(each.application_id)]);
    if (loans.length === 0) unpaid.push(each);
  }
  await db.transaction().execute(async (trx) => {
    await holdUsers(
      trx,
      unpaid.map(({ user_id }) => user_id),
    );
    const dropped = await promises.dropStale(trx, keys);
    const again = unpaid.filter(({ key }) => dropped.has(key));
    if (again.length === 0) return;
    const which = sql`a.application_id in (${sql.join(again.map(({ application_id }) => application_id))})
      and 'loan:' || a.application_id || ':' || a.review_round in (${sql.join(again.map(({ key }) => key))})`;
    await putBack({ catalogues, reviews, now }, trx, which);
  });
}

/** Approved applications that promises of payouts stand for, each by the promise of its newest round. */
async function approvedBy(db: Db, keys: readonly string[]): Promise<readonly Unsent[]> {
  const ids = keys.map((key) => key.split(':')[1] ?? '');
  const { rows } = await sql<Unsent>`
    select p.key, a.application_id, a.user_id
    from unnest(${keys}::text[], ${ids}::bigint[]) as p (key, application_id)
    join loan.application a on a.application_id = p.application_id
      and p.key = 'loan:' || a.application_id || ':' || a.review_round
    where a.state = 'approved'`.execute(db);
  return rows;
}
