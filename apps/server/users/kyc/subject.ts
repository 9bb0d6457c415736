import { kycCalls } from '@candor/api';
import type { Files } from '../../gateway/files/index.ts';
import { defineSubject, type OpeningServices } from '../../gateway/subject.ts';
import type { Identity } from '../identity/index.ts';
import { kycHandlers } from './handlers.ts';
import { openKyc } from './kyc.ts';

interface Base extends OpeningServices {
  readonly identity: Identity;
  readonly files: Files;
}

export const kyc = defineSubject({
  calls: kycCalls,
  async open(_lifecycle, { pool, fileStore, files, reviews, identity, now }: Base) {
    const { masterKey } = fileStore;
    return { kyc: await openKyc({ pool, masterKey, files, reviews, identity, now }) };
  },
  handlers: kycHandlers,
});
