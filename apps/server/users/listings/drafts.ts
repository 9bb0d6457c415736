import { LISTING_DRAFTS_A_DAY, LISTING_OPEN } from '@candor/api';
import { sql } from 'kysely';
import type { Trx } from '../../base/database/index.ts';
import { Refusal } from '../../base/errors/refusal.ts';
import type { Files } from '../../gateway/files/index.ts';
import { DAY_MS, OPEN_STATES, ownListing, roundsOf, type Seen, type StoredListing } from './rows.ts';

export interface DraftDeps {
  readonly files: Pick<Files, 'keepNew' | 'release'>;
  readonly now: () => number;
}

/** A form as its user saves it. */
interface Draft {
  readonly userId: number;
  readonly form: string;
  /** Ids of the pictures, each once. */
  readonly pictures: readonly string[];
}

/** @throws Refusal LISTING_OPEN_LIMIT, LISTING_DRAFTS_LIMIT */
async function refuseMany(trx: Trx, userId: number, nowMs: number): Promise<void> {
  const { open, made } = await trx
    .selectFrom('listing.application')
    .select([
      sql<bigint>`count(*) filter (where state = any(${OPEN_STATES}))`.as('open'),
      sql<bigint>`count(*) filter (where created_at > ${new Date(nowMs - DAY_MS)})`.as('made'),
    ])
    .where('user_id', '=', BigInt(userId))
    .executeTakeFirstOrThrow();
  if (Number(open) >= LISTING_OPEN) throw new Refusal('LISTING_OPEN_LIMIT');
  if (Number(made) >= LISTING_DRAFTS_A_DAY) throw new Refusal('LISTING_DRAFTS_LIMIT');
}

/** Keeps pictures that came, and lets go of those that left: what was sent once stays, and may come back. */
export async function keepFiles(
  { files }: DraftDeps,
  trx: Trx,
  { userId, pictures: after }: Pick<Draft, 'pictures' | 'userId'>,
  before: Pick<StoredListing, 'application_id' | 'files'> | null,
): Promise<void> {
  const sent =
    before === null ? [] : (await roundsOf(trx, before.application_id)).flatMap((row) => row.files);
  const had = before?.files ?? [];
  const isNew = (id: string) => !had.includes(id) && !sent.includes(id);
  for (const id of after.filter(isNew)) await files.keepNew(trx, 'listing', userId, id);
  const left = had.filter((id) => !after.includes(id) && !sent.includes(id));
  for (const id of left) await files.release(trx, 'listing', id);
}

/** Begins an application; under one key once. @throws Refusal LISTING_OPEN_LIMIT, LISTING_DRAFTS_LIMIT, FILE_UNKNOWN */
export async function begin(
  deps: DraftDeps,
  trx: Trx,
  draft: Draft,
  key: string | null,
): Promise<StoredListing> {
  const { userId, form, pictures } = draft;
  const made =
    key === null
      ? undefined
      : await trx
          .selectFrom('listing.application')
          .selectAll()
          .where('user_id', '=', BigInt(userId))
          .where('made_by', '=', key)
          .executeTakeFirst();
  if (made !== undefined) return made;
  await refuseMany(trx, userId, deps.now());
  await keepFiles(deps, trx, draft, null);
  const at = new Date(deps.now());
  return trx
    .insertInto('listing.application')
    .values({
      user_id: userId,
      state: 'draft',
      made_by: key,
      form,
      files: [...pictures],
      reason: null,
      created_at: at,
      changed_at: at,
      due_at: null,
      decided_at: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/**
 * Changes an application that nobody reviews.
 * @throws Refusal LISTING_UNKNOWN, LISTING_CLOSED, LISTING_CHANGED, FILE_UNKNOWN
 */
export async function change(deps: DraftDeps, trx: Trx, draft: Draft, seen: Seen): Promise<StoredListing> {
  const { userId, form, pictures } = draft;
  const row = await ownListing(trx, userId, seen.id);
  const isSame = row.form === form && row.files.join() === pictures.join();
  // the answer of an earlier try was lost
  if (isSame && row.version === seen.version + 1) return row;
  if (row.state !== 'draft' && row.state !== 'asked') throw new Refusal('LISTING_CLOSED');
  if (row.version !== seen.version) throw new Refusal('LISTING_CHANGED');
  if (isSame) return row;
  await keepFiles(deps, trx, draft, row);
  return trx
    .updateTable('listing.application')
    .set({ form, files: [...pictures], version: row.version + 1, changed_at: new Date(deps.now()) })
    .where('application_id', '=', row.application_id)
    .returningAll()
    .executeTakeFirstOrThrow();
}
