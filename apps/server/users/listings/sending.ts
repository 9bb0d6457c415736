import { LISTING_CHAINS, LISTING_SENDS_A_DAY, type ListingContents, missingField } from '@candor/api';
import { normaliseAddress } from '@candor/chains';
import type { Trx } from '../../base/database/index.ts';
import { Refusal } from '../../base/errors/refusal.ts';
import { type Reviews, versionOf } from '../../gateway/review/index.ts';
import { LISTING_REVIEW_MS, listingReviewName } from './review-name.ts';
import { contentsOf, DAY_MS, ownListing, type Seen, type StoredListing } from './rows.ts';

export interface SendingDeps {
  readonly reviews: Pick<Reviews, 'enter'>;
  readonly now: () => number;
}

export interface Sending extends Seen {
  readonly answer?: string | undefined;
}

/** A round of review that begins. */
interface Round {
  readonly userId: number;
  readonly row: StoredListing;
  /** The answer to the question that ended the round before; null for a first round. */
  readonly answer: string | null;
}

/** @throws Refusal LISTING_SENDS_LIMIT */
async function refuseOften(trx: Trx, userId: number, nowMs: number): Promise<void> {
  const { count } = await trx
    .selectFrom('listing.round')
    .innerJoin('listing.application', 'listing.application.application_id', 'listing.round.application_id')
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .where('user_id', '=', BigInt(userId))
    .where('sent_at', '>', new Date(nowMs - DAY_MS))
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

/** The contract in the one written form of its chain; '' for a coin without one. @throws Refusal LISTING_CONTRACT */
function readContract({ chain, contract }: ListingContents): string {
  const chainId = chain === null ? null : LISTING_CHAINS[chain];
  if (chainId === null) return '';
  const address = normaliseAddress(chainId, contract);
  if (address === null) throw new Refusal('LISTING_CONTRACT', { field: 'contract' });
  return address;
}

/** Begins a round of review with the form as it stands. */
async function enter(
  { reviews, now }: SendingDeps,
  trx: Trx,
  { userId, row, answer }: Round,
): Promise<StoredListing> {
  const contents = contentsOf(row);
  const missing = missingField(contents);
  if (missing !== null) throw new Refusal('LISTING_INCOMPLETE', { field: missing });
  const contract = readContract(contents);
  const token = contract === '' ? null : `${contents.chain} ${contract}`;
  if (token !== null) await refuseDuplicate(trx, userId, row, token);
  await refuseOften(trx, userId, now());
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

/** Sends a draft, or the answer to a question. */
export async function send(
  deps: SendingDeps,
  trx: Trx,
  userId: number,
  { id, version, answer }: Sending,
): Promise<StoredListing> {
  const row = await ownListing(trx, userId, id);
  // the answer of an earlier try was lost
  if (row.state === 'sent' && row.version === version + 1) return row;
  if (row.state !== 'draft' && row.state !== 'asked') throw new Refusal('LISTING_CLOSED');
  if (row.version !== version) throw new Refusal('LISTING_CHANGED');
  if ((row.state === 'asked') !== (answer !== undefined))
    throw new Refusal('LISTING_ANSWER', { field: 'answer' });
  return enter(deps, trx, { userId, row, answer: answer ?? null });
}
