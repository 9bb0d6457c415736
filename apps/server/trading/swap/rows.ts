import type { SwapChangeRow, SwapDone, SwapQuoteRow } from '@candor/api';
import type { SwapQuote, SwapSide, SwapTermsChange } from '@candor/kernel';
import { type Amount, formatDecimalTrimmed, ticksToDecimal } from '@candor/money';
import type { SwapChangeRecord, SwapRecord } from '@candor/projections';
import { swapSpreadPpm } from '@candor/rules';
import type { Catalogue } from '../../engine/catalogue/index.ts';
import { amountText, ppmPercent } from '../../engine/values/index.ts';

const RATE_SCALE = 12;

export function swapQuoteRowOf(catalogue: Catalogue, quote: SwapQuote): SwapQuoteRow {
  const { from, to, amount, arrives } = quote;
  return {
    id: quote.swapId,
    from: catalogue.assetById(from.assetId).code,
    to: catalogue.assetById(to.assetId).code,
    amount: amountText(catalogue, from.assetId, amount),
    arrives: amountText(catalogue, to.assetId, arrives),
    rate: rateOf(catalogue, quote),
    spreadPercent: ppmPercent(swapSpreadPpm(from, to)),
    counterparty: 'house',
    tickNo: quote.tickNo,
    quotedAt: quote.quotedMs,
    expiresAt: quote.expiresMs,
    fromLeg: legOf(catalogue, from),
    toLeg: legOf(catalogue, to),
  };
}

export function swapRowOf(catalogue: Catalogue, swap: SwapRecord): SwapDone {
  return { ...swapQuoteRowOf(catalogue, swap), time: swap.timeMs, seq: swap.seq };
}

export function swapChangeRowOf(catalogue: Catalogue, record: SwapChangeRecord): SwapChangeRow {
  const { seq, timeMs, assetId, change, reason } = record;
  const coin = assetId === 0 ? null : catalogue.assetById(assetId).code;
  return { seq, time: timeMs, coin, change: changeOf(catalogue, assetId, change), reason };
}

function changeOf(
  catalogue: Catalogue,
  assetId: number,
  change: SwapChangeRecord['change'],
): SwapChangeRow['change'] {
  if (change.what === 'state') return change;
  if (change.what === 'inventory') {
    const text = (amount: Amount) => amountText(catalogue, assetId, amount);
    return { what: 'inventory', before: text(change.before), after: text(change.after) };
  }
  const { before, after } = change;
  return {
    what: 'terms',
    before: before === null ? null : swapTermsOf(catalogue, assetId, before),
    after: swapTermsOf(catalogue, assetId, after),
  };
}

/** The terms of a coin as texts. */
export function swapTermsOf(catalogue: Catalogue, assetId: number, terms: SwapTermsChange) {
  return {
    symbol: terms.symbolId === 0 ? null : catalogue.symbolById(terms.symbolId)!.name,
    spreadPercent: ppmPercent(terms.spreadPpm),
    minAmount: amountText(catalogue, assetId, terms.minAmount),
    maxAmount: amountText(catalogue, assetId, terms.maxAmount),
    maxInventory: amountText(catalogue, assetId, terms.maxInventory),
  };
}

function legOf(catalogue: Catalogue, side: SwapSide): SwapQuoteRow['fromLeg'] {
  const { code, scale } = catalogue.assetById(side.assetId);
  const symbol = side.symbolId === 0 ? null : catalogue.symbolById(side.symbolId)!;
  return {
    coin: code,
    scale,
    symbol: symbol?.name ?? null,
    price: symbol === null ? '1' : ticksToDecimal(side.priceTicks, symbol),
    priceTicks: side.priceTicks,
    quotePerTickLot: String(side.quotePerTickLot),
    basePerLot: String(side.basePerLot),
    spreadPpm: side.spreadPpm,
  };
}

function rateOf(catalogue: Catalogue, { from, to, amount, arrives }: SwapQuote): string {
  const fromScale = BigInt(catalogue.assetById(from.assetId).scale);
  const toScale = BigInt(catalogue.assetById(to.assetId).scale);
  const rate = (arrives * 10n ** (fromScale + BigInt(RATE_SCALE))) / (amount * 10n ** toScale);
  return formatDecimalTrimmed(rate, RATE_SCALE);
}
