import { MAX_REFERRAL_CAP_PPM } from '@candor/rules';
import { assert } from '../../assert.ts';
import type { Books } from './books.ts';

const PPM = 1_000_000n;

/** Checks what must hold between commands: less than a unit is owed, and all that was earned is paid or kept. */
export function auditReferral(books: Books): void {
  const kept = new Map<number, bigint>();
  for (const { account, assetId, millionths, charged, isQueued } of books.carried.values()) {
    assert(!isQueued && charged === 0n, 'fees are paid on when their command ends');
    assert(books.inviterOf(account) !== 0, 'only who was invited has rests');
    for (const rest of millionths) {
      assert(rest >= 0n && rest < PPM, 'less than one unit is kept');
      kept.set(assetId, (kept.get(assetId) ?? 0n) + rest);
    }
  }
  for (const [assetId, { fees, accrued, paid }] of books.sums) {
    assert(accrued === paid * PPM + (kept.get(assetId) ?? 0n), 'all that was earned is paid or kept');
    assert(paid * PPM <= fees * BigInt(MAX_REFERRAL_CAP_PPM), 'rebates are a part of the fees');
  }
}
