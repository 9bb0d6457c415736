import { z } from 'zod';
import { defineCall, defineCalls } from '../define.ts';
import { timeMs } from '../scalars.ts';
import { logHead } from './fields.ts';
import { filterText, tablePage, tableQuery } from './tables.ts';

export const operatorLogRow = z.strictObject({
  no: z.number().int(),
  time: timeMs,
  operator: z.string(),
  /** Name of the action, such as login or setSymbolState. */
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

export const logDeskCalls = defineCalls({
  getOperatorLog: defineCall({
    method: 'GET',
    path: '/api/console/log',
    section: 'operator',
    summary: 'Lists the acts of all operators, newest first.',
    auth: 'required',
    /** `act` is a name, `operator` a part of one. */
    query: z.strictObject({
      ...tableQuery(['no']),
      act: z.string().max(64).optional(),
      operator: filterText.optional(),
    }),
    data: tablePage(operatorLogRow),
  }),
  verifyOperatorLog: defineCall({
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
  }),
});

export type OperatorLogRow = z.output<typeof operatorLogRow>;
