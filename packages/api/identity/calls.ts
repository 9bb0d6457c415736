import { z } from 'zod';
import { defineCall, defineCalls } from '../define.ts';
import { nothing, pageQuery, textLine, timeMs, timesQuery } from '../scalars.ts';
import {
  ACCOUNT_NAME,
  EMAIL,
  isPasswordMixed,
  isPasswordText,
  languages,
  MAX_EMAIL_LENGTH,
  PASSWORD_LENGTH,
  PHONE,
  plainCode,
} from './account-forms.ts';
import { session } from './session.ts';

export const language = z.enum(languages);

export const loginType = z.enum(['account', 'email', 'phone']);

/** See `isNewPassword`. */
export const newPassword = z
  .string()
  .min(PASSWORD_LENGTH.least)
  .max(PASSWORD_LENGTH.most)
  .refine(isPasswordMixed)
  .refine(isPasswordText);

/** A code of six digits; the spaces and dashes that apps and mails put between them are taken out. */
export const typedSixDigits = z
  .string()
  .max(32)
  .overwrite(plainCode)
  .regex(/^\d{6}$/);

/** A password as it is typed: the handler says what is wrong with a new one. */
export const typedPassword = z.string().min(1).max(PASSWORD_LENGTH.most);

export const accountName = z.string().regex(ACCOUNT_NAME);

export const email = z.email({ pattern: EMAIL }).max(MAX_EMAIL_LENGTH);

export const phone = z.string().regex(PHONE);

export const inviteCode = z.string().regex(/^[A-Za-z0-9]{4,16}$/);

/** The form of a time zone's name, such as America/Argentina/Ushuaia; the server knows which there are. */
export const timeZoneName = z.string().regex(/^[A-Za-z0-9_+/-]{1,64}$/);

export const userInfo = z.strictObject({
  userId: z.number().int(),
  id: z.number().int(),
  account: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  /** The first 2 and last 2 characters of an email or a name, the first 3 and last 4 of a phone. */
  maskedAccount: z.string(),
  /** A signed path that shows the user's picture for a day; DEFAULT_AVATAR where the user has chosen none. */
  avatar: z.string(),
  satoken: z.string(),
  /** 2 = merchant. */
  is_merchant: z.union([z.literal(1), z.literal(2)]),
  merchant: z
    .strictObject({ id: z.number().int(), blade_user_id: z.number().int(), chatKey: z.string() })
    .nullable(),
  vip: z.boolean(),
  /** 0 to 1,000, by the published formula of `getCreditScore`. */
  creditScore: z.number().int(),
  invite_code: z.string(),
  /** A path; the client puts its own origin before it. */
  promotionLink: z.string(),
  walletAddress: z.string().nullable(),
  language,
  /** Name of the zone that the user reads times in, on all devices; null for that of each device. */
  timeZone: z.string().nullable(),
  /** True once the ledger account is open: funds and orders wait for it. */
  accountOpen: z.boolean(),
  createTime: timeMs,
});

/** A browser that completed a login. Its attempts to log in are counted apart from everybody's. */
export const knownDevice = z.strictObject({
  id: z.string(),
  /** Times at which it became known, and at which it logged in last. */
  createTime: timeMs,
  lastTime: timeMs,
  /** The device that asks. */
  current: z.boolean(),
});

/** A customer's known device. */
export const loginDevice = knownDevice.extend({
  /** The user's own name for it; null where it has none. */
  name: z.string().nullable(),
  /** The browser and its system at the last login; '' if unknown. */
  agent: z.string(),
  address: z.string(),
  /** True while a session that was opened on it lasts. */
  signedIn: z.boolean(),
});

/** One login of the signed-in user. */
export const loginEntry = z.strictObject({
  id: z.number().int(),
  createTime: timeMs,
  address: z.string(),
  agent: z.string(),
  method: z.enum(['register', 'password', 'passkey']),
  /** True for the first login on a device. */
  newDevice: z.boolean(),
});

/** A device's name: 1 to 40 characters, no spaces around it. */
export const deviceName = textLine(1, 40);

export const deviceId = z.string().regex(/^[0-9a-f]{64}$/);

const hex = (bytes: number) => z.string().regex(new RegExp(`^[0-9a-f]{${bytes * 2}}$`));

/** A solved proof of work: the challenge as LOGIN_PROOF_NEEDED brought it, and the counter that solves it. */
export const loginProof = z.strictObject({
  challenge: z.strictObject({
    parameters: z.strictObject({
      algorithm: z.literal('PBKDF2/SHA-256'),
      cost: z.number().int().min(1).max(100_000),
      expiresAt: z.number().int().min(1).max(99_999_999_999),
      keyLength: z.literal(32),
      keyPrefix: hex(16),
      keySignature: hex(32),
      nonce: hex(16),
      salt: hex(16),
    }),
    signature: hex(32),
  }),
  solution: z.strictObject({
    counter: z.number().int().min(0).max(4_294_967_295),
    derivedKey: hex(32),
  }),
});
export type LoginProof = z.infer<typeof loginProof>;

