import type { Db } from '../../base/database/index.ts';
import { Refusal } from '../../base/errors/refusal.ts';
import type { ReviewItem } from '../../gateway/review/index.ts';
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
