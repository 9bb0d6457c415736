import type { watchlistCalls } from '@candor/api';
import { Refusal } from '../../base/errors/refusal.ts';
import { refuseLate } from '../../engine/acts/index.ts';
import type { CatalogueFollower } from '../../engine/catalogue/index.ts';
import type { Handlers } from '../../gateway/http/context.ts';
import type { Favourites } from '../../users/identity/index.ts';
import type { MarketRows } from '../market/index.ts';
import type { PerpetualFollower } from '../perpetual/index.ts';

export interface WatchlistHandlersDeps {
  readonly catalogues: CatalogueFollower;
  readonly perpetualListings: PerpetualFollower;
  readonly favourites: Favourites;
  readonly rows: MarketRows;
  readonly now: () => number;
}

export function watchlistHandlers(deps: WatchlistHandlersDeps): Handlers<typeof watchlistCalls> {
  const { catalogues, perpetualListings, favourites, rows, now } = deps;
  const isListed = (symbolId: number) =>
    catalogues.current().symbolById(symbolId) !== undefined ||
    perpetualListings.current().contracts.some((contract) => contract.symbolId === symbolId);

  return {
    async getOptional({ session }) {
      const order = await favourites.list(session.userId);
      const listed = [...(await rows.spot(session)), ...(await rows.perpetual(session))];
      const byId = new Map(listed.map((row) => [row.id, row]));
      return order.flatMap((symbolId) => byId.get(symbolId) ?? []);
    },
    async addOptional({ session, params }) {
      refuseLate(now());
      if (!isListed(params.symbolId)) throw new Refusal('UNKNOWN_SYMBOL');
      if (!(await favourites.add(session.userId, params.symbolId))) {
        throw new Refusal('FAVOURITES_FULL');
      }
      return null;
    },
    async cancelOptional({ session, params }) {
      refuseLate(now());
      await favourites.remove(session.userId, params.favouriteId);
      return null;
    },
  };
}
