import { bankCalls } from '@candor/api';
import { defineSubject, type OpeningServices } from '../../gateway/subject.ts';
import type { Kyc } from '../../users/kyc/index.ts';
import { openBank } from './bank.ts';
import { bankHandlers } from './handlers.ts';

export const bank = defineSubject({
  calls: bankCalls,
  open: async (
    _lifecycle,
    { pool, kyc, fileStore: { masterKey }, now }: OpeningServices & { readonly kyc: Kyc },
  ) => ({
    bank: await openBank({ pool, masterKey, kyc, now }),
  }),
  handlers: bankHandlers,
});
