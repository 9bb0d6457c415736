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
  /** The most that the fees of these fills can be, each lot being a fill of its own; in what is received. */
  readonly maxFee: string;
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

/** Rates of the fee that an order pays of the coin it receives, in parts per million. */
export interface FeePpm {
  readonly maker: number;
  readonly taker: number;
}

/** Sums of fills, in base units. */
class Sums {
  quantity = 0n;
  total = 0n;
  fee = 0n;
  maxFee = 0n;
  private readonly buys: boolean;
  private readonly lot: bigint;

  constructor(buys: boolean, lot: bigint) {
    this.buys = buys;
    this.lot = lot;
  }

  /** Adds a fill of so much at a price; returns its value. The highest fee is counted at `dearest`. */
  add(quantity: bigint, price: bigint, feePpm: number, dearest = price): bigint {
    const value = (quantity * price) / UNIT;
    if (quantity === 0n) return 0n;
    const received = this.buys ? quantity : value;
    const ofLot = this.buys ? this.lot : (this.lot * dearest) / UNIT;
    this.quantity += quantity;
    this.total += value;
    this.fee += tradingFee(received as Amount, feePpm);
    this.maxFee += (quantity / this.lot) * tradingFee(ofLot as Amount, feePpm);
    return value;
  }

  filled({ priceDecimals, quantityDecimals }: FormMarket, isShort: boolean): BookFill {
    const { quantity, total } = this;
    const decimals = priceDecimals + EXTRA_DECIMALS;
    return {
      quantity: formatDecimal(quantity / 10n ** BigInt(SCALE - quantityDecimals), quantityDecimals),
      total: formatDecimalTrimmed(total, SCALE),
      averagePrice:
        quantity === 0n ? '' : formatDecimalTrimmed((total * 10n ** BigInt(decimals)) / quantity, decimals),
      fee: formatDecimalTrimmed(this.fee, SCALE),
      maxFee: formatDecimalTrimmed(this.maxFee, SCALE),
      isShort,
    };
  }
}

/**
 * Fills a limit order of a draft from the side of the book that it meets: each level that crosses its price at that
 * level's, and the rest, unless it ends, at its own price and the higher of the two fees. Null while the draft names no
 * price or size, or takes nothing that is known now: an order that waits.
 */
export function fillByLimit(
  draft: Draft,
  levels: readonly BookLevel[],
  own: readonly { readonly price: string; readonly quantity: string }[],
  market: FormMarket,
  feePpm: FeePpm,
): BookFill | null {
  const limit = units(decimalOf(draft.price));
  const asked = units(decimalOf(draft.quantity));
  if (draft.wait !== null || limit === 0n || asked === 0n) return null;
  const lot = units(market.lotSize) || 1n;
  const mine = ownAt(own);
  const buys = draft.side === 'buy';
  const sums = new Sums(buys, lot);
  let left = asked - (asked % lot);
  // beyond the levels that are known, a sale may meet any price from the last of them on
  let dearest = limit;
  for (const [priceText, quantityText] of draft.postOnly ? [] : levels) {
    const price = units(priceText);
    const there = units(quantityText) - (mine.get(price) ?? 0n);
    if (price === 0n || there <= 0n) continue;
    const crosses = buys ? price <= limit : price >= limit;
    dearest = crosses ? price : limit;
    if (left === 0n || !crosses) break;
    const taken = left < there ? left : there;
    sums.add(taken, price, feePpm.taker);
    left -= taken;
  }
  const ends = !draft.postOnly && draft.timeInForce !== 'GTC';
  if (left > 0n && ends && draft.timeInForce === 'FOK') return new Sums(buys, lot).filled(market, true);
  if (!ends) sums.add(left, limit, Math.max(feePpm.maker, feePpm.taker), dearest);
  return sums.filled(market, left > 0n && ends);
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
  const sums = new Sums(draft.side === 'buy', lot);
  let left = asked;
  for (const [priceText, quantityText] of levels) {
    const price = units(priceText);
    const there = units(quantityText) - (mine.get(price) ?? 0n);
    if (price === 0n || there <= 0n) continue;
    const most = byAmount ? (left * UNIT) / price : left;
    const wanted = (most / lot) * lot;
    const taken = wanted < there ? wanted : there;
    const value = sums.add(taken, price, feePpm);
    left -= byAmount ? value : taken;
    if (wanted <= there) return sums.filled(market, false);
  }
  return sums.filled(market, true);
}
