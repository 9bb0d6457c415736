import type { Amount } from '@candor/money';
import { Refusal } from '../../base/errors/refusal.ts';
import type { Catalogue } from '../catalogue/index.ts';
import { amountText } from '../values/index.ts';

/** Names the least value of an order, in the asset that the market is priced in. */
export function tooSmall(
  catalogue: Pick<Catalogue, 'assetById'>,
  assetId: number,
  minNotional: Amount,
  field: string,
): Refusal {
  return new Refusal('NOTIONAL_TOO_SMALL', {
    field,
    details: {
      minimum: amountText(catalogue, assetId, minNotional),
      coin: catalogue.assetById(assetId).code,
    },
  });
}
