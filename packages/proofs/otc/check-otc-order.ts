import { formatDecimalTrimmed, parseDecimal } from '@candor/money';
import { OTC_PRICE_SCALE, type OtcPricing, otcPrice, otcTotal, otcValue } from '@candor/rules';
import { type Check, type CheckStep, checkOf } from '../check.ts';

/** Price of an offer as a receipt states it. */
export type OtcPricingReceipt =
  | { readonly kind: 'fixed'; readonly price: string }
  | { readonly kind: 'floating'; readonly rate: string; readonly floor: string; readonly cap: string };

/** An OTC order as the exchange states it. */
export interface OtcOrderReceipt {
  readonly role: 'buyer' | 'seller';
  readonly isMaker: boolean;
  readonly amount: string;
  readonly price: string;
  readonly total: string;
  readonly fee: string;
  readonly value: string;
  readonly held: string;
  readonly bought: string | null;
  readonly charged: string | null;
  readonly returned: string | null;
  readonly inputs: {
    readonly pricing: OtcPricingReceipt;
    readonly indexOver: string;
    readonly indexUnder: string;
    readonly coinScale: number;
    readonly valueScale: number;
    readonly currencyScale: number;
  };
}

/**
 * Recomputes an OTC order: its price from the terms of its offer and the index, sum and value from the amount, what lay in
 * escrow, and after the end what left it. A figure that cannot be read fails its step.
 */
export function checkOtcOrder(receipt: OtcOrderReceipt): Check {
  const { role, isMaker, inputs } = receipt;
  const { coinScale, valueScale, currencyScale } = inputs;
  const coins = (text: string | null) => (text === null ? 0n : (parseDecimal(text, coinScale) ?? -1n));
  const pricing = pricingOf(inputs.pricing);
  const index = indexOf(inputs);
  const amount = parseDecimal(receipt.amount, coinScale);
  const price = parseDecimal(receipt.price, OTC_PRICE_SCALE);
  if (pricing === null || index === null || amount === null || price === null) return checkOf([]);
  const isMakerSeller = isMaker === (role === 'seller');
  const held = isMakerSeller ? amount + coins(receipt.fee) : amount;
  const offered = otcPrice(pricing, index, { coin: coinScale, value: valueScale }) ?? 0n;
  const { bought, charged, returned } = receipt;
  const out = coins(bought) + coins(charged) + coins(returned);
  return checkOf([
    step('price', receipt.price, offered, OTC_PRICE_SCALE),
    step('total', receipt.total, otcTotal(amount, price, coinScale, currencyScale), currencyScale),
    step('value', receipt.value, otcValue(amount, index), valueScale),
    step('held', receipt.held, held, coinScale),
    ...(returned === null ? [] : [step('out', receipt.held, out, coinScale)]),
  ]);
}

function pricingOf(pricing: OtcPricingReceipt): OtcPricing | null {
  const read = (text: string) => parseDecimal(text, OTC_PRICE_SCALE);
  if (pricing.kind === 'fixed') {
    const price = read(pricing.price);
    return price === null ? null : { kind: 'fixed', price };
  }
  const [rate, floor, cap] = [read(pricing.rate), read(pricing.floor), read(pricing.cap)];
  return rate === null || floor === null || cap === null ? null : { kind: 'floating', rate, floor, cap };
}

function indexOf({ indexOver, indexUnder }: OtcOrderReceipt['inputs']) {
  if (!/^\d+$/.test(indexOver) || !/^[1-9]\d*$/.test(indexUnder)) return null;
  return { numerator: BigInt(indexOver), denominator: BigInt(indexUnder) };
}

function step(name: string, stated: string, recomputed: bigint, scale: number): CheckStep {
  const ok = parseDecimal(stated, scale) === recomputed;
  return { name, stated, recomputed: formatDecimalTrimmed(recomputed, scale), ok };
}
