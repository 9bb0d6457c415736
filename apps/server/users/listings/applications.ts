import {
  EMPTY_LISTING,
  LISTING_CHAINS,
  LISTING_DRAFTS_A_DAY,
  LISTING_OPEN,
  LISTING_SENDS_A_DAY,
  type ListingApplication,
  type ListingContents,
  type ListingForm,
  type ListingSummary,
  missingField,
} from '@candor/api';
import { normaliseAddress } from '@candor/chains';
import { sql } from 'kysely';
import { type Db, idOf, type Trx } from '../../base/database/index.ts';
import { Refusal } from '../../base/errors/refusal.ts';
import { boundsOf, type Listed, type PageRequest } from '../../base/records/paging.ts';
import { refuseLate } from '../../engine/acts/index.ts';
import type { Files } from '../../gateway/files/index.ts';
import { type Reviews, versionOf } from '../../gateway/review/index.ts';
import { LISTING_REVIEW_MS, listingReviewName } from './review-name.ts';
import { contentsOf, findListing, roundsOf, type StoredListing, shownListing, summaryOf } from './rows.ts';

const DAY_MS = 86_400_000;
const OPEN = ['draft', 'sent', 'asked'] as const;

export interface ListingsDeps {
  readonly db: Db;
  readonly files: Pick<Files, 'keepNew' | 'release' | 'link'>;
  readonly reviews: Pick<Reviews, 'enter' | 'withdraw' | 'isInHand'>;
  readonly now: () => number;
}

/** An application and its version as its user saw them. */
interface Seen {
  readonly id: number;
  readonly version: number;
}

interface Sending extends Seen {
  readonly answer?: string | undefined;
}

/**
 * Applications for the listing of a token. They are free: no state of one asks for a payment, and an accepted one lists
 * nothing by itself. Nothing is fetched from the links of a form.
 */
