import { z } from 'zod';
import { defineCall, defineCalls } from '../define.ts';
import { decimal, timeMs } from '../scalars.ts';
import { logHead } from './fields.ts';

export const dashboard = z.strictObject({
  time: timeMs,
  version: z.string(),
  mode: z.enum(['practice', 'real']),
  /** Source of prices now. */
  feed: z.enum(['simulator', 'replay', 'live']),
  /** Source of prices when the journal began, if that was another feed; else null. */
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
    phase: z.enum(['starting', 'running', 'stalled', 'ended', 'stopped']),
    /** In plain English. */
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
  queues: z.array(
    z.strictObject({ name: z.enum(['commands', 'history', 'outbox']), waiting: z.number().int() }),
  ),
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

export const dashboardDeskCalls = defineCalls({
  getDashboard: defineCall({
    method: 'GET',
    path: '/api/console/dashboard',
    section: 'operator',
    summary:
      'Returns the state of the house: health, journal, ledger sums, feed, index, queues and processes.',
    auth: 'required',
    data: dashboard,
  }),
});

export type Dashboard = z.output<typeof dashboard>;
