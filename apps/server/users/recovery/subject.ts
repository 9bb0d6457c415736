import { randomBytes } from 'node:crypto';
import { recoveryCalls } from '@candor/api';
import { kyselyOf, migrate } from '../../base/database/index.ts';
import type { Files } from '../../gateway/files/index.ts';
import { defineSubject, type OpeningServices } from '../../gateway/subject.ts';
import type { Touches } from '../../operators/touches/index.ts';
import type { Factors } from '../factors/index.ts';
import type { Identity } from '../identity/index.ts';
import type { Kyc } from '../kyc/index.ts';
import { recoveryHandlers } from './handlers.ts';
import { createRequests } from './requests.ts';
import { recoveryReview } from './review.ts';
import { migrations } from './schema.ts';

interface Base extends OpeningServices {
  readonly identity: Identity;
  readonly factors: Factors;
  readonly files: Files;
  readonly kyc: Kyc;
  readonly touches: Touches;
}

export const recovery = defineSubject({
  calls: recoveryCalls,
  async open(_lifecycle, base: Base) {
    const { pool, identity, factors, files, kyc, touches, codes, messages, reviews, now } = base;
    await migrate(pool, 'recovery', migrations);
    const db = kyselyOf(pool);
    // A process without the key sends no message: its own key opens nothing.
    const linkKey = base.codesKey ?? randomBytes(32);
    const requests = createRequests({
      db,
      identity,
      factors,
      kyc,
      files,
      codes,
      messages,
      reviews,
      linkKey,
      now,
    });
    const review = recoveryReview({ db, kyc, identity, factors, files, touches, reviews });
    return { recovery: { requests, review } };
  },
  handlers: recoveryHandlers,
});
