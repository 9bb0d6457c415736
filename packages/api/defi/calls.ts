import { z } from 'zod';
import { defineCall, defineCalls } from '../define.ts';

export const defiCalls = defineCalls({
  sendApproveHash: defineCall({
    method: 'POST',
    path: '/api/apiDefi/sendApproveHash',
    section: 'trading-legacy',
    summary: 'Refuses every request: we never ask a wallet for an approval, and record none.',
    auth: 'required',
    keyScope: null,
    body: z.strictObject({ hash: z.string().regex(/^0x[0-9a-fA-F]{64}$/) }),
    data: z.null(),
  }),
});
