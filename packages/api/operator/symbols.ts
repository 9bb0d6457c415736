import { z } from 'zod';
import { defineCall, defineCalls } from '../define.ts';
import { reason, symbolId } from './fields.ts';

export const symbolState = z.enum(['trading', 'post-only', 'halted']);

export const operatorSymbolRow = z.strictObject({
  symbolId: z.number().int(),
  kind: z.enum(['spot', 'contract']),
  symbol: z.string(),
  symbol_name: z.string(),
  state: symbolState,
  stateReason: z.string(),
});

export const symbolsDeskCalls = defineCalls({
  getOperatorSymbols: defineCall({
    method: 'GET',
    path: '/api/console/symbols',
    section: 'operator',
    summary: 'Lists all symbols with their states.',
    auth: 'required',
    data: z.array(operatorSymbolRow),
  }),
  setSymbolState: defineCall({
    method: 'POST',
    path: '/api/console/symbols/{symbolId}/state',
    section: 'operator',
    summary: 'Sets the state of a symbol, with a reason that users read. Journaled.',
    auth: 'required',
    act: true,
    params: z.strictObject({ symbolId }),
    body: z.strictObject({ state: symbolState, reason }),
    data: operatorSymbolRow,
  }),
});

export type OperatorSymbolRow = z.output<typeof operatorSymbolRow>;
