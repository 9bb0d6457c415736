import type { Command, ExitTerms, PlacePerpetualOrder, RejectionCode } from '@candor/kernel';
import type { PriceTicks } from '@candor/money';
import { Refusal } from '../../base/errors/refusal.ts';
import { errorKeyOfRejection, outsideRange, tooSmall } from '../../engine/acts/index.ts';
import type { Catalogue } from '../../engine/catalogue/index.ts';
import type { PerpetualListings } from './listings.ts';

type Source = ExitTerms['source'];

/**
 * The refusal of an act on contracts, as precise as its command allows: a price out of the band names the band, and
 * a stop on the wrong side is not called a price that was crossed, and names its field where only one can be meant.
 */
export function perpetualRefusal(
  catalogue: Catalogue,
  listings: PerpetualListings,
  body: Command,
  code: RejectionCode,
): Refusal {
  if (code === 'PRICE_OUT_OF_BAND' && body.type === 'placePerpetualOrder') {
    return outsideRange(listings.byId(body.symbolId));
  }
  if (code === 'NOTIONAL_TOO_SMALL' && 'symbolId' in body && body.symbolId !== null) {
    const { settleAssetId, minNotional } = listings.byId(body.symbolId);
    return tooSmall(catalogue, settleAssetId, minNotional, 'quantity');
  }
  if (code === 'LEVERAGE_TOO_HIGH' && 'leverage' in body && 'symbolId' in body) {
    const { maxLeverage } = listings.byId(body.symbolId);
    if (body.leverage !== null && body.leverage > maxLeverage) {
      const details = { maximum: String(maxLeverage) };
      return new Refusal('PERPETUAL_LEVERAGE_ABOVE_MAXIMUM', { field: leverageField(body), details });
    }
  }
  if (code === 'TRIGGER_WOULD_FIRE') {
    const wrong = stopsMeant(body);
    const [only] = wrong;
    if (only !== undefined) {
      return new Refusal('PERPETUAL_STOPS_WRONG_SIDE', wrong.length === 1 ? { field: only } : {});
    }
  }
  return new Refusal(errorKeyOfRejection(code));
}

/** The field that a call writes a leverage in. */
function leverageField({ type }: Command): string {
  return type === 'setLeverage' ? 'leverageRadio' : 'leverage';
}

type StopField = 'stopProfit' | 'stopLoss';

/** Returns the stops that may be on the wrong side: of an entry with a price those that are, else all that are given. */
function stopsMeant(body: Command): readonly StopField[] {
  if (body.type !== 'setPositionExits' && body.type !== 'placePerpetualOrder') return [];
  const { takeProfit, stopLoss } = body;
  const given: [StopField, ExitTerms | null, sign: 1 | -1][] = [
    ['stopProfit', takeProfit, 1],
    ['stopLoss', stopLoss, -1],
  ];
  const entry = body.type === 'placePerpetualOrder' ? entryOf(body) : null;
  const gains = body.type === 'placePerpetualOrder' && body.side === 'sell' ? -1 : 1;
  return given
    .filter(([, exit, sign]) => {
      if (exit === null) return false;
      return entry === null || gains * sign * (exit.triggerTicks - entry) <= 0;
    })
    .map(([field]) => field);
}

/** The price at which an order is taken to begin a position; null for the price at that moment. */
function entryOf({ priceTicks, trigger }: PlacePerpetualOrder): PriceTicks | null {
  return priceTicks ?? trigger?.triggerTicks ?? null;
}

/**
 * Lets an order or a stop wait for our last price only where there is one: without a trade of ours it would never fire.
 * @throws Refusal LAST_PRICE_MISSING
 */
export function requireLast(
  waiting: readonly ({ readonly source: Source } | null)[],
  lastTicks: PriceTicks | null,
): void {
  if (lastTicks !== null || !waiting.some((terms) => terms?.source === 'last')) return;
  throw new Refusal('LAST_PRICE_MISSING', { field: 'triggerBy' });
}
