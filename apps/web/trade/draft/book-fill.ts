import { decimalOf } from '@candor/i18n';
import { type Amount, formatDecimal, formatDecimalTrimmed, parseDecimal } from '@candor/money';
import { tradingFee } from '@candor/rules';
import type { FormMarket } from '../market/trade-market.ts';
import { type Draft, isByAmount } from './draft.ts';

/** A level of the book: price and quantity, as decimals. */
export type BookLevel = readonly [price: string, quantity: string, ...unknown[]];

/** The fill that the book would give to a market order now. */
export interface BookFill {
  readonly quantity: string;
  readonly total: string;
  /** The average, cut to a tick's decimals and two more; '' where nothing would fill. */
  readonly averagePrice: string;
  /** All fees, each fill's rounded up as the ledger does; in what is received. */
  readonly fee: string;
  /** The book has less than the order asks for. */
  readonly isShort: boolean;
}

/** Every asset's scale in this journal is at most this. */
const SCALE = 8;
const UNIT = 10n ** BigInt(SCALE);
const EXTRA_DECIMALS = 2;

const units = (text: string) => parseDecimal(text, SCALE) ?? 0n;

/** The user's own quantity at each price: it is cancelled and not filled. */
function ownAt(own: readonly { readonly price: string; readonly quantity: string }[]) {
  const mine = new Map<bigint, bigint>();
  for (const { price, quantity } of own) {
    mine.set(units(price), (mine.get(units(price)) ?? 0n) + units(quantity));
  }
  return mine;
}

/**
 * Fills a market order of a draft from the side of the book that it hits, best level first and in whole lots: by quantity,
 * or as much as the amount pays for. Null while the draft names no size. Exact where every level is one order.
 */
export function fillByBook(
  draft: Draft,
  levels: readonly BookLevel[],
  own: readonly { readonly price: string; readonly quantity: string }[],
  market: FormMarket,
  feePpm: number,
): BookFill | null {
  const byAmount = isByAmount(draft);
  const asked = units(decimalOf(byAmount ? draft.total : draft.quantity));
  if (asked === 0n) return null;
  const lot = units(market.lotSize) || 1n;
  const mine = ownAt(own);
  let [quantity, total, fee, left] = [0n, 0n, 0n, asked];
  let isShort = true;
  for (const [priceText, quantityText] of levels) {
    const price = units(priceText);
    const there = units(quantityText) - (mine.get(price) ?? 0n);
    if (price === 0n || there <= 0n) continue;
    const most = byAmount ? (left * UNIT) / price : left;
    const wanted = (most / lot) * lot;
    const taken = wanted < there ? wanted : there;
    const value = (taken * price) / UNIT;
    if (taken > 0n) fee += tradingFee((draft.side === 'buy' ? taken : value) as Amount, feePpm);
    quantity += taken;
    total += value;
    left -= byAmount ? value : taken;
    if (wanted <= there) {
      isShort = false;
      break;
    }
  }
  const decimals = market.priceDecimals + EXTRA_DECIMALS;
  return {
    quantity: formatDecimal(
      quantity / 10n ** BigInt(SCALE - market.quantityDecimals),
      market.quantityDecimals,
    ),
    total: formatDecimalTrimmed(total, SCALE),
    averagePrice:
      quantity === 0n ? '' : formatDecimalTrimmed((total * 10n ** BigInt(decimals)) / quantity, decimals),
    fee: formatDecimalTrimmed(fee, SCALE),
    isShort,
  };
}
