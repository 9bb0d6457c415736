import type { Command } from '@candor/kernel';
import { firstOtcTerms } from '@candor/rules';
import type { CoreLink } from '../../engine/core/index.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const FIRST = 'First terms of practice OTC';

/** Prices of one USDT, in millionths of the currency: they bound offers by the published band and move none. */
const CURRENCIES = [
  { currency: 'USD', scale: 2, rate: 1_000_000n },
  { currency: 'EUR', scale: 2, rate: 920_000n },
  { currency: 'GBP', scale: 2, rate: 790_000n },
  { currency: 'CNY', scale: 2, rate: 7_200_000n },
  { currency: 'JPY', scale: 0, rate: 150_000_000n },
  { currency: 'KRW', scale: 0, rate: 1_380_000_000n },
  { currency: 'THB', scale: 2, rate: 35_000_000n },
  { currency: 'VND', scale: 0, rate: 25_400_000_000n },
  { currency: 'BRL', scale: 2, rate: 5_400_000n },
] as const;

/** Payment methods, and how long a payment by each may take before its buyer may appeal. */
const METHODS = [
  { method: 'card', appealAfterMs: DAY_MS },
  { method: 'bank', appealAfterMs: DAY_MS },
  { method: 'alipay', appealAfterMs: 15 * MINUTE_MS },
  { method: 'wechat', appealAfterMs: 15 * MINUTE_MS },
  { method: 'paypal', appealAfterMs: 15 * MINUTE_MS },
  { method: 'wise', appealAfterMs: 15 * MINUTE_MS },
] as const;

/**
 * Opens OTC on a practice journal that has none yet: terms, reference rates and payment methods. What an operator changes
 * afterwards stays. A real journal is left alone.
 */
export async function openOtcForPractice(core: CoreLink): Promise<void> {
  const { mode, isOpen, asset } = await core.ask('otcToOpen');
  if (mode !== 'practice' || isOpen || asset === null) return;
  const bodies: Command[] = [
    { type: 'setOtcTerms', terms: firstOtcTerms(asset.assetId, asset.scale), effectiveMs: 0, reason: FIRST },
    ...CURRENCIES.map((each): Command => ({ type: 'setOtcCurrency', ...each, reason: FIRST })),
    ...METHODS.map((each): Command => ({ type: 'setOtcMethod', ...each, isOpen: true, reason: FIRST })),
  ];
  for (const [at, body] of bodies.entries()) {
    const key = `first-otc:${at}:`;
    const { outcome } = await core.submit({ userId: 0, key, bodyHash: body.type, body });
    if (!outcome.ok) throw new Error(`the journal refused ${body.type}: ${outcome.code}`);
  }
}
