import { Refusal } from '../../base/errors/refusal.ts';
import { ppmPercent } from '../values/index.ts';

/** Names the band, not its prices of the moment: a repeated key gets the same words whatever the index is by then. */
export function outsideRange({ priceBandPpm }: { readonly priceBandPpm: number }): Refusal {
  return new Refusal('PRICE_OUTSIDE_RANGE', {
    field: 'price',
    details: { percent: ppmPercent(priceBandPpm) },
  });
}
