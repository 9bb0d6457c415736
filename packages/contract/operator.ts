import { z } from 'zod';
import { deviceId, knownDevice } from './calls/account.ts';
import { secondsState } from './calls/seconds.ts';
import { defineCall } from './define.ts';
import { decimal, nothing, pageOf, pageQuery, positiveDecimal, timeMs } from './scalars.ts';

/** The operators' calls, served on the console's own host and port. None of them sets a balance, a price or an outcome. */

export const symbolState = z.enum(['trading', 'post-only', 'halted']);

/** Why an operator acts: users read it. One line of up to 200 characters, all to be seen, of them 5 letters or digits. */
export const reason = z
  .string()
  .trim()
  .max(200)
  .regex(/^[^\p{Cc}\p{Cs}\p{Cf}\p{Default_Ignorable_Code_Point}]*$/u)
  .regex(/^(?:[^\p{L}\p{N}]*[\p{L}\p{N}]){5}/u);

const symbolId = z
  .string()
  .regex(/^[1-9]\d{0,8}$/)
  .transform(Number);
/** 0 is all together. */
const symbolIdOrAll = z
  .string()
  .regex(/^(0|[1-9]\d{0,8})$/)
  .transform(Number);
const decimalOrZero = z.string().regex(/^(0|[1-9]\d{0,17})(\.\d{1,18})?$/);
const poolSource = z.enum(['practice', 'house']);
const exposure = z.strictObject({ cap: decimal, reserved: decimal });

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
  body: z.strictObject({
    name: z
      .string()
      .min(1)
      .max(64)
      .regex(/^[^\p{Cc}\p{Cs}\p{Cf}]*$/u),
    password: z.string().min(1).max(128),
  }),
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

export const changeOperatorPassword = defineCall({
  name: 'changeOperatorPassword',
  method: 'POST',
  path: '/api/console/password',
  section: 'operator',
  summary:
    'Changes the password of the signed-in operator, by the old one and a code. All other sessions end. Logged.',
  auth: 'required',
  body: z.strictObject({
    oldPassword: z.string().min(1).max(128),
    newPassword: z.string().min(1).max(128),
    code: z.string().regex(/^\d{6}$/),
  }),
  data: z.strictObject({ endedSessions: z.number().int() }),
});

export const getOperatorDevices = defineCall({
  name: 'getOperatorDevices',
  method: 'GET',
  path: '/api/console/devices',
  section: 'operator',
  summary: 'The devices on which the signed-in operator completed a login, the last used first.',
  auth: 'required',
  data: z.array(knownDevice),
});

export const forgetOperatorDevice = defineCall({
  name: 'forgetOperatorDevice',
  method: 'POST',
  path: '/api/console/devices/{id}/forget',
  section: 'operator',
  summary: 'Forgets a device: its attempts to log in count like a stranger’s again. Logged.',
  auth: 'required',
  params: z.strictObject({ id: deviceId }),
  data: nothing,
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
  processes: z.array(
    z.strictObject({
      name: z.string(),
      state: z.enum(['starting', 'ready', 'gone']),
      restarts: z.number().int(),
      /**
       * The 99th percentile of the event loop's delay in the last 10 to 20 seconds; null if the process does not
       * answer.
       */
      loopDelayMs: z.number().int().nullable(),
      busyPercent: z.number().int().nullable(),
      memoryMb: z.number().int().nullable(),
    }),
  ),
  operatorLog: logHead,
});

export const getDashboard = defineCall({
  name: 'getDashboard',
  method: 'GET',
  path: '/api/console/dashboard',
  section: 'operator',
  summary: 'How the house stands: health, journal, ledger sums, feed, index, queues and processes.',
  auth: 'required',
  data: dashboard,
});

export const operatorSymbolRow = z.strictObject({
  symbolId: z.number().int(),
  kind: z.enum(['spot', 'contract']),
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
  params: z.strictObject({ symbolId }),
  body: z.strictObject({ state: symbolState, reason }),
  data: operatorSymbolRow,
});

/** What second contracts offer and owe, as operators see and change it. */
export const operatorSeconds = z.strictObject({
  /** The stakes' coin; null before any terms. */
  coin: z.string().nullable(),
  /** Why all are halted together; null while they are not. */
  haltReason: z.string().nullable(),
  available: decimal,
  reserved: decimal,
  stakes: decimal,
  userCap: decimal.nullable(),
  all: exposure,
  /** What the pool can be added to from; null is unbounded. */
  sources: z.array(z.strictObject({ source: poolSource, available: decimal.nullable() })),
  markets: z.array(
    z.strictObject({
      symbolId: z.number().int(),
      symbol_name: z.string(),
      state: secondsState,
      stateReason: z.string(),
      /** Null where nothing was ever offered. */
      minQuantity: z.number().int().nullable(),
      maxQuantity: z.number().int().nullable(),
      periods: z.array(
        z.strictObject({
          periodSeconds: z.number().int(),
          payoutPercent: decimal,
          breakEvenPercent: decimal,
        }),
      ),
      ...exposure.shape,
    }),
  ),
});

