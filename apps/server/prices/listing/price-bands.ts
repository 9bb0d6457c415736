import type { CoreLink } from '../../engine/core/index.ts';
import { LISTED, QUOTE } from './listed.ts';
import { CONTRACT_BAND_PPM } from './perpetual.ts';

/** Price band of every market in journals of core-6 and before. */
const FIRST_BAND_PPM = 500_000;

/**
 * Sets the price bands of today's list where the first one still stands, on the house's symbols and contracts. What
 * operators announced and set stays.
 */
export async function adoptPriceBands(core: CoreLink): Promise<void> {
  for (const { symbolId, indexName, priceBandPpm, isContract, isSet } of await core.ask('priceBands')) {
    const coin = LISTED.find(({ code }) => `${code}${QUOTE.code}` === indexName);
    if (coin === undefined) continue;
    const wantedPpm = isContract ? CONTRACT_BAND_PPM : coin.bandPpm;
    if (priceBandPpm !== FIRST_BAND_PPM || isSet) continue;
    const body = { type: 'setPriceBand', symbolId, priceBandPpm: wantedPpm } as const;
    const { outcome } = await core.submit({ userId: 0, key: null, bodyHash: null, body });
    if (!outcome.ok) throw new Error(`the journal refused the price band of ${indexName}: ${outcome.code}`);
  }
}
