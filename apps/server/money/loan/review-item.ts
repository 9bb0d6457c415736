import type { TouchAct } from '@candor/api';
import type { Db } from '../../base/database/index.ts';
import { Refusal } from '../../base/errors/refusal.ts';
import type { Reviewer, ReviewItem } from '../../gateway/review/index.ts';
import type { StoredApplication } from './applications.ts';

/** The application that an item of the queue stands for. @throws Refusal NOT_FOUND */
export async function applicationOf(of: Db, { subject }: ReviewItem): Promise<StoredApplication> {
  const row = await of
    .selectFrom('loan.application')
    .selectAll()
    .where('application_id', '=', BigInt(subject))
    .executeTakeFirst();
  if (row === undefined) throw new Refusal('NOT_FOUND');
  return row;
}

/** An operator's look or act, as the borrower reads it. */
export const touchOf = (item: ReviewItem, reviewer: Reviewer, act: TouchAct) => ({
  userId: item.userId,
  act,
  reason: null,
  code: null,
  operator: { name: reviewer.name, role: reviewer.role },
});
