import { randomBytes, randomInt } from 'node:crypto';
import type { RecoveryShown } from '@candor/api';
import { sql } from 'kysely';
import type { Trx } from '../../base/database/index.ts';
import { Refusal } from '../../base/errors/refusal.ts';
import type { User } from '../identity/index.ts';
import {
  type Asker,
  channelOf,
  DAY_MS,
  hashOf,
  type RequestsDeps,
  refuseSecond,
  shownOf,
  userOf,
} from './request-rows.ts';
import type { RecoveryProof } from './schema.ts';

/** The proof that a request begins with. */
export type Beginning =
  | { readonly act: 'login' | 'reset'; readonly ticket: string }
  | { readonly act: 'session'; readonly userId: number };

type OpeningDeps = Pick<RequestsDeps, 'db' | 'identity' | 'factors' | 'kyc' | 'messages' | 'now'>;

/** Requests of an account that are sent in a month: from each of its known devices, and from all other browsers together. */
const SENT_A_MONTH = 3;

const newNote = () => `CANDOR ${String(randomInt(1_000_000)).padStart(6, '0')}`;

/** Returns the proofs that the account has of its owner. A mail alone is not enough. @throws Refusal RECOVERY_IMPOSSIBLE */
async function wayOf(
  { kyc, messages }: Pick<OpeningDeps, 'kyc' | 'messages'>,
  user: User,
  proof: RecoveryProof,
) {
  const { advanced } = await kyc.certification(user.userId);
  if (advanced.state === 'approved') return { needs_photo: true, contact: null };
  const contact = (['email', 'phone'] as const).find(
    (each) => user[each] !== null && messages.isOpen(channelOf[each]),
  );
  if (contact === undefined || proof === 'reset') throw new Refusal('RECOVERY_IMPOSSIBLE');
  return { needs_photo: false, contact };
}

/** The user whom a beginning is of, and the new password that a reset came with. @throws Refusal LOGIN_TICKET_OVER */
async function beginningOf({ entry }: OpeningDeps['identity'], beginning: Beginning) {
  if (beginning.act === 'session') return { userId: beginning.userId, passwordHash: null };
  if (entry === null) throw new Refusal('LOGIN_TICKET_OVER');
  return entry.holderOf(beginning.act, beginning.ticket);
}

/** Ends the draft of the same device, or of unknown browsers. @throws Refusal RECOVERY_LIMITED */
async function makeRoom(trx: Trx, userId: number, device: string | null, timeMs: number): Promise<void> {
  const isOfAsker = sql<boolean>`user_id = ${userId} and device is not distinct from ${device}`;
  const month = new Date(timeMs - 30 * DAY_MS);
  const sent = await trx
    .selectFrom('recovery.request')
    .select('request_no')
    .where(isOfAsker)
    .where('submitted_at', '>', month)
    .execute();
  if (sent.length >= SENT_A_MONTH) throw new Refusal('RECOVERY_LIMITED');
  await trx.deleteFrom('recovery.request').where(isOfAsker).where('state', '=', 'draft').execute();
}

/**
 * Opens a draft.
 * @throws Refusal LOGIN_TICKET_OVER, RECOVERY_UNDER_WAY, RECOVERY_IMPOSSIBLE, RECOVERY_LIMITED
 */
export async function openRequest(
  deps: OpeningDeps,
  beginning: Beginning,
  { headers, language }: Asker,
): Promise<RecoveryShown & { readonly token: string }> {
  const { db, identity, factors, now } = deps;
  const { userId, passwordHash } = await beginningOf(identity, beginning);
  const user = await userOf(deps, userId);
  const way = await wayOf(deps, user, beginning.act);
  const device = await factors.guesses.deviceOf({ session: { userId }, headers });
  const token = randomBytes(32).toString('base64url');
  const row = await db.transaction().execute(async (trx) => {
    await refuseSecond(trx, userId);
    await makeRoom(trx, userId, device, now());
    return trx
      .insertInto('recovery.request')
      .values({
        user_id: userId,
        token_hash: hashOf(token),
        link_hash: null,
        state: 'draft',
        proof: beginning.act,
        password_hash: passwordHash,
        device,
        ...way,
        note: newNote(),
        photo: null,
        language,
        opened_at: new Date(now()),
        submitted_at: null,
        due_at: null,
        reason: null,
        ended_at: null,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
  });
  return { ...(await shownOf(deps, row)), token };
}
