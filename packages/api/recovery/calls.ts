import { z } from 'zod';
import { defineCall, defineCalls } from '../define.ts';
import { fileLink, uploadedFile } from '../files/calls.ts';
import { typedSixDigits } from '../identity/calls.ts';
import { nothing, timeMs } from '../scalars.ts';

const token = z.string().regex(/^[A-Za-z0-9_-]{43}$/);
const sixDigits = typedSixDigits;

/** The coded reasons of a refusal, with the words `review.reason.recovery.<code>`. */
export const recoveryRejections = ['mismatch', 'note', 'unclear', 'takeover'] as const;
/** The coded reasons of an approval. */
export const recoveryApprovals = ['matches', 'contactShown'] as const;

/**
 * `draft`: not sent yet. `waiting`: two reviewers and the waiting time are still to come. `approved`: the waiting time
 * alone.
 */
export const recoveryStates = ['draft', 'waiting', 'approved', 'refused', 'cancelled', 'done'] as const;

const shown = z.strictObject({
  number: z.number().int(),
  state: z.enum(recoveryStates),
  /** The reason of a refusal; null in any other state. */
  reason: z.enum(recoveryRejections).nullable(),
  /** Factors are removed then at the earliest; null for a draft. */
  dueTime: timeMs.nullable(),
  /** True where a photo must be sent, since the account passed an identity check. */
  photo: z.boolean(),
  /** To write by hand on the paper of the photo. */
  note: z.string(),
  /** The contact that must be confirmed by a code, masked; null where none must. */
  contact: z.string().nullable(),
  contactKind: z.enum(['email', 'phone']).nullable(),
});

export const recoveryCalls = defineCalls({
  openRecovery: defineCall({
    method: 'POST',
    path: '/api/user/recovery/open',
    section: 'account',
    summary:
      'Begins a request to remove lost factors, by the ticket of a login or a reset that waits for its second step.',
    auth: 'none',
    body: z.strictObject({ act: z.enum(['login', 'reset']), ticket: token }),
    data: shown.extend({ token }),
  }),
  openOwnRecovery: defineCall({
    method: 'POST',
    path: '/api/{head}/coin/member/openRecovery',
    section: 'account',
    summary: 'Begins a request to remove the lost factors of the signed-in user.',
    auth: 'required',
    data: shown.extend({ token }),
  }),
  recoveryCode: defineCall({
    method: 'POST',
    path: '/api/user/recovery/code',
    section: 'account',
    summary: 'Sends a code to the contact that a request must confirm.',
    auth: 'none',
    body: z.strictObject({ token }),
    data: z.strictObject({ expiresAt: timeMs, resendAt: timeMs }),
  }),
  recoveryPhoto: defineCall({
    method: 'POST',
    path: '/api/user/recovery/photo',
    section: 'upload',
    summary: 'Uploads the photo of a request, as uploadOss does. The token of the request admits it.',
    auth: 'none',
    upload: true,
    query: z.strictObject({ token }),
    data: uploadedFile,
  }),
  submitRecovery: defineCall({
    method: 'POST',
    path: '/api/user/recovery/submit',
    section: 'account',
    summary: 'Sends a request: all contacts of the account are told at once, and can cancel it for 7 days.',
    auth: 'none',
    act: true,
    body: z.strictObject({ token, code: sixDigits.optional(), photo: fileLink.optional() }),
    data: shown,
  }),
  getRecovery: defineCall({
    method: 'POST',
    path: '/api/user/recovery/state',
    section: 'account',
    summary: 'Returns the state of a request.',
    auth: 'none',
    body: z.strictObject({ token }),
    data: shown,
  }),
  cancelRecovery: defineCall({
    method: 'POST',
    path: '/api/user/recovery/cancel',
    section: 'account',
    summary: 'Cancels the request of a link that a mail brought, or of its own token.',
    auth: 'none',
    act: true,
    body: z.strictObject({ token }),
    data: nothing,
  }),
  getOwnRecovery: defineCall({
    method: 'GET',
    path: '/api/{head}/coin/member/recovery',
    section: 'account',
    summary:
      'Returns the request to remove the factors of the signed-in user that is under way; null where there is none.',
    auth: 'required',
    data: z.strictObject({ number: z.number().int(), dueTime: timeMs }).nullable(),
  }),
  cancelOwnRecovery: defineCall({
    method: 'POST',
    path: '/api/{head}/coin/member/cancelRecovery',
    section: 'account',
    summary: 'Cancels the request to remove the factors of the signed-in user. No factor is asked for.',
    auth: 'required',
    act: true,
    data: nothing,
  }),
});

export type RecoveryShown = z.output<typeof shown>;
export type RecoveryRejection = (typeof recoveryRejections)[number];
export type RecoveryState = (typeof recoveryStates)[number];
