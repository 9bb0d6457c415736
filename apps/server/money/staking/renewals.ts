import { kyselyOf } from '../../base/database/index.ts';
import type { Promises } from '../../engine/outbox/index.ts';
import { amountText } from '../../engine/values/index.ts';
import { noteNotice } from '../../gateway/notices/index.ts';
import type { HousePart } from '../../gateway/subject.ts';
import type { Closing, Features } from '../../users/features/index.ts';

const PAGE = 500;

type House = Pick<Parameters<HousePart>[0], 'pool' | 'catalogues' | 'history'>;
type Renewing = Awaited<ReturnType<House['history']['staking']['renewing']>>['rows'][number];

export interface RenewalsDeps extends House {
  readonly features: Pick<Features, 'closings'>;
  readonly promises: Pick<Promises, 'promiseOnce'>;
}

/**
 * Turns the renewal of orders off whose owners’ country has closed staking since: at maturity they are paid like any other,
 * and nothing new begins there. The ledger ends a renewal that began between the closing and this round. Each owner is told
 * why, once for each closing.
 */
export async function endClosedRenewals({ features, ...deps }: RenewalsDeps): Promise<void> {
  const closings = await features.closings('staking');
  if (closings === null) return;
  // a user's country is asked for once a round
  const known = new Map<number, Closing | null>();
  for (let cursor: string | null = null; ; ) {
    const page: Awaited<ReturnType<House['history']['staking']['renewing']>> =
      await deps.history.staking.renewing(cursor, PAGE);
    for (const record of page.rows) {
      const { userId } = record.order;
      const closing = known.has(userId) ? known.get(userId)! : await closings.of(userId);
      known.set(userId, closing);
      if (closing !== null) await endRenewal(deps, record, closing);
    }
    cursor = page.next;
    if (cursor === null) return;
  }
}

/** Promises the command and tells the owner in one transaction. Read models trail: a second round writes nothing. */
async function endRenewal(
  { pool, catalogues, promises }: Omit<RenewalsDeps, 'features'>,
  { order }: Renewing,
  { reason, atMs }: Closing,
): Promise<void> {
  const { orderId, userId, assetId, amount, maturesMs } = order;
  const key = `staking-renewal:${orderId}:${atMs}`;
  const catalogue = catalogues.current();
  await kyselyOf(pool)
    .transaction()
    .execute(async (trx) => {
      const body = { type: 'setStakingRenewal', orderId, autoRenew: false, closedMs: atMs } as const;
      if (!(await promises.promiseOnce(trx, { key, userId, body }))) return;
      await noteNotice(trx, {
        userId,
        key,
        kind: 'staking-renewal-off',
        timeMs: null,
        facts: {
          orderId,
          coin: catalogue.assetById(assetId).code,
          amount: amountText(catalogue, assetId, amount),
          endTime: maturesMs,
          reason,
        },
      });
    });
}
