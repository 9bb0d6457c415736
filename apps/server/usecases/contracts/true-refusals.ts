import type { Command, ExitTerms, PlacePerpetualOrder, RejectionCode } from '@candor/kernel';
import type { PriceTicks } from '@candor/money';
import { Refusal } from '../../refusal.ts';
import { errorKeyOfRejection } from '../rejections.ts';
import { outsideRange } from '../true-refusals.ts';
import type { ContractListings } from './listings.ts';

type Source = ExitTerms['source'];

/**
 * The refusal of an act on contracts, as precise as its command allows: a price out of the band names the band, and
 * a stop on the wrong side is not called a price that was crossed.
 */
export function contractRefusal(listings: ContractListings, body: Command, code: RejectionCode): Refusal {
  if (code === 'PRICE_OUT_OF_BAND' && body.type === 'placePerpetualOrder') {
    return outsideRange(listings.byId(body.symbolId));
  }
  const isOfStops =
    body.type === 'setPositionExits' || (body.type === 'placePerpetualOrder' && isWrongSide(body));
  if (code === 'TRIGGER_WOULD_FIRE' && isOfStops) return new Refusal('STOPS_WRONG_SIDE');
  return new Refusal(errorKeyOfRejection(code));
}

/** Tells whether it is the stops of an entry that were refused: without stops it can only be its own trigger. */
function isWrongSide({ side, priceTicks, trigger, takeProfit, stopLoss }: PlacePerpetualOrder): boolean {
  const entry: PriceTicks | null = priceTicks ?? trigger?.triggerTicks ?? null;
  if (entry === null) return takeProfit !== null || stopLoss !== null;
  const gains = (exit: ExitTerms) => (side === 'buy' ? 1 : -1) * (exit.triggerTicks - entry);
  return (takeProfit !== null && gains(takeProfit) <= 0) || (stopLoss !== null && gains(stopLoss) >= 0);
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
