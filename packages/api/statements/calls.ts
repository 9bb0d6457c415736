import { z } from 'zod';
import { defineCall, defineCalls } from '../define.ts';
import { timeMs, wholeText } from '../scalars.ts';

const FIRST_YEAR = 2020;
const LAST_YEAR = 2199;

const statementRow = z.strictObject({
  year: z.number().int(),
  /** `failed`: an operator looks at it; asking again begins again. */
  state: z.enum(['waiting', 'making', 'ready', 'failed']),
  /** From 0 to 100. */
  progress: z.number().int(),
  entries: z.number().int(),
  /** Time at which it was asked for: later entries are not in it. */
  time: timeMs,
});

export const statementCalls = defineCalls({
  getStatements: defineCall({
    method: 'GET',
    path: '/api/{head}/coin/assets/statements',
    section: 'wallet',
    summary:
      'Lists the yearly statements of the signed-in user with their progress, and the years that have one.',
    auth: 'required',
    data: z.strictObject({ list: z.array(statementRow), years: z.array(z.number().int()) }),
  }),
  requestStatement: defineCall({
    method: 'POST',
    path: '/api/{head}/coin/assets/statements',
    section: 'wallet',
    summary:
      'Asks for the statement of a UTC year: for each account and coin the opening balance, every entry, the sums by type and the closing balance. It is made in the background; the year’s earlier one is replaced.',
    auth: 'required',
    cost: 20,
    act: true,
    keyScope: null,
    body: z.strictObject({ year: z.number().int().min(FIRST_YEAR).max(LAST_YEAR) }),
    data: statementRow,
  }),
  getStatementFile: defineCall({
    method: 'GET',
    path: '/api/{head}/coin/assets/statementFile/{year}',
    section: 'wallet',
    summary: 'Returns a finished statement as CSV.',
    auth: 'required',
    cost: 10,
    params: z.strictObject({ year: wholeText(FIRST_YEAR, LAST_YEAR) }),
    data: z.strictObject({ name: z.string(), text: z.string() }),
  }),
});

export type StatementRow = z.output<typeof statementRow>;
