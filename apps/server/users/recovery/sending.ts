import { randomBytes } from 'node:crypto';
import { RECOVERY_DAYS, type RecoveryShown } from '@candor/api';
import { idOf } from '../../base/database/index.ts';
import { Refusal } from '../../base/errors/refusal.ts';
import { linkOf } from '../../gateway/messages/index.ts';
import {
  type Asker,
  channelOf,
  DAY_MS,
  draftOf,
  hashOf,
  type RequestRow,
  type RequestsDeps,
  refuseSecond,
  rowOf,
  shownOf,
  userOf,
} from './request-rows.ts';
import { FIRST, recoveryReviewName } from './review-name.ts';

/** Sends a code to the contact of a draft. @throws Refusal RECOVERY_UNKNOWN, or for a limit of codes */
export async function sendCode(
  deps: Pick<RequestsDeps, 'db' | 'identity' | 'factors' | 'codes' | 'now'>,
  token: string,
  { ip, headers, language }: Asker & { readonly ip: string },
) {
  const { factors, codes } = deps;
  const row = await draftOf(deps, token);
  const user = await userOf(deps, idOf(row.user_id));
  const to = row.contact === null ? null : user[row.contact];
  if (codes === null || row.contact === null || to === null) throw new Refusal('RECOVERY_UNKNOWN');
  return codes.send({
    browser: `recovery ${row.request_no}`,
    purpose: 'confirm',
    channel: channelOf[row.contact],
    to,
    ip,
    language,
    userId: user.userId,
    send: 'code',
    act: { name: 'recovery', facts: [] },
    antiPhishing: await factors.antiPhishing.of(user.userId),
    // codes that strangers ask for do not use up the device's day
    device: await factors.guesses.deviceOf({ session: user, headers }),
  });
}

/** The proofs that a draft is sent with. */
export interface Proofs {
  readonly code: string | null;
  readonly photo: string | null;
}

/** Uses up the code where the draft needs one. @throws Refusal CODE_REQUIRED, CODE_WRONG, FILE_MISSING, RECOVERY_UNKNOWN */
async function checkProofs(
  deps: Pick<RequestsDeps, 'identity' | 'codes'>,
  row: RequestRow,
  { code, photo }: Proofs,
): Promise<void> {
  const { codes } = deps;
  const user = await userOf(deps, idOf(row.user_id));
  if (row.needs_photo && photo === null) throw new Refusal('FILE_MISSING', { field: 'photo' });
  if (row.contact === null) return;
  const to = user[row.contact];
  if (code === null) throw new Refusal('CODE_REQUIRED', { field: 'code' });
  if (codes === null || to === null) throw new Refusal('RECOVERY_UNKNOWN');
  const channel = channelOf[row.contact];
  await codes.use({ browser: `recovery ${row.request_no}`, purpose: 'confirm', channel, to }, code);
}

/**
 * Sends a draft. Sent once more it changes nothing. @throws Refusal CODE_REQUIRED, CODE_WRONG, FILE_MISSING, FILE_UNKNOWN,
 * RECOVERY_UNDER_WAY
 */
export async function submitDraft(
  deps: Omit<RequestsDeps, 'kyc' | 'messages'>,
  token: string,
  proofs: Proofs,
): Promise<RecoveryShown> {
  const { db, factors, files, reviews, linkKey, now } = deps;
  const row = await rowOf(deps, token);
  if (row.state !== 'draft') return shownOf(deps, row);
  await checkProofs(deps, row, proofs);
  const { photo } = proofs;
  const userId = idOf(row.user_id);
  const nonce = randomBytes(16);
  const dueAt = new Date(now() + RECOVERY_DAYS * DAY_MS);
  const sent = await db.transaction().execute(async (trx) => {
    await refuseSecond(trx, userId);
    const changed = await trx
      .updateTable('recovery.request')
      .set({
        state: 'waiting',
        submitted_at: new Date(now()),
        due_at: dueAt,
        photo: row.needs_photo ? photo : null,
        link_hash: hashOf(linkOf(linkKey, nonce, 'recover')),
      })
      .where('request_no', '=', row.request_no)
      .where('state', '=', 'draft')
      .returningAll()
      .executeTakeFirst();
    if (changed === undefined) throw new Refusal('RECOVERY_UNKNOWN');
    if (row.needs_photo && photo !== null) await files.keep(trx, 'recovery', userId, [photo]);
    await factors.notices.tell(trx, userId, 'recoveryAsked', { linkNonce: nonce });
    await reviews.enter(trx, recoveryReviewName, {
      subject: String(row.request_no),
      version: FIRST,
      userId,
      deadlineAtMs: dueAt.getTime(),
    });
    return changed;
  });
  return shownOf(deps, sent);
}
