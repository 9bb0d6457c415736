import { z } from 'zod';
import { defineCall, defineCalls } from '../define.ts';
import { timeMs } from '../scalars.ts';
import { reason } from './fields.ts';
import { filterText, tablePage, tableQuery } from './tables.ts';

/**
 * `waiting`: its first try comes. `retrying`: a try failed and another one comes. `running`: a try is under way.
 * `failed`: given up.
 */
export const jobState = z.enum(['waiting', 'retrying', 'running', 'failed']);

const operatorJob = z.strictObject({
  id: z.number().int(),
  /** Name of the task, such as deliverMessage. */
  task: z.string(),
  state: jobState,
  attempts: z.number().int(),
  maxAttempts: z.number().int(),
  createTime: timeMs,
  /** Time at which the next try begins; null while one runs, and for a job that is given up. */
  nextTime: timeMs.nullable(),
  /** Why the last try failed, without figures, addresses and secrets; null before the first failure. */
  lastError: z.string().nullable(),
});

const jobId = z
  .string()
  .regex(/^[1-9]\d{0,14}$/)
  .transform(Number);

export const jobsDeskCalls = defineCalls({
  getOperatorJobs: defineCall({
    method: 'GET',
    path: '/api/console/jobs',
    section: 'operator',
    summary: 'Lists the jobs that are not done, newest first.',
    auth: 'required',
    query: z.strictObject({
      ...tableQuery(['id', 'time', 'attempts']),
      state: jobState.optional(),
      task: filterText.optional(),
    }),
    data: tablePage(operatorJob),
  }),
  retryOperatorJob: defineCall({
    method: 'POST',
    path: '/api/console/jobs/{id}/retry',
    section: 'operator',
    summary: 'Makes the next try of a job due now. A job that was given up gets one more try. Logged.',
    auth: 'required',
    act: true,
    params: z.strictObject({ id: jobId }),
    body: z.strictObject({ reason }),
    data: z.null(),
  }),
});

export type OperatorJob = z.output<typeof operatorJob>;
