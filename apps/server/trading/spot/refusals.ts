import type { Command, RejectionCode, SpotTriggerSource } from '@candor/kernel';
import { Refusal } from '../../base/errors/refusal.ts';
import { errorKeyOfRejection, outsideRange, tooSmall } from '../../engine/acts/index.ts';
import type { Catalogue } from '../../engine/catalogue/index.ts';
import type { CoreLink } from '../../engine/core/index.ts';

/**
 * The refusal of a spot or margin order, as precise as its command allows: a price out of the band names the band, a small
 * order the minimum, and a pair the price that is on the wrong side of the market.
 */
export function spotRefusal(catalogue: Catalogue, body: Command, code: RejectionCode): Refusal {
  if (code === 'POST_ONLY_WOULD_TAKE' && body.type === 'placeOco') {
    return new Refusal('OCO_LIMIT_WOULD_FILL', { field: 'price' });
  }
  if (code === 'OCO_PRICES_INVALID') return new Refusal(code, { field: 'price' });
  if (code === 'TRIGGER_WOULD_FIRE') return new Refusal(code, { field: 'triggerPrice' });
  const symbolId = 'symbolId' in body ? body.symbolId : null;
  const symbol = symbolId === null ? undefined : catalogue.symbolById(symbolId);
  if (code === 'PRICE_OUT_OF_BAND' && symbol !== undefined) return outsideRange(symbol);
  if (code === 'NOTIONAL_TOO_SMALL' && symbol !== undefined) {
    return tooSmall(catalogue, symbol.quoteAssetId, symbol.minNotional, sizeField(body));
  }
  // its lots are whole and within the maximum, so they are no more than what is filled
  if (code === 'QUANTITY_INVALID' && body.type === 'amendOrder' && body.lots !== null) {
    return new Refusal('QUANTITY_BELOW_FILLED', { field: 'quantity' });
  }
  return new Refusal(errorKeyOfRejection(code));
}

/** The field that a command's size was written in. */
function sizeField(body: Command): 'quantity' | 'quoteAmount' | 'stopQuoteAmount' {
  if ('stopQuoteAmount' in body && body.stopQuoteAmount !== null) return 'stopQuoteAmount';
  return 'quoteAmount' in body && body.quoteAmount !== null ? 'quoteAmount' : 'quantity';
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
