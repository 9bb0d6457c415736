import type { Command, RejectionCode, SpotTriggerSource } from '@candor/kernel';
import { Refusal } from '../../base/errors/refusal.ts';
import { errorKeyOfRejection, outsideRange } from '../../engine/acts/index.ts';
import type { Catalogue } from '../../engine/catalogue/index.ts';
import type { CoreLink } from '../../engine/core/index.ts';

/**
 * The refusal of a spot or margin order, as precise as its command allows: a price out of the band names the band,
 * and a pair names the order that would fill.
 */
export function spotRefusal(catalogue: Catalogue, body: Command, code: RejectionCode): Refusal {
  if (code === 'POST_ONLY_WOULD_TAKE' && body.type === 'placeOco') {
    return new Refusal('OCO_LIMIT_WOULD_FILL', { field: 'price' });
  }
  if (code === 'PRICE_OUT_OF_BAND' && 'symbolId' in body && body.symbolId !== null) {
    const symbol = catalogue.symbolById(body.symbolId);
    if (symbol !== undefined) return outsideRange(symbol);
  }
  // its lots are whole and within the maximum, so they are no more than what is filled
  if (code === 'QUANTITY_INVALID' && body.type === 'amendOrder' && body.lots !== null) {
    return new Refusal('QUANTITY_BELOW_FILLED', { field: 'quantity' });
  }
  return new Refusal(errorKeyOfRejection(code));
}

/**
 * Lets an order wait for our last price only where there is one: without a trade of ours it would wait for ever.
 * @throws Refusal LAST_PRICE_MISSING
 */
export async function requireSpotLast(
  core: CoreLink,
  { symbolId, source }: { readonly symbolId: number; readonly source: SpotTriggerSource },
): Promise<void> {
  if (source !== 'last') return;
  const last = await core.ask('spotLast', symbolId);
  if (last === null) throw new Refusal('LAST_PRICE_MISSING', { field: 'triggerSource' });
}
