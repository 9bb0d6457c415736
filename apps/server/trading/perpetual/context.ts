import type { CatalogueFollower } from '../../engine/catalogue/index.ts';
import { figuresOf } from './figures.ts';
import type { PerpetualFollower } from './listings.ts';
import type { RowContext } from './rows.ts';

/** The context of rows as things are listed now. */
export function rowContext(catalogues: CatalogueFollower, contracts: PerpetualFollower): RowContext {
  const catalogue = catalogues.current();
  const listings = contracts.current();
  return {
    figures: figuresOf((assetId) => catalogue.assetById(assetId).scale),
    contract: (symbolId) => listings.byId(symbolId),
    shownName: (contract) =>
      `${catalogue.assetById(contract.baseAssetId).code}/${catalogue.assetById(contract.settleAssetId).code}`,
    coin: (assetId) => catalogue.assetById(assetId).code,
    scale: (assetId) => catalogue.assetById(assetId).scale,
    // USDT also while none is listed.
    settleAssetId: listings.contracts[0]?.settleAssetId ?? catalogue.asset('USDT').assetId,
  };
}
