import { z } from 'zod';
import { defineCall, defineCalls } from '../define.ts';
import { decimal, timeMs } from '../scalars.ts';
import { reason } from './fields.ts';
import { filterText, tablePage, tableQuery, userIdText } from './tables.ts';
import { factKinds, lookReasons, sessionEndReasons, timelineKinds, timelineParts } from './users-words.ts';

const kycLevel = z.enum(['none', 'primary', 'advanced']);
const yesNo = z.enum(['yes', 'no']);

/** A user in lists: contacts are masked, since a list is no look at one account. */
const operatorUserRow = z.strictObject({
  userId: z.number().int(),
  account: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  language: z.string(),
  /** The highest level that was approved. */
  kyc: kycLevel,
  frozen: z.boolean(),
  createTime: timeMs,
  /** Null before the first login that is kept. */
  lastLoginTime: timeMs.nullable(),
});

/** Kind of value by which a search found a user. */
export const foundBy = z.enum([
  'id',
  'account',
  'email',
  'phone',
  'address',
  'transaction',
  'deposit',
  'withdrawal',
  'order',
  'invite',
]);

const foundUser = z.strictObject({
  userId: z.number().int(),
  /** The masked name. */
  name: z.string(),
  by: foundBy,
  /** The number of the deposit, withdrawal or order, or the chain of the address; null where there is none. */
  reference: z.string().nullable(),
});

const kycState = z.strictObject({
  level: z.enum(['primary', 'advanced']),
  version: z.number().int(),
  state: z.enum(['pending', 'approved', 'rejected', 'replaced']),
  country: z.string().nullable(),
  documentType: z.string().nullable(),
  /** The coded reason of a rejection. */
  reason: z.string().nullable(),
  submitTime: timeMs,
  dueTime: timeMs,
  decideTime: timeMs.nullable(),
});

const operatorUser = z.strictObject({
  userId: z.number().int(),
  account: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  language: z.string(),
  createTime: timeMs,
  frozenTime: timeMs.nullable(),
  inviteCode: z.string(),
  invitedBy: z.number().int().nullable(),
  invited: z.number().int(),
  kyc: z.array(kycState),
  factors: z.strictObject({
    authenticator: z.boolean(),
    passkeys: z.number().int(),
    recoveryCodes: z.number().int(),
    fundPassword: z.boolean(),
    antiPhishing: z.boolean(),
    bankCard: z.boolean(),
    paymentMethods: z.number().int(),
  }),
  holds: z.array(z.strictObject({ reason: z.string(), beginTime: timeMs, until: timeMs })),
  balances: z.array(
    z.strictObject({
      /** Name of the wallet, such as spot, or margin-isolated/1. */
      wallet: z.string(),
      coin: z.string(),
      available: decimal,
      held: decimal,
    }),
  ),
  /** Open orders, at most 200. */
  orders: z.array(
    z.strictObject({
      product: z.enum(['spot', 'contract']),
      orderId: z.number().int(),
      market: z.string(),
      side: z.enum(['buy', 'sell']),
      type: z.string(),
      /** True while it waits for its trigger. */
      waits: z.boolean(),
      price: decimal.nullable(),
      quantity: decimal.nullable(),
      filled: decimal,
      createTime: timeMs,
    }),
  ),
  positions: z.array(
    z.strictObject({
      positionId: z.number().int(),
      market: z.string(),
      direction: z.enum(['long', 'short']),
      marginMode: z.enum(['isolated', 'cross']),
      leverage: z.number().int(),
      quantity: decimal,
      markPrice: decimal,
      liquidationPrice: decimal.nullable(),
      unrealisedPnl: decimal,
      margin: decimal,
    }),
  ),
  /** Logins that are open. */
  sessions: z.array(
    z.strictObject({ id: z.string(), device: z.string().nullable(), issueTime: timeMs, expireTime: timeMs }),
  ),
  devices: z.array(
    z.strictObject({
      id: z.string(),
      name: z.string().nullable(),
      agent: z.string(),
      address: z.string(),
      knownSince: timeMs,
      lastUsed: timeMs,
    }),
  ),
  apiKeys: z.array(
    z.strictObject({
      id: z.string(),
      name: z.string(),
      scopes: z.array(z.string()),
      createTime: timeMs,
      lastUseTime: timeMs.nullable(),
    }),
  ),
  notes: z.array(
    z.strictObject({ id: z.number().int(), operator: z.string(), text: z.string(), time: timeMs }),
  ),
});

