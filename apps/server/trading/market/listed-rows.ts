import type { ContractMarketRow, MarketRow } from '@candor/api';
import type { CatalogueFollower } from '../../engine/catalogue/index.ts';
import type { MarketSource } from '../../engine/ports.ts';
import type { SignedIn } from '../../gateway/http/context.ts';
import type { PerpetualMarkets } from '../perpetual/index.ts';
import { marketRows } from './rows.ts';

/** Lists a user's favourites: ids of symbols in the order in which they were added. */
export interface FavouritesReader {
  list(userId: number): Promise<readonly number[]>;
}

/** All markets as rows, with the favourites of the user who is signed in. */
export interface MarketRows {
  spot(session: SignedIn | null): Promise<MarketRow[]>;
  perpetual(session: SignedIn | null): Promise<ContractMarketRow[]>;
}

export interface MarketRowsDeps {
  readonly catalogues: CatalogueFollower;
  readonly market: MarketSource;
  readonly perpetualMarkets: Pick<PerpetualMarkets, 'rows'>;
  readonly favourites: FavouritesReader;
}

export function createMarketRows(deps: MarketRowsDeps): MarketRows {
  const { catalogues, market, perpetualMarkets, favourites } = deps;
  const watchedBy = async (session: SignedIn | null) =>
    new Set(session === null ? [] : await favourites.list(session.userId));
  return {
    spot: async (session) => marketRows(catalogues.current(), market, await watchedBy(session)),
    perpetual: async (session) => perpetualMarkets.rows(await watchedBy(session)),
  };
}