export function createListings(deps: ListingsDeps) {
  const { db, files, reviews, now } = deps;
  const shown = (row: StoredListing) => shownListing(db, (id) => files.link('customer', id), row);

  /** Acts of one user wait for each other: limits hold against two at once. */
  const lock = (trx: Trx, userId: number) =>
    sql`select pg_advisory_xact_lock(hashtext('candor listing'), ${userId}::integer)`.execute(trx);

  /** @throws Refusal LISTING_UNKNOWN */
  async function own(trx: Trx, userId: number, id: number): Promise<StoredListing> {
    const row = await findListing(trx, userId, id);
    if (row === null || isDiscarded(row)) throw new Refusal('LISTING_UNKNOWN');
    return row;
  }

  /** @throws Refusal LISTING_OPEN_LIMIT, LISTING_DRAFTS_LIMIT */
  async function refuseMany(trx: Trx, userId: number): Promise<void> {
    const { open, made } = await trx
      .selectFrom('listing.application')
      .select([
        sql<bigint>`count(*) filter (where state = any(${OPEN}))`.as('open'),
        sql<bigint>`count(*) filter (where created_at > ${new Date(now() - DAY_MS)})`.as('made'),
      ])
      .where('user_id', '=', BigInt(userId))
      .executeTakeFirstOrThrow();
    if (Number(open) >= LISTING_OPEN) throw new Refusal('LISTING_OPEN_LIMIT');
    if (Number(made) >= LISTING_DRAFTS_A_DAY) throw new Refusal('LISTING_DRAFTS_LIMIT');
  }

  /** Keeps pictures that came, and lets go of those that left: what was sent once stays, and may come back. */
  async function keepFiles(
    trx: Trx,
    userId: number,
    before: Pick<StoredListing, 'application_id' | 'files'> | null,
    after: readonly string[],
  ): Promise<void> {
    const sent =
      before === null ? [] : (await roundsOf(trx, before.application_id)).flatMap((row) => row.files);
    const had = before?.files ?? [];
    const isNew = (id: string) => !had.includes(id) && !sent.includes(id);
    for (const id of after.filter(isNew)) await files.keepNew(trx, 'listing', userId, id);
    const left = had.filter((id) => !after.includes(id) && !sent.includes(id));
    for (const id of left) await files.release(trx, 'listing', id);
  }

  async function begin(
    trx: Trx,
    userId: number,
    form: string,
    pictures: readonly string[],
    key: string | null,
  ) {
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
    await refuseMany(trx, userId);
    await keepFiles(trx, userId, null, pictures);
    const at = new Date(now());
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

  async function change(trx: Trx, userId: number, seen: Seen, form: string, pictures: readonly string[]) {
    const row = await own(trx, userId, seen.id);
    const isSame = row.form === form && row.files.join() === pictures.join();
    // the answer of an earlier try was lost
    if (isSame && row.version === seen.version + 1) return row;
    if (row.state !== 'draft' && row.state !== 'asked') throw new Refusal('LISTING_CLOSED');
    if (row.version !== seen.version) throw new Refusal('LISTING_CHANGED');
    if (isSame) return row;
    await keepFiles(trx, userId, row, pictures);
    return trx
      .updateTable('listing.application')
      .set({ form, files: [...pictures], version: row.version + 1, changed_at: new Date(now()) })
      .where('application_id', '=', row.application_id)
      .returningAll()
      .executeTakeFirstOrThrow();
  }

  /** @throws Refusal LISTING_SENDS_LIMIT */
  async function refuseOften(trx: Trx, userId: number): Promise<void> {
    const { count } = await trx
      .selectFrom('listing.round')
      .innerJoin('listing.application', 'listing.application.application_id', 'listing.round.application_id')
      .select(({ fn }) => fn.countAll<bigint>().as('count'))
      .where('user_id', '=', BigInt(userId))
      .where('sent_at', '>', new Date(now() - DAY_MS))
      .executeTakeFirstOrThrow();
    if (Number(count) >= LISTING_SENDS_A_DAY) throw new Refusal('LISTING_SENDS_LIMIT');
  }

  /** One user's token waits for one decision at a time. @throws Refusal LISTING_DUPLICATE */
  async function refuseDuplicate(trx: Trx, userId: number, row: StoredListing, token: string): Promise<void> {
    const other = await trx
      .selectFrom('listing.application')
      .innerJoin('listing.round', (join) =>
        join
          .onRef('listing.round.application_id', '=', 'listing.application.application_id')
          .onRef('listing.round.review_round', '=', 'listing.application.review_round'),
      )
      .select('listing.application.application_id')
      .where('user_id', '=', BigInt(userId))
      .where('state', 'in', ['sent', 'asked'])
      .where('token', '=', token)
      .where('listing.application.application_id', '<>', row.application_id)
      .executeTakeFirst();
    if (other !== undefined) throw new Refusal('LISTING_DUPLICATE', { field: 'contract' });
  }

  async function enter(trx: Trx, userId: number, row: StoredListing, answer: string | null) {
    const contents = contentsOf(row);
    const missing = missingField(contents);
    if (missing !== null) throw new Refusal('LISTING_INCOMPLETE', { field: missing });
    const contract = readContract(contents);
    const token = contract === '' ? null : `${contents.chain} ${contract}`;
    if (token !== null) await refuseDuplicate(trx, userId, row, token);
    await refuseOften(trx, userId);
    const timeMs = now();
    const round = row.review_round + 1;
    const form = JSON.stringify({ ...contents, contract });
    await trx
      .insertInto('listing.round')
      .values({
        application_id: row.application_id,
        review_round: round,
        form,
        files: row.files,
        token,
        sent_at: new Date(timeMs),
        answer,
        ask_code: null,
        ask_text: null,
        asked_at: null,
      })
      .execute();
    await reviews.enter(trx, listingReviewName, {
      subject: String(row.application_id),
      version: versionOf(round, true),
      userId,
    });
    return trx
      .updateTable('listing.application')
      .set({
        state: 'sent',
        form,
        version: row.version + 1,
        review_round: round,
        changed_at: new Date(timeMs),
        due_at: new Date(timeMs + LISTING_REVIEW_MS),
      })
      .where('application_id', '=', row.application_id)
      .returningAll()
      .executeTakeFirstOrThrow();
  }

  async function send(trx: Trx, userId: number, { id, version, answer }: Sending) {
    const row = await own(trx, userId, id);
    // the answer of an earlier try was lost
    if (row.state === 'sent' && row.version === version + 1) return row;
    if (row.state !== 'draft' && row.state !== 'asked') throw new Refusal('LISTING_CLOSED');
    if (row.version !== version) throw new Refusal('LISTING_CHANGED');
    if ((row.state === 'asked') !== (answer !== undefined))
      throw new Refusal('LISTING_ANSWER', { field: 'answer' });
    return enter(trx, userId, row, answer ?? null);
  }

  async function withdraw(trx: Trx, userId: number, id: number): Promise<StoredListing> {
    // the queue's item is locked before the application, as who decides it does
    await reviews.isInHand(trx, listingReviewName, String(id));
    const row = await findListing(trx, userId, id);
    if (row === null) throw new Refusal('LISTING_UNKNOWN');
    if (row.state === 'withdrawn') return row;
    if (row.state === 'accepted' || row.state === 'rejected') throw new Refusal('LISTING_CLOSED');
    await reviews.withdraw(trx, listingReviewName, String(id));
    const isDraft = row.review_round === 0;
    if (isDraft) await keepFiles(trx, userId, row, []);
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
      .where('state', 'in', [...OPEN])
      .returningAll()
      .executeTakeFirstOrThrow();
  }

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
    async one(userId: number, id: number): Promise<ListingApplication> {
      const row = await findListing(db, userId, id);
      if (row === null || isDiscarded(row)) throw new Refusal('LISTING_UNKNOWN');
      return shown(row);
    },
    /** Newest first, without drafts that were discarded. */
    async list(userId: number, page: PageRequest): Promise<Listed<ListingSummary>> {
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
    },
    save(userId: number, of: Seen | null, { files: pictures, ...contents }: ListingForm, key: string | null) {
      const form = JSON.stringify(contents);
      const ids = [...new Set(pictures)];
      return act(userId, (trx) =>
        of === null ? begin(trx, userId, form, ids, key) : change(trx, userId, of, form, ids),
      );
    },
    send: (userId: number, sending: Sending) => act(userId, (trx) => send(trx, userId, sending)),
    withdraw: (userId: number, id: number) => act(userId, (trx) => withdraw(trx, userId, id)),
  };
}

export type Listings = ReturnType<typeof createListings>;

const isDiscarded = ({ state, review_round }: StoredListing) => state === 'withdrawn' && review_round === 0;

/** The contract in the one written form of its chain; '' for a coin without one. @throws Refusal LISTING_CONTRACT */
function readContract({ chain, contract }: ListingContents): string {
  const chainId = chain === null ? null : LISTING_CHAINS[chain];
  if (chainId === null) return '';
  const address = normaliseAddress(chainId, contract);
  if (address === null) throw new Refusal('LISTING_CONTRACT', { field: 'contract' });
  return address;
}