const timelineEvent = z.strictObject({
  /** Identifies the event among all. */
  id: z.string(),
  time: timeMs,
  kind: z.enum(timelineKinds),
  /** Facts of the event: names, numbers and amounts as text, and states or reasons as words to translate. */
  facts: z.array(
    z.union([
      z.strictObject({ text: z.string() }),
      z.strictObject({ of: z.enum(factKinds), word: z.string() }),
    ]),
  ),
});

const userParams = z.strictObject({ userId: userIdText });
/** Why the operator looks: the user reads it. */
const why = z.enum(lookReasons);

export const usersDeskCalls = defineCalls({
  getOperatorUsers: defineCall({
    method: 'GET',
    path: '/api/console/users',
    section: 'operator',
    summary: 'Lists users with masked contacts. Each page that is read is an entry of the operators’ log.',
    auth: 'required',
    query: z.strictObject({
      ...tableQuery(['userId', 'createTime', 'lastLoginTime']),
      userId: userIdText.optional(),
      account: filterText.optional(),
      language: z.string().max(8).optional(),
      frozen: yesNo.optional(),
      kyc: kycLevel.optional(),
    }),
    data: tablePage(operatorUserRow),
  }),
  findOperatorUsers: defineCall({
    method: 'GET',
    path: '/api/console/users/find',
    section: 'operator',
    summary:
      'Finds users by id, name, e-mail, phone, invite code, address, transaction, or the number of a deposit, withdrawal or order. Each search is an entry of the operators’ log.',
    auth: 'required',
    query: z.strictObject({ q: filterText }),
    data: z.array(foundUser),
  }),
  getOperatorUser: defineCall({
    method: 'GET',
    path: '/api/console/users/{userId}',
    section: 'operator',
    summary: 'Returns a user’s profile. The user reads who looked and why.',
    auth: 'required',
    params: userParams,
    query: z.strictObject({ why }),
    data: operatorUser,
  }),
  endOperatorUserSessions: defineCall({
    method: 'POST',
    path: '/api/console/users/{userId}/sessions/end',
    section: 'operator',
    summary:
      'Ends all sessions of a user at once and returns how many logins ended. API keys, orders and withdrawals stay. The user is notified and reads who did it and why. Logged.',
    auth: 'required',
    act: true,
    params: userParams,
    body: z.strictObject({ code: z.enum(sessionEndReasons), reason }),
    data: z.strictObject({ ended: z.number().int() }),
  }),
  getOperatorUserTimeline: defineCall({
    method: 'GET',
    path: '/api/console/users/{userId}/timeline',
    section: 'operator',
    summary:
      'Lists everything that concerns a user, by time, newest first unless asked otherwise. The user reads who looked and why.',
    auth: 'required',
    params: userParams,
    query: z.strictObject({ ...tableQuery(['time']), why, part: z.enum(timelineParts).optional() }),
    data: tablePage(timelineEvent),
  }),
  noteOperatorUser: defineCall({
    method: 'POST',
    path: '/api/console/users/{userId}/notes',
    section: 'operator',
    summary: 'Writes a note about a user for other operators. The user reads that there is one. Logged.',
    auth: 'required',
    act: true,
    params: userParams,
    body: z.strictObject({
      text: z
        .string()
        .trim()
        .min(1)
        .max(2_000)
        .regex(/^[^\p{Cs}\p{Cf}]*$/u),
    }),
    data: z.null(),
  }),
});

export type OperatorUserRow = z.output<typeof operatorUserRow>;
export type FoundUser = z.output<typeof foundUser>;
export type OperatorUser = z.output<typeof operatorUser>;
export type TimelineEvent = z.output<typeof timelineEvent>;
