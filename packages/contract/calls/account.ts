import { z } from 'zod';
import { defineCall } from '../define.ts';
import { nothing, timeMs } from '../scalars.ts';

export const languages = [
  'en',
  'ja',
  'ko',
  'zh',
  'pt',
  'vi',
  'th',
  'es',
  'fr',
  'ru',
  'de',
  'it',
  'tw',
] as const;
export const language = z.enum(languages);
export type Language = z.output<typeof language>;

export const loginType = z.enum(['account', 'email', 'phone']);

/** Symbols that a password may hold besides letters and digits. */
export const PASSWORD_SYMBOLS = '!@#$%^&*()_+-=[]{};:,.?~|<>/';

/**
 * 6 to 20 of letters, digits and PASSWORD_SYMBOLS, of at least two of these kinds. Forms and the server both use it.
 */
export const newPassword = z
  .string()
  .min(6)
  .max(20)
  .refine((text) => {
    let kinds = 0;
    if (/[A-Za-z]/.test(text)) kinds += 1;
    if (/[0-9]/.test(text)) kinds += 1;
    if (/[^A-Za-z0-9]/.test(text)) kinds += 1;
    return kinds >= 2;
  })
  .refine((text) => [...text].every((c) => /[A-Za-z0-9]/.test(c) || PASSWORD_SYMBOLS.includes(c)));

/** An account name: 4 to 20 letters, digits and underscores, a letter first. */
export const accountName = z.string().regex(/^[A-Za-z][A-Za-z0-9_]{3,19}$/);
export const email = z.email().max(254);
/** A phone number in international form: + and 7 to 15 digits. */
export const phone = z.string().regex(/^\+[1-9]\d{6,14}$/);
export const inviteCode = z.string().regex(/^[A-Za-z0-9]{4,16}$/);

const session = z.strictObject({
  satoken: z.string(),
  userId: z.number().int(),
  /** When the token was made; from 7 days of age the client refreshes it. */
  issuedAt: timeMs,
  /** When the token ends if it is not refreshed. */
  expiresAt: timeMs,
});

export const register = defineCall({
  name: 'register',
  method: 'POST',
  path: '/api/user/register',
  section: 'account',
  summary: 'Opens an account and signs it in.',
  auth: 'none',
  act: true,
  body: z.strictObject({
    type: loginType,
    /** The account name, email or international phone number, by `type`. */
    account: z.string().min(1).max(254),
    password: z.string().min(1).max(128),
    confirmPassword: z.string().min(1).max(128),
    /** Who invited; '' for nobody. */
    invite_code: z.union([z.literal(''), inviteCode]).optional(),
  }),
  data: session,
});

export const login = defineCall({
  name: 'login',
  method: 'POST',
  path: '/api/user/login',
  section: 'account',
  summary: 'Signs in by account name, email or phone, with the password as typed.',
  auth: 'none',
  body: z.strictObject({
    type: loginType,
    account: z.string().min(1).max(254),
    password: z.string().min(1).max(128),
  }),
  data: session,
});

export const userInfo = z.strictObject({
  userId: z.number().int(),
  id: z.number().int(),
  account: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  /** The first 2 and last 2 characters of an email or a name, the first 3 and last 4 of a phone. */
  maskedAccount: z.string(),
  avatar: z.string().nullable(),
  satoken: z.string(),
  /** 2 = merchant. */
  is_merchant: z.union([z.literal(1), z.literal(2)]),
  merchant: z
    .strictObject({ id: z.number().int(), blade_user_id: z.number().int(), chatKey: z.string() })
    .nullable(),
  vip: z.boolean(),
  /** Null until scores are given. */
  creditScore: z.number().int().nullable(),
  invite_code: z.string(),
  /** A path; the client puts its own origin before it. */
  promotionLink: z.string(),
  walletAddress: z.string().nullable(),
  language,
  /** Whether the ledger account is open: funds and orders wait for it. */
  accountOpen: z.boolean(),
  createTime: timeMs,
});

export const getInfo = defineCall({
  name: 'getInfo',
  method: 'POST',
  path: '/api/user/getInfo',
  section: 'account',
  summary: 'Who is signed in.',
  auth: 'required',
  data: z.strictObject({ user: userInfo }),
});

export const refreshToken = defineCall({
  name: 'refreshToken',
  method: 'POST',
  path: '/api/user/refreshToken',
  section: 'account',
  summary: 'Changes the token for a new one; the old one ends a minute later.',
  auth: 'required',
  data: session,
});

export const logout = defineCall({
  name: 'logout',
  method: 'POST',
  path: '/api/user/logout',
  section: 'account',
  summary: 'Ends the session at once.',
  auth: 'required',
  data: nothing,
});

export const setLanguage = defineCall({
  name: 'setLanguage',
  method: 'POST',
  path: '/api/user/setLanguage',
  section: 'account',
  summary: 'Stores the interface language of the signed-in user.',
  auth: 'required',
  act: true,
  body: z.strictObject({ language }),
  data: nothing,
});

/** A browser that completed a login. Its attempts to log in are counted apart from everybody's. */
export const knownDevice = z.strictObject({
  id: z.string(),
  /** When it became known, and when it logged in last. */
  createTime: timeMs,
  lastTime: timeMs,
  /** The device that asks. */
  current: z.boolean(),
});

export const deviceId = z.string().regex(/^[0-9a-f]{64}$/);

export const getLoginDevice = defineCall({
  name: 'getLoginDevice',
  method: 'GET',
  path: '/api/{head}/coin/member/getLoginDevice',
  section: 'account',
  summary: 'The devices that the signed-in user logged in on, the last used first.',
  auth: 'required',
  data: z.array(knownDevice),
});

export const deleteDevice = defineCall({
  name: 'deleteDevice',
  method: 'POST',
  path: '/api/{head}/coin/member/deleteDevice/{id}',
  section: 'account',
  summary:
    'Forgets a device: its attempts to log in count like a stranger’s again. One that is unknown is no error.',
  auth: 'required',
  params: z.strictObject({ id: deviceId }),
  data: nothing,
});

export type UserInfo = z.output<typeof userInfo>;
export type Session = z.output<typeof session>;
