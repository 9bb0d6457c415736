import { EMPTY_LISTING, type ListingApplication, type ListingForm, type ListingSummary } from '@candor/api';
import { sql } from 'kysely';
import { type Db, idOf, type Trx } from '../../base/database/index.ts';
import { Refusal } from '../../base/errors/refusal.ts';
import { boundsOf, type Listed, type PageRequest } from '../../base/records/paging.ts';
import { refuseLate } from '../../engine/acts/index.ts';
import type { Files } from '../../gateway/files/index.ts';
import type { Reviews } from '../../gateway/review/index.ts';
import { begin, change, keepFiles } from './drafts.ts';
import { listingReviewName } from './review-name.ts';
import {
  OPEN_STATES,
  ownListing,
  ownRow,
  roundsOf,
  type Seen,
  type StoredListing,
  shownListing,
  summaryOf,
} from './rows.ts';
import { type Sending, send } from './sending.ts';

export interface ListingsDeps {
  readonly db: Db;
  readonly files: Pick<Files, 'keepNew' | 'release' | 'link'>;
  readonly reviews: Pick<Reviews, 'enter' | 'withdraw' | 'lock'>;
  readonly now: () => number;
}

/** Acts of one user wait for each other: limits hold against two at once. */
const lock = (trx: Trx, userId: number) =>
  sql`select pg_advisory_xact_lock(hashtext('candor listing'), ${userId}::integer)`.execute(trx);

/** Newest first, without drafts that were discarded. */
async function listOwn(db: Db, userId: number, page: PageRequest): Promise<Listed<ListingSummary>> {
  const { from, to } = boundsOf(page);
  let query = db
    .selectFrom('listing.application')
    .selectAll()
    .where('user_id', '=', BigInt(userId))
    .where(sql<boolean>`not (state = 'withdrawn' and review_round = 0)`)
    .orderBy('application_id', 'desc')
    .limit(page.limit + 1);
  if (page.cursor !== null) query = query.where('application_id', '<', BigInt(page.cursor));
  if (from !== null) query = query.where('created_at', '>=', from);
  if (to !== null) query = query.where('created_at', '<', to);
  const rows = await query.execute();
  const shownRows = rows.slice(0, page.limit);
  const sent = await Promise.all(
    shownRows.map(async (row) => (await roundsOf(db, row.application_id)).at(-1)?.sent_at ?? null),
  );
  return {
    records: shownRows.map((row, at) => summaryOf(row, sent[at] ?? null)),
    nextCursor: rows.length > page.limit ? String(idOf(shownRows.at(-1)!.application_id)) : null,
  };
}

async function withdraw(deps: ListingsDeps, trx: Trx, userId: number, id: number): Promise<StoredListing> {
  const { reviews, now } = deps;
  const { rows } = await reviews.lock(trx, [listingReviewName], [String(id)], () =>
    ownRow(trx, userId, id).forUpdate().execute(),
  );
  const [row] = rows;
  if (row === undefined) throw new Refusal('LISTING_UNKNOWN');
  if (row.state === 'withdrawn') return row;
  if (row.state === 'accepted' || row.state === 'rejected') throw new Refusal('LISTING_CLOSED');
  await reviews.withdraw(trx, listingReviewName, String(id));
  const isDraft = row.review_round === 0;
  if (isDraft) await keepFiles(deps, trx, { userId, pictures: [] }, row);
  return trx
    .updateTable('listing.application')
    .set({
      state: 'withdrawn',
      due_at: null,
      version: row.version + 1,
      changed_at: new Date(now()),
      ...(isDraft ? { form: JSON.stringify(EMPTY_LISTING), files: [] } : {}),
    })
    .where('application_id', '=', row.application_id)
    .where('state', 'in', [...OPEN_STATES])
    .returningAll()
    .executeTakeFirstOrThrow();
}

/**
 * Applications for the listing of a token. They are free: no state of one asks for a payment, and an accepted one lists
 * nothing by itself. Nothing is fetched from the links of a form.
 */
export function createListings(deps: ListingsDeps) {
  const { db, files, now } = deps;
  const shown = (row: StoredListing) => shownListing(db, (id) => files.link('customer', id), row);

  async function act(
    userId: number,
    does: (trx: Trx) => Promise<StoredListing>,
  ): Promise<ListingApplication> {
    const row = await db.transaction().execute(async (trx) => {
      refuseLate(now());
      await lock(trx, userId);
      return does(trx);
    });
    return shown(row);
  }

  return {
    /** @throws Refusal LISTING_UNKNOWN */
    one: async (userId: number, id: number): Promise<ListingApplication> =>
      shown(await ownListing(db, userId, id)),
    list: (userId: number, page: PageRequest) => listOwn(db, userId, page),
    save(userId: number, of: Seen | null, { files: pictures, ...contents }: ListingForm, key: string | null) {
      const draft = { userId, form: JSON.stringify(contents), pictures: [...new Set(pictures)] };
      return act(userId, (trx) =>
        of === null ? begin(deps, trx, draft, key) : change(deps, trx, draft, of),
      );
    },
    send: (userId: number, sending: Sending) => act(userId, (trx) => send(deps, trx, userId, sending)),
    withdraw: (userId: number, id: number) => act(userId, (trx) => withdraw(deps, trx, userId, id)),
  };
}

export type Listings = ReturnType<typeof createListings>;
