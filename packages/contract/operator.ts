import { z } from 'zod';
import { defineCall } from './define.ts';
import { decimal, nothing, pageOf, pageQuery, timeMs } from './scalars.ts';

/** The operators' calls, served on the console's own host and port. None of them sets a balance, a price or an outcome. */

export const symbolState = z.enum(['trading', 'post-only', 'halted']);

/** Why an operator acts: users read it. Printable text of 5 to 200 characters on one line. */
export const reason = z
  .string()
  .trim()
  .min(5)
  .max(200)
  .regex(/^[^\p{Cc}\p{Cs}]*$/u);

const operatorSession = z.strictObject({
  token: z.string(),
  operator: z.strictObject({ operatorId: z.number().int(), name: z.string() }),
  expiresAt: timeMs,
});

export const operatorLogin = defineCall({
  name: 'operatorLogin',
  method: 'POST',
  path: '/api/console/login',
  section: 'operator',
  summary:
    'The first step: name and password. Gives a ticket for the second, and at the first login a new factor.',
  auth: 'none',
  body: z.strictObject({ name: z.string().min(1).max(64), password: z.string().min(1).max(128) }),
  data: z.strictObject({
    ticket: z.string(),
    expiresAt: timeMs,
    /** Only until the factor is enrolled: what the authenticator app needs. */
    enrolment: z.strictObject({ secret: z.string(), uri: z.string() }).nullable(),
  }),
});

export const operatorSecondFactor = defineCall({
  name: 'operatorSecondFactor',
  method: 'POST',
  path: '/api/console/secondFactor',
  section: 'operator',
  summary: 'The second step: the six digits of the authenticator app. Each code works once.',
  auth: 'none',
  body: z.strictObject({
    ticket: z.string().regex(/^[A-Za-z0-9_-]{43}$/),
    code: z.string().regex(/^\d{6}$/),
  }),
  data: operatorSession,
});

export const operatorLogout = defineCall({
  name: 'operatorLogout',
  method: 'POST',
  path: '/api/console/logout',
  section: 'operator',
  summary: 'Ends the session.',
  auth: 'required',
  data: nothing,
});

export const getOperator = defineCall({
  name: 'getOperator',
  method: 'GET',
  path: '/api/console/operator',
  section: 'operator',
  summary: 'Who is signed in.',
  auth: 'required',
  data: z.strictObject({ operatorId: z.number().int(), name: z.string(), expiresAt: timeMs }),
});

const logHead = z.strictObject({ entries: z.number().int(), headHash: z.string() });

export const dashboard = z.strictObject({
  time: timeMs,
  version: z.string(),
  mode: z.enum(['practice', 'real']),
  /** Where prices come from now. */
  feed: z.enum(['simulator', 'replay', 'live']),
  /** Where they came from when the journal began, if that was another feed; else null. */
  firstFeed: z.enum(['simulator', 'replay', 'live']).nullable(),
  /** Why the house is not ready, per part; empty when it is. */
  notReady: z.record(z.string(), z.string()),
  journal: z.strictObject({
    state: z.enum(['recovering', 'ready', 'failed', 'stopped']),
    reason: z.string().nullable(),
    appliedSeq: z.number().int(),
    committedSeq: z.number().int(),
    epoch: z.number().int(),
    headHash: z.string(),
    kernelVersion: z.string(),
  }),
  history: z.strictObject({ seq: z.number().int(), lag: z.number().int(), reason: z.string().nullable() }),
  ledger: z.array(
    z.strictObject({
      assetId: z.number().int(),
      coin: z.string(),
      /** Over all accounts: 0, or the books are broken. */
      sum: decimal,
      custody: decimal,
      users: decimal,
      house: decimal,
      fees: decimal,
      safetyFund: decimal,
      products: decimal,
    }),
  ),
  feedStatus: z.strictObject({
    phase: z.string(),
    note: z.string(),
    marketTime: timeMs,
    venues: z.array(z.strictObject({ name: z.string(), connected: z.boolean() })),
  }),
  index: z.array(
    z.strictObject({
      symbol: z.string(),
      /** Null while stale. */
      price: decimal.nullable(),
      venuesUsed: z.number().int(),
      tickNo: z.number().int(),
      time: timeMs.nullable(),
    }),
  ),
  queues: z.array(z.strictObject({ name: z.string(), waiting: z.number().int() })),
  operatorLog: logHead,
});

export const getDashboard = defineCall({
  name: 'getDashboard',
  method: 'GET',
  path: '/api/console/dashboard',
  section: 'operator',
  summary: 'How the house stands: health, journal, ledger sums, feed, index and queues.',
  auth: 'required',
  data: dashboard,
});

export const operatorSymbolRow = z.strictObject({
  symbolId: z.number().int(),
  symbol: z.string(),
  symbol_name: z.string(),
  state: symbolState,
  stateReason: z.string(),
});

export const getOperatorSymbols = defineCall({
  name: 'getOperatorSymbols',
  method: 'GET',
  path: '/api/console/symbols',
  section: 'operator',
  summary: 'All symbols with their states.',
  auth: 'required',
  data: z.array(operatorSymbolRow),
});

export const setSymbolState = defineCall({
  name: 'setSymbolState',
  method: 'POST',
  path: '/api/console/symbols/{symbolId}/state',
  section: 'operator',
  summary: 'Sets the state of a symbol, with a reason that users read. Journaled.',
  auth: 'required',
  act: true,
  params: z.strictObject({
    symbolId: z
      .string()
      .regex(/^[1-9]\d{0,8}$/)
      .transform(Number),
  }),
  body: z.strictObject({ state: symbolState, reason }),
  data: operatorSymbolRow,
});

export const operatorLogRow = z.strictObject({
  no: z.number().int(),
  time: timeMs,
  operator: z.string(),
  /** What was done, such as login or setSymbolState. */
  action: z.string(),
  details: z.record(z.string(), z.string()),
  /** Hex SHA-256 over the one before it and this entry. */
  hash: z.string(),
  prevHash: z.string(),
});

export const getOperatorLog = defineCall({
  name: 'getOperatorLog',
  method: 'GET',
  path: '/api/console/log',
  section: 'operator',
  summary: 'The acts of all operators, newest first.',
  auth: 'required',
  query: z.strictObject(pageQuery),
  data: pageOf(operatorLogRow),
});

export const verifyOperatorLog = defineCall({
  name: 'verifyOperatorLog',
  method: 'GET',
  path: '/api/console/log/verify',
  section: 'operator',
  summary: 'Recomputes the whole chain of the log.',
  auth: 'required',
  data: z.strictObject({
    ...logHead.shape,
    intact: z.boolean(),
    /** The first entry that does not fit; null when all do. */
    firstBad: z.number().int().nullable(),
  }),
});

/** Every call that the console may make, by name. */
export const operatorCalls = {
  operatorLogin,
  operatorSecondFactor,
  operatorLogout,
  getOperator,
  getDashboard,
  getOperatorSymbols,
  setSymbolState,
  getOperatorLog,
  verifyOperatorLog,
} as const;

export type OperatorCalls = typeof operatorCalls;
export type Dashboard = z.output<typeof dashboard>;
export type OperatorSymbolRow = z.output<typeof operatorSymbolRow>;
export type OperatorLogRow = z.output<typeof operatorLogRow>;
