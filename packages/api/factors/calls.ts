import { z } from 'zod';
import { defineCall, defineCalls } from '../define.ts';
import { typedSixDigits } from '../identity/calls.ts';
import { session } from '../identity/session.ts';
import { nothing, textLine, timeMs } from '../scalars.ts';
import { factsOf } from './act-facts.ts';
import { authenticationResponse, registrationResponse, webAuthnOptions } from './passkeys.ts';
import { stepUpKinds, stepUpMethods } from './step-up.ts';

/** A password as the SHA-256 of its text, in lower-case hexadecimal digits. */
export const hashedPassword = z.string().regex(/^[0-9a-f]{64}$/);
/** A code by mail or SMS, or of an authenticator, with or without the spaces and dashes between its digits. */
export const sixDigits = typedSixDigits;
const challenge = z.uuid();
const passkeyId = z.string().regex(/^[A-Za-z0-9_-]{16,400}$/);
const factorName = textLine(1, 40);
/** `1` binds where no authenticator is bound; `2` binds one, or replaces the bound one. */
const bindMode = z.enum(['1', '2']);

const contact = z.strictObject({
  type: z.enum(['email', 'phone']),
  /** A phone in international form. */
  account: z.string().min(1).max(254),
});

export const holdReasons = [
  'setUp',
  'password',
  'fundPassword',
  'factor',
  'email',
  'phone',
  'freeze',
  'recovery',
] as const;

const security = z.strictObject({
  authenticator: z.boolean(),
  passkeys: z.array(
    z.strictObject({
      id: z.string(),
      name: z.string(),
      createTime: timeMs,
      lastTime: timeMs.nullable(),
    }),
  ),
  /** Recovery codes that were not used; null where none were made. */
  recoveryCodesLeft: z.number().int().nullable(),
  fundPassword: z.boolean(),
  /** True if the first factor, fund password, email or phone that is set now begins a hold of `holdHours`. */
  setUpHolds: z.boolean(),
  /** Until then no first one begins a hold; null for an account older than that. */
  setUpFreeUntil: timeMs.nullable(),
  antiPhishing: z.string().nullable(),
  frozen: z.boolean(),
  /** Withdrawals wait until the latest of these. */
  holds: z.array(z.strictObject({ reason: z.enum(holdReasons), until: timeMs })),
  /** Hours that withdrawals wait after a change of password, factor or email. */
  holdHours: z.number().int(),
});

const stepUpBody = z.strictObject({
  challenge,
  method: z.enum(stepUpMethods),
  /** The hashed password, the code, or '' for a passkey. */
  answer: z.string().max(64),
  passkey: authenticationResponse.optional(),
});

