import type { Amount } from '@candor/money';
import { kyselyOf } from '../../apps/server/base/database/index.ts';
import { findTakenBack, markReversed } from '../../apps/server/money/deposits/index.ts';
import { must } from '../sim/product.ts';
import type { TreasuryBench } from './treasury-bench.ts';

/** Does what two operators' approval does to a deposit that waits for them. Returns false where it does not wait. */
export async function reverseTakenBack({ house }: TreasuryBench, no: number): Promise<boolean> {
  const { pool, outbox } = house;
  const found = await findTakenBack(kyselyOf(pool), no);
  if (found === null) return false;
  const { depositNo, remaining, userId } = found;
  const key = `test-reversal:${depositNo}`;
  await kyselyOf(pool)
    .transaction()
    .execute(async (trx) => {
      const marked = await markReversed(trx, { depositNo, remaining }, () => 8);
      must(marked === userId, 'what waits is reversed', () => `${marked} for ${userId}`);
      const body = {
        type: 'reverseDeposit',
        depositNo,
        remaining: remaining as Amount,
        withdrawals: [],
      } as const;
      await outbox.promise(trx, { key, userId: 0, body });
    });
  await outbox.deliver(key);
  return true;
}
