import type { RecoveryShown, UploadedFile } from '@candor/api';
import { idOf } from '../../base/database/index.ts';
import { Refusal } from '../../base/errors/refusal.ts';
import { type Beginning, openRequest } from './opening.ts';
import {
  type Asker,
  cancelUnderWay,
  draftOf,
  findUnderWay,
  hashOf,
  type RequestsDeps,
  rowOf,
  shownOf,
  underWayOf,
  type Whose,
} from './request-rows.ts';
import { recoveryReviewName } from './review-name.ts';
import { sendCode, submitDraft } from './sending.ts';

/**
 * The way back for who lost every factor: published, slow and loud. A request begins with something that the owner
 * knows, tells every contact of the account at once, waits seven days in which any session or mail cancels it, and
 * needs two operators. No operator can begin one.
 */
export interface Requests {
  /** @throws Refusal LOGIN_TICKET_OVER, RECOVERY_UNDER_WAY, RECOVERY_IMPOSSIBLE, RECOVERY_LIMITED */
  open(beginning: Beginning, asker: Asker): Promise<RecoveryShown & { readonly token: string }>;
  /** Sends a code to the contact of a draft. @throws Refusal RECOVERY_UNKNOWN, or for a limit of codes */
  sendCode(
    token: string,
    asker: Asker & { readonly ip: string },
  ): Promise<{ readonly expiresAtMs: number; readonly resendAtMs: number }>;
  /** The user of a draft; null where the token is of none. */
  userOfDraft(token: string): Promise<number | null>;
  /** @throws Refusal RECOVERY_UNKNOWN, or for the file */
  takePhoto(token: string, bytes: Uint8Array): Promise<UploadedFile>;
  /**
   * Sends a draft. Sent once more it changes nothing. @throws Refusal CODE_REQUIRED, CODE_WRONG, FILE_MISSING, FILE_UNKNOWN,
   * RECOVERY_UNDER_WAY
   */
  submit(token: string, code: string | null, photo: string | null): Promise<RecoveryShown>;
  /** @throws Refusal RECOVERY_UNKNOWN */
  state(token: string): Promise<RecoveryShown>;
  /** The request under way of a user; null where there is none. */
  own(userId: number): Promise<{ readonly number: number; readonly dueTime: number } | null>;
  /** Cancels by the requester's token or by the secret of a mail's link. @throws Refusal RECOVERY_UNKNOWN */
  cancelBy(secret: string): Promise<void>;
  cancelOwn(userId: number): Promise<void>;
}

/** Cancels the request under way, with its place in the operators' queue. False where there is none. */
function cancel(
  { db, reviews, factors, now }: Pick<RequestsDeps, 'db' | 'reviews' | 'factors' | 'now'>,
  whose: Whose,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const found = await findUnderWay(trx, whose);
    if (found === undefined) return false;
    const subject = String(found.request_no);
    const { rows: cancelled } = await reviews.lock(trx, [recoveryReviewName], [subject], () =>
      cancelUnderWay(trx, found.request_no, now()),
    );
    if (cancelled === undefined) return false;
    await reviews.withdraw(trx, recoveryReviewName, subject);
    await factors.notices.tell(trx, idOf(cancelled.user_id), 'recoveryCancelled');
    return true;
  });
}

export function createRequests(deps: RequestsDeps): Requests {
  const { db, files } = deps;
  return {
    open: (beginning, asker) => openRequest(deps, beginning, asker),
    sendCode: (token, asker) => sendCode(deps, token, asker),
    async userOfDraft(token) {
      return draftOf(deps, token).then(
        ({ user_id }) => idOf(user_id),
        () => null,
      );
    },
    async takePhoto(token, bytes) {
      const row = await draftOf(deps, token);
      if (!row.needs_photo) throw new Refusal('RECOVERY_UNKNOWN');
      return files.take(idOf(row.user_id), bytes);
    },
    submit: (token, code, photo) => submitDraft(deps, token, { code, photo }),
    state: async (token) => shownOf(deps, await rowOf(deps, token)),
    async own(userId) {
      const row = await underWayOf(db, userId);
      if (row?.due_at == null) return null;
      return { number: idOf(row.request_no), dueTime: row.due_at.getTime() };
    },
    async cancelBy(secret) {
      if (await cancel(deps, { secret })) return;
      const hash = hashOf(secret);
      const known = await db
        .selectFrom('recovery.request')
        .select('state')
        .where((is) => is.or([is('link_hash', '=', hash), is('token_hash', '=', hash)]))
        .executeTakeFirst();
      // once more is no error
      if (known?.state !== 'cancelled') throw new Refusal('RECOVERY_UNKNOWN');
    },
    async cancelOwn(userId) {
      await cancel(deps, { userId });
    },
  };
}
