import type { Amount } from '@candor/money';
import { SAFETY_FUND_DIVISOR, tradingFee } from './fees.ts';
import { NO_BAND, type PriceBand } from './filters.ts';
import type { OrderTerms } from './order-terms.ts';

/** A price level of the side that the order would meet, best first. */
export interface PreviewLevel {
  readonly priceTicks: number;
  readonly lots: number;
}

export interface PreviewOrder {
  readonly side: 'buy' | 'sell';
  /** Null for a market order. */
  readonly priceTicks: number | null;
  /** Null for a market order by quote amount. */
  readonly lots: number | null;
  readonly quoteAmount: Amount | null;
}

export interface FeeRates {
  readonly makerPpm: number;
  readonly takerPpm: number;
}

export interface OrderPreview {
  /** What the order may cost: quote units when buying, base units when selling. That much is held or spent. */
  readonly cost: Amount;
  /** The whole fee, in the asset received: base when buying, quote when selling. */
  readonly fee: Amount;
  /** The tenth of the fee that goes to the safety fund. */
  readonly safetyFund: Amount;
  /** What is received once all of it is filled, the fee taken off: base units when buying, quote units when selling. */
  readonly receives: Amount;
  /** Lots that fill at once against this book, and lots that then rest (a limit order) or expire (a market order). */
  readonly takenLots: number;
  readonly remainingLots: number;
}

/**
 * What an order would come to against a book as it is now: the same fee rule and rounding as the kernel's, one fill a
 * level. (More fills at a level may each add less than one unit of fee.) The own orders in the book are not left out.
 */
export function previewOrder(
  order: PreviewOrder,
  terms: OrderTerms,
  rates: FeeRates,
  book: readonly PreviewLevel[],
  band: PriceBand = NO_BAND,
): OrderPreview {
  const isBuy = order.side === 'buy';
  const limitTicks = order.priceTicks ?? (isBuy ? band.highestTicks : band.lowestTicks);
  const found = { lots: 0, base: 0n, quote: 0n, fee: 0n };
  let wanted = order.lots ?? terms.maxLots;
  let budget = order.quoteAmount === null ? null : order.quoteAmount / BigInt(terms.quotePerTickLot);
  for (const level of book) {
    if (isBuy ? level.priceTicks > limitTicks : level.priceTicks < limitTicks) break;
    const affordable = budget === null ? wanted : Number(budget / BigInt(level.priceTicks));
    const lots = Math.min(level.lots, wanted, affordable);
    addFill(found, isBuy, level.priceTicks, lots, terms, rates.takerPpm);
    wanted -= lots;
    if (budget !== null) budget -= BigInt(lots) * BigInt(level.priceTicks);
    if (lots < level.lots) break;
  }
  const takenLots = found.lots;
  const remainingLots = order.lots === null ? 0 : order.lots - takenLots;
  if (order.priceTicks !== null && remainingLots > 0) {
    addFill(found, isBuy, order.priceTicks, remainingLots, terms, rates.makerPpm);
  }
  return {
    cost: (isBuy ? found.quote : found.base) as Amount,
    fee: found.fee as Amount,
    safetyFund: (found.fee / BigInt(SAFETY_FUND_DIVISOR)) as Amount,
    receives: ((isBuy ? found.base : found.quote) - found.fee) as Amount,
    takenLots,
    remainingLots,
  };
}

function addFill(
  found: { lots: number; base: bigint; quote: bigint; fee: bigint },
  isBuy: boolean,
  priceTicks: number,
  lots: number,
  terms: OrderTerms,
  feePpm: number,
): void {
  const base = BigInt(lots) * BigInt(terms.basePerLot);
  const quote = BigInt(lots) * BigInt(priceTicks) * BigInt(terms.quotePerTickLot);
  found.lots += lots;
  found.base += base;
  found.quote += quote;
  found.fee += tradingFee((isBuy ? base : quote) as Amount, feePpm);
}
