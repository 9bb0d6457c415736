import { rechargeCalls } from '@candor/api';
import { kyselyOf } from '../../base/database/index.ts';
import type { Files } from '../../gateway/files/index.ts';
import type { ReviewKind } from '../../gateway/review/index.ts';
import { defineSubject, type OpeningServices } from '../../gateway/subject.ts';
import { createRecharges } from './recharges.ts';
import { rechargeReview } from './review.ts';

/** Recharges that a person reviews, and their kind in the operators' queue. */
export type Recharges = ReturnType<typeof createRecharges> & { readonly review: ReviewKind };

interface Base extends OpeningServices {
  readonly files: Files;
}

export const recharges = defineSubject({
  calls: rechargeCalls,
  async open(_lifecycle, { pool, core, catalogues, files, outbox, reviews, now }: Base) {
    // The tables are those of the deposits, which opened before.
    const db = kyselyOf(pool);
    const review = rechargeReview({ db, core, catalogues, files, promises: outbox, reviews });
    return { recharges: { ...createRecharges({ db, catalogues, files, reviews, now }), review } };
  },
  handlers: ({ recharges }: { readonly recharges: Recharges }) => ({
    getRechargeBanks: ({ session }) => recharges.terms(session.userId),
    recharge: ({ session, body, idempotencyKey }) => recharges.submit(session.userId, body, idempotencyKey),
  }),
});
