import { z } from 'zod';
import { defineCall, defineCalls } from '../define.ts';
import { decimal, nothing, timeMs } from '../scalars.ts';

export const dataExport = z.strictObject({
  id: z.uuid(),
  state: z.enum(['waiting', 'running', 'ready', 'failed', 'expired']),
  /** Files that are written, of how many; 0 of 0 while it waits. */
  done: z.number().int(),
  total: z.number().int(),
  createTime: timeMs,
  readyTime: timeMs.nullable(),
  /** The file is deleted then; null before it is ready. */
  expireTime: timeMs.nullable(),
  bytes: z.number().int().nullable(),
});

/** Reasons why an account cannot be closed, by kind. */
export const stillOpenKinds = [
  'balance',
  'debt',
  'order',
  'position',
  'second',
  'loan',
  'earning',
  'deposit',
  'withdrawal',
] as const;

const stillOpen = z.strictObject({
  kind: z.enum(stillOpenKinds),
  /** Number of such items; for balances, debts and what earns, number of coins. */
  count: z.number().int(),
  /** The coins with their amounts; empty for what has none. */
  amounts: z.array(z.strictObject({ coin: z.string(), amount: decimal })),
});

const closing = z.strictObject({
  /** Times at which it was asked for, and at which the account ends; null where nobody asked. */
  requestTime: timeMs.nullable(),
  endTime: timeMs.nullable(),
  open: z.array(stillOpen),
  /** Small balances that a closing leaves behind, worth less than the dust limit in all. */
  dust: z.array(z.strictObject({ coin: z.string(), amount: decimal })),
});

export const myDataCalls = defineCalls({
  getDataExports: defineCall({
    method: 'GET',
    path: '/api/{head}/coin/member/dataExports',
    section: 'account',
    summary: 'Lists the latest exports of everything about the signed-in user, with their progress.',
    auth: 'required',
    data: z.array(dataExport),
  }),
  requestDataExport: defineCall({
    method: 'POST',
    path: '/api/{head}/coin/member/dataExport',
    section: 'account',
    summary:
      'Asks for a file with everything about the signed-in user, as CSV and JSON with receipts. A job makes it.',
    auth: 'required',
    cost: 4,
    act: true,
    stepUp: 'account',
    shows: () => [],
    data: dataExport,
  }),
  getDataExportLink: defineCall({
    method: 'POST',
    path: '/api/{head}/coin/member/dataExportLink',
    section: 'account',
    summary:
      "Returns a signed link to the file of an export. It works for ten minutes, with its owner's session alone.",
    auth: 'required',
    cost: 3,
    act: true,
    stepUp: 'account',
    shows: () => [],
    body: z.strictObject({ id: z.uuid() }),
    data: z.strictObject({ link: z.string(), expireTime: timeMs }),
  }),
  getClosing: defineCall({
    method: 'GET',
    path: '/api/{head}/coin/member/closing',
    section: 'account',
    summary: 'Lists what is still open in the account, and says if and when it is closed.',
    auth: 'required',
    data: closing,
  }),
  closeAccount: defineCall({
    method: 'POST',
    path: '/api/{head}/coin/member/closeAccount',
    section: 'account',
    summary:
      'Closes the account after 30 days; all sessions and API keys end at once, and a login in these days cancels it.',
    auth: 'required',
    cost: 5,
    act: true,
    stepUp: 'account',
    shows: () => [],
    body: z.strictObject({ leaveDust: z.boolean() }),
    data: nothing,
  }),
});

export type DataExport = z.output<typeof dataExport>;
export type Closing = z.output<typeof closing>;
export type StillOpen = z.output<typeof stillOpen>;
