import { MAX_REFERRAL_CAP_PPM } from '@candor/rules';
import { assert } from '../../assert.ts';
import type { Books } from './books.ts';

const PPM = 1_000_000n;

/** Checks what must hold between commands: what is owed waits for its day's end, and all that was earned is paid or kept. */
export function auditReferral(books: Books): void {
  const kept = new Map<number, bigint>();
  const keep = (assetId: number, millionths: bigint) =>
    kept.set(assetId, (kept.get(assetId) ?? 0n) + millionths);
  const waiting = new Set(books.waiting());
  for (const carried of books.carried.values()) {
    const { account, assetId, millionths, charged } = carried;
    assert(waiting.has(carried) === charged.length > 0, 'fees wait for their payment once');
    assert(books.inviterOf(account) !== 0, 'only who was invited has rests');
    for (const rest of millionths) {
      assert(rest >= 0n && rest < PPM, 'less than one unit is kept');
      keep(assetId, rest);
    }
    for (const { fees, sharesPpm } of charged) for (const ppm of sharesPpm) keep(assetId, fees * BigInt(ppm));
  }
  const days = books.waiting().map(({ day }) => day);
  assert(
    days.every((day, at) => at === 0 || day >= days[at - 1]!),
    'the earliest day is paid first',
  );
  for (const [assetId, { fees, accrued, paid }] of books.sums) {
    assert(accrued === paid * PPM + (kept.get(assetId) ?? 0n), 'all that was earned is paid or kept');
    assert(paid * PPM <= fees * BigInt(MAX_REFERRAL_CAP_PPM), 'rebates are a part of the fees');
  }
}
