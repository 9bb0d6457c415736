import { z } from 'zod';
import { defineCall, defineCalls } from '../define.ts';
import { operatorRoles } from '../operator/roles.ts';
import { pageOf, pageQuery, timeMs, timesQuery } from '../scalars.ts';
import { touchActs, touchCodes } from './acts.ts';

/** One act of an operator that concerns the signed-in user. */
export const accountTouch = z.strictObject({
  id: z.number().int(),
  createTime: timeMs,
  role: z.enum(operatorRoles),
  act: z.enum(touchActs),
  /** Why, in the operator's own words; null where the act is its own reason. */
  reason: z.string().nullable(),
  /** The coded reason of a decision, whose text is `review.reason.<code>`; null where there is none. */
  code: z.enum(touchCodes).nullable(),
});

export const touchCalls = defineCalls({
  getAccountTouches: defineCall({
    method: 'GET',
    path: '/api/{head}/coin/member/getAccountTouches',
    section: 'account',
    summary: 'Lists the acts of operators that concern the signed-in user, newest first.',
    auth: 'required',
    cost: 3,
    query: z.strictObject({ ...pageQuery, ...timesQuery }),
    data: pageOf(accountTouch),
  }),
});

export type AccountTouch = z.output<typeof accountTouch>;
