import type { Engine } from '@candor/journal';
import type { Command, RejectionCode, SpotTriggerSource } from '@candor/kernel';
import { type PriceTicks, ticksToDecimal } from '@candor/money';
import { priceBand } from '@candor/rules';
import { Refusal } from '../refusal.ts';
import type { Catalogue } from './catalogue.ts';
import { ppmPercent } from './format.ts';
import { errorKeyOfRejection } from './rejections.ts';

/**
 * The refusal of a spot or margin order, as precise as its command allows: a price out of the band names the lowest and
 * the highest price that the newest index permits, and a pair names the order that would fill.
 */
export async function spotRefusal(
  engine: Engine,
  catalogue: Catalogue,
  body: Command,
  code: RejectionCode,
): Promise<Refusal> {
  if (code === 'POST_ONLY_WOULD_TAKE' && body.type === 'placeOco') {
    return new Refusal('OCO_LIMIT_WOULD_FILL', { field: 'price' });
  }
  if (code === 'PRICE_OUT_OF_BAND' && 'symbolId' in body && body.symbolId !== null) {
    const symbol = catalogue.symbolById(body.symbolId);
    const indexTicks = await engine.read((view) => view.index(body.symbolId as number)?.priceTicks ?? null);
    if (symbol !== undefined && indexTicks !== null) return outsideRange(symbol, indexTicks);
  }
  return new Refusal(errorKeyOfRejection(code));
}

/** Names the prices that a band around the index permits. */
export function outsideRange(
  symbol: { readonly tickDecimal: string; readonly priceBandPpm: number },
  indexTicks: number,
): Refusal {
  const { lowestTicks, highestTicks } = priceBand(indexTicks, symbol.priceBandPpm);
  const details = {
    lowest: ticksToDecimal(lowestTicks as PriceTicks, symbol),
    highest: ticksToDecimal(highestTicks as PriceTicks, symbol),
    percent: ppmPercent(symbol.priceBandPpm),
  };
  return new Refusal('PRICE_OUTSIDE_RANGE', { field: 'price', details });
}

/**
 * Lets an order wait for our last price only where there is one: without a trade of ours it would wait for ever.
 * @throws Refusal LAST_PRICE_MISSING
 */
export async function requireSpotLast(
  engine: Engine,
  { symbolId, source }: { readonly symbolId: number; readonly source: SpotTriggerSource },
): Promise<void> {
  if (source !== 'last') return;
  const last = await engine.read((view) => view.spot.lastTicks(symbolId));
  if (last === null) throw new Refusal('LAST_PRICE_MISSING', { field: 'triggerSource' });
}