export const identityCalls = defineCalls({
  register: defineCall({
    method: 'POST',
    path: '/api/user/register',
    section: 'account',
    summary:
      'Opens an account and signs it in. The same again under the same Idempotency-Key within fifteen minutes signs in to the same account.',
    auth: 'none',
    cost: 10,
    act: true,
    body: z.strictObject({
      type: loginType,
      /** The account name, email or international phone number, by `type`. */
      account: z.string().min(1).max(254),
      password: typedPassword,
      confirmPassword: typedPassword,
      /** The code of type register that was sent to the email or the phone; none for an account name. */
      code: typedSixDigits.optional(),
      /** Code of the person who invited; '' for nobody. */
      invite_code: z.union([z.literal(''), inviteCode]).optional(),
      /** The version of the terms that the user accepts: the current one. In practice mode alone they may be asked for later. */
      termsVersion: z.number().int().min(1).max(1_000_000).optional(),
    }),
    data: session,
  }),
  login: defineCall({
    method: 'POST',
    path: '/api/user/login',
    section: 'account',
    summary:
      'Signs in by account name, email or phone, with the password as typed. Answers LOGIN_STEP_ONE for an account that has another factor, on a browser that it has not logged in on. Answers LOGIN_PROOF_NEEDED with a challenge when many attempts fail; the same attempt is then sent with its proof.',
    auth: 'none',
    cost: 10,
    body: z.strictObject({
      type: loginType,
      account: z.string().min(1).max(254),
      password: typedPassword,
      /** The proof of work that LOGIN_PROOF_NEEDED asked for. */
      proof: loginProof.optional(),
    }),
    data: session,
  }),
  getInfo: defineCall({
    method: 'POST',
    path: '/api/user/getInfo',
    section: 'account',
    summary: 'Returns who is signed in.',
    auth: 'required',
    data: z.strictObject({ user: userInfo }),
  }),
  refreshToken: defineCall({
    method: 'POST',
    path: '/api/user/refreshToken',
    section: 'account',
    summary: 'Replaces the token by a new one. The old one expires a minute later.',
    auth: 'required',
    data: session,
  }),
  logout: defineCall({
    method: 'POST',
    path: '/api/user/logout',
    section: 'account',
    summary: 'Ends the session at once.',
    auth: 'required',
    data: nothing,
  }),
  setLanguage: defineCall({
    method: 'POST',
    path: '/api/user/setLanguage',
    section: 'account',
    summary: 'Stores the interface language of the signed-in user.',
    auth: 'required',
    act: true,
    body: z.strictObject({ language }),
    data: nothing,
  }),
  setTimeZone: defineCall({
    method: 'POST',
    path: '/api/user/setTimeZone',
    section: 'account',
    summary: 'Stores the time zone that the signed-in user reads times in; null for that of each device.',
    auth: 'required',
    act: true,
    body: z.strictObject({ timeZone: timeZoneName.nullable() }),
    data: nothing,
  }),
  getLoginDevice: defineCall({
    method: 'GET',
    path: '/api/{head}/coin/member/getLoginDevice',
    section: 'account',
    summary: 'Lists the devices on which the signed-in user logged in, last used first.',
    auth: 'required',
    data: z.array(loginDevice),
  }),
  deleteDevice: defineCall({
    method: 'POST',
    path: '/api/{head}/coin/member/deleteDevice/{id}',
    section: 'account',
    summary:
      'Removes a device and ends its sessions at once. Its next login counts as one from a new device. An unknown device is not an error.',
    auth: 'required',
    params: z.strictObject({ id: deviceId }),
    data: nothing,
  }),
  updateDevice: defineCall({
    method: 'POST',
    path: '/api/{head}/coin/member/updateDevice',
    section: 'account',
    summary: 'Names a device.',
    auth: 'required',
    act: true,
    body: z.strictObject({ id: deviceId, name: deviceName }),
    data: nothing,
  }),
  uploadAvatar: defineCall({
    method: 'POST',
    path: '/api/{head}/coin/member/avatar',
    section: 'upload',
    summary:
      'Uploads the picture of the signed-in user, as uploadOss does: its middle as a square of 256 pixels. It takes the place of the one before.',
    auth: 'required',
    upload: true,
    data: z.strictObject({ avatar: z.string() }),
  }),
  removeAvatar: defineCall({
    method: 'POST',
    path: '/api/{head}/coin/member/removeAvatar',
    section: 'account',
    summary: 'Removes the picture of the signed-in user; without one nothing changes.',
    auth: 'required',
    act: true,
    data: nothing,
  }),
  getLoginLog: defineCall({
    method: 'GET',
    path: '/api/{head}/coin/member/getLoginLog',
    section: 'account',
    summary: 'Lists the logins of the signed-in user, newest first.',
    auth: 'required',
    query: z.strictObject({
      pageSize: z
        .string()
        .regex(/^([1-9]|[1-4]\d|50)$/)
        .optional(),
      cursor: z
        .string()
        .regex(/^\d{1,15}$/)
        .optional(),
      current: pageQuery.current,
      size: pageQuery.size,
      ...timesQuery,
    }),
    data: z.strictObject({ records: z.array(loginEntry), nextCursor: z.string().nullable() }),
  }),
  logoutEverywhere: defineCall({
    method: 'POST',
    path: '/api/user/logoutEverywhere',
    section: 'account',
    summary:
      'Ends all sessions of the signed-in user, including this one. API keys end where `endApiKeys` says so.',
    auth: 'required',
    act: true,
    query: z.strictObject({ endApiKeys: z.enum(['true', 'false']).optional() }),
    data: nothing,
  }),
});

export type UserInfo = z.output<typeof userInfo>;
export type { Session } from './session.ts';