export const factorCalls = defineCalls({
  getSecurity: defineCall({
    method: 'GET',
    path: '/api/{head}/coin/member/getSecurity',
    section: 'account',
    summary: 'Lists the factors of the signed-in user, and until when withdrawals wait.',
    auth: 'required',
    data: security,
  }),
  stepUp: defineCall({
    method: 'POST',
    path: '/api/user/stepUp',
    section: 'account',
    summary:
      'Shows one factor for an act that waits. The act is then sent again with the challenge in `step-up`.',
    auth: 'required',
    cost: 10,
    body: stepUpBody,
    data: z.strictObject({ passed: z.array(z.enum(stepUpKinds)), complete: z.boolean() }),
  }),
  stepUpCode: defineCall({
    method: 'POST',
    path: '/api/user/stepUpCode',
    section: 'account',
    summary: 'Sends a code by mail or SMS for an act that waits.',
    auth: 'required',
    body: z.strictObject({ challenge, method: z.enum(['email', 'sms']) }),
    data: z.strictObject({ expiresAt: timeMs, resendAt: timeMs }),
  }),
  stepUpPasskey: defineCall({
    method: 'POST',
    path: '/api/user/stepUpPasskey',
    section: 'account',
    summary: 'Returns the options with which a browser asks for a passkey, for an act that waits.',
    auth: 'required',
    body: z.strictObject({ challenge }),
    data: webAuthnOptions,
  }),
  getGoogleVerification: defineCall({
    method: 'GET',
    path: '/api/{head}/coin/member/getGoogleVerification/{bindMode}',
    section: 'account',
    summary:
      'Makes a new secret for an authenticator app and shows it this once. It is valid after its first code.',
    auth: 'required',
    cost: 3,
    params: z.strictObject({ bindMode }),
    data: z.strictObject({ secret: z.string(), uri: z.string(), expiresAt: timeMs }),
  }),
  googleVerificationBindingOrReset: defineCall({
    method: 'GET',
    path: '/api/{head}/coin/member/googleVerificationBindingOrReset/{code}/{bindMode}',
    aliases: [{ method: 'GET', path: '/api/{head}/coin/member/googleVerificationBindingOrReset/{code}' }],
    section: 'account',
    summary: 'Binds the authenticator app whose secret was asked for, or replaces the bound one.',
    auth: 'required',
    cost: 3,
    act: true,
    stepUp: 'factor',
    shows: () => [],
    params: z.strictObject({ code: sixDigits, bindMode: bindMode.default('2') }),
    data: nothing,
  }),
  newRecoveryCodes: defineCall({
    method: 'POST',
    path: '/api/{head}/coin/member/recoveryCodes',
    section: 'account',
    summary:
      'Makes ten new recovery codes and shows them this once; earlier codes end. Each replaces a lost factor once.',
    auth: 'required',
    cost: 4,
    act: true,
    stepUp: 'account',
    shows: () => [],
    data: z.strictObject({ codes: z.array(z.string()) }),
  }),
  getPasskeyOptions: defineCall({
    method: 'POST',
    path: '/api/{head}/coin/member/passkey/options',
    section: 'account',
    summary: 'Returns the options with which a browser makes a passkey.',
    auth: 'required',
    data: webAuthnOptions,
  }),
  addPasskey: defineCall({
    method: 'POST',
    path: '/api/{head}/coin/member/passkey',
    section: 'account',
    summary: 'Adds the passkey that a browser made.',
    auth: 'required',
    cost: 5,
    act: true,
    stepUp: 'factor',
    shows: ({ body: { name } }) => factsOf({ name }),
    body: z.strictObject({ name: factorName, response: registrationResponse }),
    data: nothing,
  }),
  removePasskey: defineCall({
    method: 'POST',
    path: '/api/{head}/coin/member/passkey/del/{passkeyId}',
    section: 'account',
    summary: 'Removes a passkey.',
    auth: 'required',
    cost: 3,
    act: true,
    stepUp: 'account',
    shows: () => [],
    params: z.strictObject({ passkeyId }),
    data: nothing,
  }),
  getPasskeyLogin: defineCall({
    method: 'POST',
    path: '/api/user/passkeyOptions',
    section: 'account',
    summary: 'Returns the options with which a browser asks for a passkey to sign in.',
    auth: 'none',
    data: webAuthnOptions,
  }),
  passkeyLogin: defineCall({
    method: 'POST',
    path: '/api/user/passkeyLogin',
    section: 'account',
    summary: 'Signs in with a passkey, without a name or a password.',
    auth: 'none',
    cost: 5,
    body: z.strictObject({ response: authenticationResponse }),
    data: session,
  }),
  bindingCode: defineCall({
    method: 'POST',
    path: '/api/{head}/coin/member/bindingCode',
    section: 'account',
    summary: 'Sends a code to an email or a phone that the signed-in user wants to bind.',
    auth: 'required',
    cost: 5,
    body: contact,
    data: z.strictObject({ expiresAt: timeMs, resendAt: timeMs }),
  }),
  bindEmail: defineCall({
    method: 'POST',
    path: '/api/user/bindEmail',
    section: 'account',
    summary:
      'Binds an email by the code that was sent there, or replaces the bound one. Withdrawals wait 24 hours after a change; a first one holds as `setUpHolds` says.',
    auth: 'required',
    cost: 4,
    act: true,
    stepUp: 'account',
    shows: ({ body: { email } }) => factsOf({ contact: email }),
    body: z.strictObject({ email: z.string().min(1).max(254), code: sixDigits }),
    data: nothing,
  }),
  accountVerificationBinding: defineCall({
    method: 'POST',
    path: '/api/{head}/coin/member/accountVerificationBinding',
    section: 'account',
    summary:
      'Binds an email or a phone by the code that was sent there, or replaces the bound one. Withdrawals wait 24 hours after a change; a first one holds as `setUpHolds` says.',
    auth: 'required',
    cost: 4,
    act: true,
    stepUp: 'account',
    shows: ({ body: { account } }) => factsOf({ contact: account }),
    body: contact.extend({ code: sixDigits }),
    data: nothing,
  }),
  updatePwd: defineCall({
    method: 'POST',
    path: '/api/user/updatePwd',
    aliases: [{ method: 'POST', path: '/api/user/updateUserLoginPwd' }],
    section: 'account',
    summary:
      'Changes the login password; all other sessions end, and withdrawals wait 24 hours. API keys end where `endApiKeys` says so.',
    auth: 'required',
    cost: 10,
    act: true,
    stepUp: 'account',
    shows: () => [],
    body: z.strictObject({
      oldPassword: hashedPassword,
      newPassword: hashedPassword,
      /** True ends all API keys with it; else they keep working. */
      endApiKeys: z.boolean().optional(),
    }),
    data: nothing,
  }),
  tardPwdSet: defineCall({
    method: 'POST',
    path: '/api/user/tardPwdSet',
    section: 'account',
    summary: 'Sets the fund password for the first time. Withdrawals wait as `setUpHolds` says.',
    auth: 'required',
    cost: 10,
    act: true,
    stepUp: 'account',
    shows: () => [],
    body: z.strictObject({ newPassword: hashedPassword }),
    data: nothing,
  }),
  tradePwd: defineCall({
    method: 'POST',
    path: '/api/{head}/coin/member/tradePwd',
    section: 'account',
    summary:
      'Changes the fund password by the old one, or without it by other factors such as an email code; withdrawals wait 24 hours.',
    auth: 'required',
    cost: 10,
    act: true,
    stepUp: 'account',
    shows: () => [],
    body: z.strictObject({ oldPassword: hashedPassword.optional(), newPassword: hashedPassword }),
    data: nothing,
  }),
  antiCode: defineCall({
    method: 'POST',
    path: '/api/{head}/coin/member/antiCode',
    section: 'account',
    summary: "Sets the words that stand in each of the house's mails to the user; '' removes them.",
    auth: 'required',
    cost: 3,
    act: true,
    stepUp: 'account',
    shows: ({ body: { code } }) => factsOf({ words: code }),
    body: z.strictObject({ code: z.union([z.literal(''), factorName.max(20).min(4)]) }),
    data: nothing,
  }),
  freezeAccount: defineCall({
    method: 'POST',
    path: '/api/user/freeze',
    section: 'account',
    summary: 'Freezes the account of a link that a mail brought: all sessions end, and nothing leaves it.',
    auth: 'none',
    cost: 3,
    act: true,
    body: z.strictObject({ token: z.string().regex(/^[A-Za-z0-9_-]{43}$/) }),
    data: nothing,
  }),
  unfreezeAccount: defineCall({
    method: 'POST',
    path: '/api/user/unfreeze',
    section: 'account',
    summary: 'Unfreezes the account of the signed-in user; withdrawals wait 24 hours.',
    auth: 'required',
    cost: 3,
    act: true,
    stepUp: 'account',
    shows: () => [],
    data: nothing,
  }),
});
