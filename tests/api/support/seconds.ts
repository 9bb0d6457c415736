import type { Command } from '@candor/kernel';
import type { Amount } from '@candor/money';
import type { House } from './house.ts';
import { BTCUSDT, USDT } from './listing.ts';

interface Period {
  readonly periodS: number;
  readonly payoutPpm: number;
}

const POOL = 1_000_000_000_000n as Amount;
const CAP = 200_000_000_000n as Amount;

/** Offers second contracts on BTC: a pool of 10,000 USDT, 2,000 at stake at most, 2 to 1,000 a contract. */
export async function offerSeconds(
  house: Pick<House, 'engine'>,
  periods: readonly Period[] = [{ periodS: 5, payoutPpm: 800_000 }],
  /** Symbols with a cap of their own, beside that of all. */
  capped: readonly number[] = [BTCUSDT],
): Promise<void> {
  const commands: readonly Command[] = [
    { type: 'fundSecondsPool', assetId: USDT, amount: POOL, fromUserId: 0 },
    ...[0, ...capped].map((symbolId): Command => ({ type: 'setExposureCap', symbolId, cap: CAP })),
    { type: 'enableSeconds', practice: true, countries: [] },
    {
      type: 'setSecondsTerms',
      symbolId: BTCUSDT,
      assetId: USDT,
      minQuantity: 2,
      maxQuantity: 1_000,
      periods,
      formula: 1,
    },
  ];
  for (const body of commands) {
    const { outcome } = await house.engine.submit({ userId: 0, key: null, bodyHash: null, body });
    if (!outcome.ok) throw new Error(`${body.type}: ${outcome.code}`);
  }
}
