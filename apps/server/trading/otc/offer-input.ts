import type { OtcMethod, OwnOtcOfferRow } from '@candor/api';
import { parseDecimal } from '@candor/money';
import { OTC_PRICE_SCALE, type OtcPricing } from '@candor/rules';
import { Refusal } from '../../base/errors/refusal.ts';

/** Terms of an offer as its merchant sends them. */
export interface OfferInput {
  readonly pricing: OwnOtcOfferRow['pricing'];
  readonly amount: string;
  readonly minAmount: string;
  readonly maxAmount: string;
  readonly windowMs: number;
  readonly methods: readonly OtcMethod[];
  readonly terms?: string | undefined;
  readonly minReleased?: number | undefined;
}

/** Other terms for an offer, instead of the version that its merchant saw. */
export interface OfferChange extends Omit<OfferInput, 'amount'> {
  readonly offerId: number;
  readonly version: number;
  readonly isPaused: boolean;
  /** Amount that it trades from now on, and that it traded still when its merchant decided that; left out, it trades what is left. */
  readonly amount?: { readonly from: string; readonly to: string } | undefined;
}

/** @throws Refusal PRICE_INVALID */
export function readPrice(text: string, field: string): bigint {
  const price = parseDecimal(text, OTC_PRICE_SCALE);
  if (price === null || price <= 0n) throw new Refusal('PRICE_INVALID', { field });
  return price;
}

/** Most decimals that a client may send. */
const MOST_DECIMALS = 18;

/** An amount of a coin that is not known here, so that 1.0 and 1 are the same request. */
export const exactly = (amount: string): bigint | null => parseDecimal(amount, MOST_DECIMALS);

/** @throws Refusal PRICE_INVALID */
export function readPricing(pricing: OfferInput['pricing']): OtcPricing {
  if (pricing.kind === 'fixed') return { kind: 'fixed', price: readPrice(pricing.price, 'pricing') };
  const { rate, floor, cap } = pricing;
  return {
    kind: 'floating',
    rate: readPrice(rate, 'rate'),
    floor: readPrice(floor, 'floor'),
    cap: readPrice(cap, 'cap'),
  };
}
