import type { OperatorStaking } from '@candor/api';
import type { Amount } from '@candor/money';
import type { CatalogueFollower } from '../../engine/catalogue/index.ts';
import type { CoreLink } from '../../engine/core/index.ts';
import { amountText } from '../../engine/values/index.ts';
import { HOUSE_USER_ID } from '../../prices/listing/index.ts';
import { offerRowOf } from './rows.ts';

export interface StakingReaderOptions {
  readonly core: CoreLink;
  readonly catalogues: CatalogueFollower;
  readonly now: () => number;
}

const NOTHING = 0n as Amount;

/** Reads staking as operators see it: a pool for every coin, since any may be funded and offered. */
export async function readStaking({ core, catalogues, now }: StakingReaderOptions): Promise<OperatorStaking> {
  const { mode, timeMs, offers, pools, house } = await core.ask('stakingDesk', HOUSE_USER_ID);
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
    offers: offers.map((offer) => ({
      // by the time at which the kernel opens and closes them
      ...offerRowOf(catalogue, offer, poolOf(offer.assetId)?.free ?? NOTHING, timeMs),
      principal: amountText(catalogue, offer.assetId, offer.principal),
      orders: offer.orders,
    })),
  };
}