export const getOperatorSeconds = defineCall({
  name: 'getOperatorSeconds',
  method: 'GET',
  path: '/api/console/seconds',
  section: 'operator',
  summary: 'Second contracts: terms, states, pool, exposure and caps.',
  auth: 'required',
  data: operatorSeconds,
});

export const changeSecondsTerms = defineCall({
  name: 'changeSecondsTerms',
  method: 'POST',
  path: '/api/console/seconds/{symbolId}/terms',
  section: 'operator',
  summary:
    'Changes what is offered on a market, for contracts that are opened later. Journaled, with a reason that users read.',
  auth: 'required',
  act: true,
  params: z.strictObject({ symbolId }),
  body: z.strictObject({
    minQuantity: z.number().int().positive(),
    maxQuantity: z.number().int().positive(),
    periods: z
      .array(z.strictObject({ periodSeconds: z.number().int().positive(), payoutPercent: positiveDecimal }))
      .min(1)
      .max(20),
    reason,
  }),
  data: operatorSeconds,
});

export const changeSecondsCap = defineCall({
  name: 'changeSecondsCap',
  method: 'POST',
  path: '/api/console/seconds/{symbolId}/cap',
  section: 'operator',
  summary:
    'Changes what the open contracts of a market, of all together with 0, may pay out. What is open stays. Journaled.',
  auth: 'required',
  act: true,
  params: z.strictObject({ symbolId: symbolIdOrAll }),
  body: z.strictObject({ cap: decimalOrZero, reason }),
  data: operatorSeconds,
});

export const setSecondsUserCap = defineCall({
  name: 'setSecondsUserCap',
  method: 'POST',
  path: '/api/console/seconds/userCap',
  section: 'operator',
  summary: 'Sets what the open contracts of one user may pay out; null for no bound of their own. Journaled.',
  auth: 'required',
  act: true,
  body: z.strictObject({ cap: decimalOrZero.nullable(), reason }),
  data: operatorSeconds,
});

export const setSecondsState = defineCall({
  name: 'setSecondsState',
  method: 'POST',
  path: '/api/console/seconds/{symbolId}/state',
  section: 'operator',
  summary:
    'Halts or reopens new second contracts of a market, of all with 0. Open ones run on to their end. Journaled.',
  auth: 'required',
  act: true,
  params: z.strictObject({ symbolId: symbolIdOrAll }),
  body: z.strictObject({ state: secondsState, reason }),
  data: operatorSeconds,
});

export const addToSecondsPool = defineCall({
  name: 'addToSecondsPool',
  method: 'POST',
  path: '/api/console/seconds/pool',
  section: 'operator',
  summary:
    'Adds to the pool that pays winners, by an entry of the ledger that everybody sees. Nothing takes out of it.',
  auth: 'required',
  act: true,
  body: z.strictObject({ amount: positiveDecimal, source: poolSource, reason }),
  data: operatorSeconds,
});

export const operatorLogRow = z.strictObject({
  no: z.number().int(),
  time: timeMs,
  operator: z.string(),
  /** What was done, such as login or setSymbolState. */
  action: z.string(),
  details: z.record(z.string(), z.string()),
  /**
   * The command that it sent to the kernel; null for none. `seq` is its number in the journal, null while it waits;
   * `rejection` says why the kernel refused it.
   */
  command: z.strictObject({ seq: z.number().int().nullable(), rejection: z.string().nullable() }).nullable(),
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
  changeOperatorPassword,
  getOperatorDevices,
  forgetOperatorDevice,
  getOperator,
  getDashboard,
  getOperatorSymbols,
  setSymbolState,
  getOperatorSeconds,
  changeSecondsTerms,
  changeSecondsCap,
  setSecondsUserCap,
  setSecondsState,
  addToSecondsPool,
  getOperatorLog,
  verifyOperatorLog,
} as const;

export type OperatorCalls = typeof operatorCalls;
export type Dashboard = z.output<typeof dashboard>;
export type OperatorSymbolRow = z.output<typeof operatorSymbolRow>;
export type OperatorSeconds = z.output<typeof operatorSeconds>;
export type OperatorLogRow = z.output<typeof operatorLogRow>;
export type KnownDeviceRow = z.output<typeof knownDevice>;
