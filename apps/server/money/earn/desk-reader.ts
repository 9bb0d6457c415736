import type { OperatorEarnPool } from '@candor/api';
import type { FixedOffer, FixedOfferView } from '@candor/kernel';
import type { Amount } from '@candor/money';
import type { CatalogueFollower } from '../../engine/catalogue/index.ts';
import type { CoreLink } from '../../engine/core/index.ts';
import { amountText } from '../../engine/values/index.ts';
import { HOUSE_USER_ID } from '../../prices/listing/index.ts';
import type { EarnWords } from './words.ts';

export interface EarnReaderOptions {
  readonly core: CoreLink;
  readonly catalogues: CatalogueFollower;
  readonly now: () => number;
}

/** Offers and pools of a product, as its desk shows them. */
export interface EarnDeskData<OfferRow> {
  practice: boolean;
  now: number;
  pools: OperatorEarnPool[];
  offers: (OfferRow & { principal: string; orders: number })[];
}

const NOTHING = 0n as Amount;

/** Reads a product as operators see it: a pool for every coin, since any may be funded and offered. */
export async function readEarnDesk<O extends FixedOffer, OfferRow>(
  { core, catalogues, now }: EarnReaderOptions,
  { product, offerRow }: DeskWords<O, OfferRow>,
): Promise<EarnDeskData<OfferRow>> {
  const { mode, timeMs, offers, pools, house } = await core.ask('earnDesk', product, HOUSE_USER_ID);
  const catalogue = catalogues.current();
  const poolOf = (id: number) => pools.find(({ assetId }) => assetId === id);
  return {
    practice: mode === 'practice',
    now: now(),
    pools: catalogue.assets.map(({ assetId, code }) => {
      const pool = poolOf(assetId);
      const text = (amount: Amount | undefined) => amountText(catalogue, assetId, amount ?? NOTHING);
      return {
        assetId,
        coin: code,
        free: text(pool?.free),
        reserved: text(pool?.reserved),
        principal: text(pool?.principal),
        orders: pool?.orders ?? 0,
        houseAvailable: text(house.find((balance) => balance.assetId === assetId)?.available),
      };
    }),
    offers: (offers as readonly (O & FixedOfferView)[]).map((offer) => ({
      // by the time at which the kernel opens and closes them
      ...offerRow(catalogue, offer, poolOf(offer.assetId)?.free ?? NOTHING, timeMs),
      principal: amountText(catalogue, offer.assetId, offer.principal),
      orders: offer.orders,
    })),
  };
}

/** Words of a product that its desk needs. */
export interface DeskWords<O extends FixedOffer, OfferRow> {
  readonly product: EarnWords['product'];
  readonly errors: EarnWords['errors'];
  offerRow(
    catalogue: Parameters<EarnWords['offerRow']>[0],
    offer: O & FixedOfferView,
    free: Amount,
    nowMs: number,
  ): OfferRow;
}
