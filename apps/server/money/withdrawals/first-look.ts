import { parseDecimal } from '@candor/money';
import { idOf } from '../../base/database/index.ts';
import { moveAll } from './clock.ts';
import { settleNoted } from './holding.ts';
import type { PaymentRoom } from './payer-room.ts';
import { remembered } from './remembered.ts';
import { toReview } from './rounds.ts';
import type { StoredWithdrawal } from './rows.ts';
import { hasFailed } from './sending.ts';
import { termsOf } from './terms.ts';
import { waits } from './waiting.ts';

/** Looks at a time: one for each connection of the process of the chains, which others use too. */
const LOOKS_AT_ONCE = 3;

/** New ones know nothing of each other: several are looked at side by side, and what passes moves on at once. */
export async function lookAtNew(room: PaymentRoom, fresh: readonly StoredWithdrawal[]): Promise<void> {
  const { db, promises, now } = room;
  const next = fresh.values();
  const passed: number[] = [];
  const mayGo = remembered(async (userId: number) => {
    // Nobody was asked for a second factor where there is none: two operators look instead.
    return !(await room.isHeld(userId)) && (await room.isSteppedUp(userId));
  });
  const look = async (): Promise<void> => {
    for (const withdrawal of next)
      try {
        if (withdrawal.state === 'requested') await settleNoted(db, promises, withdrawal, now());
        else if (await passes(room, withdrawal, mayGo)) passed.push(idOf(withdrawal.withdrawal_no));
      } catch (error) {
        await waits(room, withdrawal, error);
      }
  };
  await Promise.all(Array.from({ length: LOOKS_AT_ONCE }, look));
  await moveAll(db, passed, 'checks', 'signing', now());
}

/** The published rules: a hold, an address that failed before or an amount above the automatic one leads to a review, all else is paid. */
async function passes(
  room: PaymentRoom,
  withdrawal: StoredWithdrawal,
  mayGo: (userId: number) => Promise<boolean>,
): Promise<boolean> {
  const { db, reviews, now } = room;
  const reason = !(await mayGo(idOf(withdrawal.user_id)))
    ? 'hold'
    : !isAutomatic(room, withdrawal)
      ? 'amount'
      : (await hasFailed(room, withdrawal))
        ? 'failedBefore'
        : null;
  if (reason === null) return true;
  await db.transaction().execute((trx) => toReview(trx, reviews, withdrawal, 'checks', reason, now()));
  return false;
}

/** True for an amount that is paid without a review. */
export function isAutomatic(
  { catalogues }: PaymentRoom,
  { coin, asset_id, amount, fee }: StoredWithdrawal,
): boolean {
  const { scale } = catalogues.current().assetById(asset_id);
  const automatic = parseDecimal(termsOf(coin)?.automatic ?? '0', scale) ?? 0n;
  return BigInt(amount) + BigInt(fee) <= automatic;
}
