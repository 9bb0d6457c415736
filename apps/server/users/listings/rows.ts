import type { ListingApplication, ListingCheck, ListingContents, ListingSummary } from '@candor/api';
import type { Selectable } from 'kysely';
import { type Database, type Db, idOf } from '../../base/database/index.ts';
import { Refusal } from '../../base/errors/refusal.ts';
import type { SignedLink } from '../../gateway/files/index.ts';

export type StoredListing = Selectable<Database['listing.application']>;
export type StoredRound = Selectable<Database['listing.round']>;

/** An application and its version as its user saw them. */
export interface Seen {
  readonly id: number;
  readonly version: number;
}

export const DAY_MS = 86_400_000;
/** States of an application that is not decided. */
export const OPEN_STATES = ['draft', 'sent', 'asked'] as const;

export const contentsOf = (row: { readonly form: string }): ListingContents => JSON.parse(row.form);

/** The application of a number, if it is of the user. */
export const ownRow = (db: Db, userId: number, id: number) =>
  db
    .selectFrom('listing.application')
    .selectAll()
    .where('user_id', '=', BigInt(userId))
    .where('application_id', '=', BigInt(id));

const isDiscarded = ({ state, review_round }: StoredListing) => state === 'withdrawn' && review_round === 0;

/** An application of a user, unless it is a draft that was discarded. @throws Refusal LISTING_UNKNOWN */
export async function ownListing(db: Db, userId: number, id: number): Promise<StoredListing> {
  const row = await ownRow(db, userId, id).executeTakeFirst();
  if (row === undefined || isDiscarded(row)) throw new Refusal('LISTING_UNKNOWN');
  return row;
}

/** The sendings of an application, the first one first. */
export const roundsOf = (db: Db, id: bigint): Promise<StoredRound[]> =>
  db
    .selectFrom('listing.round')
    .selectAll()
    .where('application_id', '=', id)
    .orderBy('review_round')
    .execute();

/** Approvals of a round, by operators. */
export const approvalsOf = (db: Db, id: bigint, round: number) =>
  db
    .selectFrom('listing.verdict')
    .select(['operator_id', 'operator'])
    .where('application_id', '=', id)
    .where('review_round', '=', round)
    .where('verdict', '=', 'approve')
    .execute();

/** A row of the list. */
export function summaryOf(row: StoredListing, sentAt: Date | null): ListingSummary {
  const { project, symbol } = contentsOf(row);
  return {
    id: idOf(row.application_id),
    state: row.state,
    project,
    symbol,
    createTime: row.created_at.getTime(),
    changeTime: row.changed_at.getTime(),
    sendTime: sentAt?.getTime() ?? null,
    dueTime: row.due_at?.getTime() ?? null,
    decideTime: row.decided_at?.getTime() ?? null,
  };
}

/** An application as its user reads it. */
export async function shownListing(
  db: Db,
  link: (id: string) => SignedLink,
  row: StoredListing,
): Promise<ListingApplication> {
  const [rounds, approvals] = await Promise.all([
    roundsOf(db, row.application_id),
    approvalsOf(db, row.application_id, row.review_round),
  ]);
  return {
    ...summaryOf(row, rounds.at(-1)?.sent_at ?? null),
    version: row.version,
    form: contentsOf(row),
    files: row.files.map((id) => ({ id, ...link(id) })),
    rounds: rounds.map(({ sent_at, answer, ask_code, ask_text, asked_at }) => ({
      sendTime: sent_at.getTime(),
      answer,
      question:
        ask_code === null || ask_text === null || asked_at === null
          ? null
          : { code: ask_code, text: ask_text, time: asked_at.getTime() },
    })),
    approvals: approvals.length,
    reason: row.reason,
    unmet: row.unmet as ListingCheck[],
  };
}
