import { z } from 'zod';
import { defineCall, defineCalls } from '../define.ts';
import { decimal, timeMs } from '../scalars.ts';
import { activityQueues, poolNames } from './activity-words.ts';

const count = z.number().int().nonnegative();

const activity = z.strictObject({
  time: timeMs,
  users: z.strictObject({
    total: count,
    frozen: count,
    /** Registered in the last 24 hours. */
    registered: count,
    /** Users who logged in within the last 24 hours. */
    active: count,
  }),
  /** The last 24 hours, one row an hour, oldest first. The last hour is still under way. */
  hours: z.array(
    z.strictObject({
      time: timeMs,
      registrations: count,
      logins: count,
      /** Volume in USDT between users, the house left out. */
      volume: decimal,
    }),
  ),
  /** Samples of the last 24 hours, oldest first: one in five minutes. */
  samples: z.array(
    z.strictObject({
      time: timeMs,
      /** Fees since the beginning, in USDT; the safety fund is a part of them. */
      fees: decimal,
      safetyFund: decimal,
      /** Journal entries that the read models trail by. */
      lag: count,
      /** Event loop delay of the slowest process. */
      loopDelayMs: count,
      /** Utilisation of the busiest process. */
      busyPercent: count,
    }),
  ),
  queues: z.array(
    z.strictObject({
      name: z.enum(activityQueues),
      waiting: count,
      /** Since when the oldest waits; null for an empty queue. */
      oldestTime: timeMs.nullable(),
      /** Those beyond their deadline; 0 where there are no deadlines. */
      late: count,
    }),
  ),
  pools: z.array(z.strictObject({ name: z.enum(poolNames), coin: z.string(), amount: decimal })),
});

export const activityDeskCalls = defineCalls({
  getDashboardActivity: defineCall({
    method: 'GET',
    path: '/api/console/dashboard/activity',
    section: 'operator',
    summary: 'Returns users, logins, volume, fees, pools and queues: figures alone, of no single user.',
    auth: 'required',
    data: activity,
  }),
});

export type Activity = z.output<typeof activity>;
