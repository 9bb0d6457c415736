import { kyselyOf } from '../../base/database/index.ts';
import { startRounds } from '../../base/work/rounds.ts';
import { openPromises } from '../../engine/outbox/index.ts';
import type { HousePart } from '../../gateway/subject.ts';
import { createFeatures } from '../../users/features/index.ts';
import { verifiedCountry } from '../../users/kyc/index.ts';
import { endClosedRenewals } from './renewals.ts';

/** A closing reaches doors and renewals within this time. */
const ROUND_MS = 5_000;

export const stakingHouse: HousePart = async ({ pool, history, catalogues, now, log }) => {
  const db = kyselyOf(pool);
  const features = createFeatures({
    pool,
    catalogues,
    verifiedCountry: (userId) => verifiedCountry(db, userId),
    now,
  });
  const promises = await openPromises(pool);
  return startRounds({
    everyMs: ROUND_MS,
    round: () => endClosedRenewals({ pool, history, catalogues, features, promises }),
    log,
    failed: 'renewals of staking orders were not compared with what is closed',
  });
};
