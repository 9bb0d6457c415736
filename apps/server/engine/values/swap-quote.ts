import type { SwapQuoteRow } from '@candor/api';
import type { SwapQuote, SwapSide } from '@candor/kernel';
import { formatDecimalTrimmed, ticksToDecimal } from '@candor/money';
import { swapSpreadPpm } from '@candor/rules';
import type { Catalogue } from '../catalogue/index.ts';
import { amountText, ppmPercent } from './format.ts';

const RATE_SCALE = 12;

/** A quote with everything that its rate follows from. */
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
