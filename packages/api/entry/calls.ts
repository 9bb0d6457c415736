import { z } from 'zod';
import { defineCall, defineCalls } from '../define.ts';
import { typedSixDigits } from '../identity/calls.ts';
import { session } from '../identity/session.ts';
import { nothing, timeMs } from '../scalars.ts';
import { entryFactorKinds } from './factor-kinds.ts';

/** A code of six digits. */
export const verificationCode = typedSixDigits;

/** Continuation of a login or a reset after its first step. */
export const entryTicket = z.string().regex(/^[A-Za-z0-9_-]{43}$/);

export const entryFactorKind = z.enum(entryFactorKinds);

/** SHA-256 of a password, in hexadecimal digits. */
const hashedPassword = z.string().regex(/^[0-9a-f]{64}$/i);

/**
 * Purpose of a code. A code to register or to reset a password goes to the contact that is named; one with a ticket is
 * the second step of a login or a reset, and goes to the user's own contact.
 */
const codePurpose = z.enum(['register', 'login', 'reset']);

const sentCode = z.strictObject({
  expiresAt: timeMs,
  /** From then on another code may be asked for. */
  resendAt: timeMs,
});

const secondStep = z.strictObject({
  ticket: entryTicket,
  kind: entryFactorKind,
  /** A code of six digits, or what else the factor takes. */
  code: z.string().min(6).max(64),
});

export const entryCalls = defineCalls({
  sendEmailCode: defineCall({
    method: 'POST',
    path: '/api/user/sendEmailCode',
    aliases: [
      { method: 'GET', path: '/api/{head}/coin/open/send/email' },
      { method: 'GET', path: '/{head}/coin/open/send/email' },
    ],
    section: 'account',
    summary: 'Sends a code by mail. The answer is the same whether the address has an account or not.',
    auth: 'none',
    cost: 5,
    query: z.strictObject({
      type: codePurpose,
      email: z.string().min(1).max(254).optional(),
      ticket: entryTicket.optional(),
    }),
    data: sentCode,
  }),
  sendMobileCode: defineCall({
    method: 'POST',
    path: '/api/user/sendMobileCode',
    aliases: [
      { method: 'GET', path: '/api/{head}/coin/open/send/sms' },
      { method: 'GET', path: '/{head}/coin/open/send/sms' },
      { method: 'GET', path: '/coin/open/send/sms' },
    ],
    section: 'account',
    summary: 'Sends a code by SMS. The answer is the same whether the number has an account or not.',
    auth: 'none',
    cost: 5,
    query: z.strictObject({
      type: codePurpose,
      /** In international form. */
      phone: z.string().min(1).max(32).optional(),
      ticket: entryTicket.optional(),
    }),
    data: sentCode,
  }),
  loginStepTwo: defineCall({
    method: 'POST',
    path: '/api/user/loginStepTwo',
    section: 'account',
    summary:
      'Completes a login that answered LOGIN_STEP_ONE, by one of the factors that it named in its details.',
    auth: 'none',
    cost: 5,
    body: secondStep,
    data: session,
  }),
  backPwd: defineCall({
    method: 'POST',
    path: '/api/user/backPwd',
    section: 'account',
    summary:
      'Sets a new password by a code of type reset, and ends all sessions and API keys. Answers RESET_STEP_ONE for an account that has another factor.',
    auth: 'none',
    cost: 10,
    query: z.strictObject({
      type: z.enum(['email', 'phone']),
      account: z.string().min(1).max(254),
      code: verificationCode,
      password: hashedPassword,
      confirmPassword: hashedPassword,
    }),
    data: nothing,
  }),
  backPwdStepTwo: defineCall({
    method: 'POST',
    path: '/api/user/backPwdStepTwo',
    section: 'account',
    summary: 'Completes a reset that answered RESET_STEP_ONE.',
    auth: 'none',
    cost: 5,
    body: secondStep,
    data: nothing,
  }),
});
