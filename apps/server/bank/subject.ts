import { bankCalls } from '@candor/api';
import { defineSubject } from '../subject.ts';
import { openBank } from './bank.ts';
import { bankHandlers } from './handlers.ts';

export const bank = defineSubject({
  calls: bankCalls,
  open: async (_lifecycle, { pool, fileStore: { masterKey }, now }) => ({
    bank: await openBank({ pool, masterKey, now }),
  }),
  handlers: bankHandlers,
});
