import type { ListingRow, MarketChangeRow } from '@candor/api';
import type { MarketChangeRecord } from '@candor/projections';
import { LIST_PATIENCE_MS, type Listed, listed, type PageRequest } from '../../base/records/paging.ts';
import type { CatalogueFollower } from '../../engine/catalogue/index.ts';
import type { CoreLink } from '../../engine/core/index.ts';
import type { History } from '../../engine/ports.ts';
import { ppmPercent } from '../../engine/values/index.ts';
import type { PerpetualFollower } from '../perpetual/index.ts';

export interface MarketChangesDeps {
  readonly core: Pick<CoreLink, 'status'>;
  readonly history: Pick<History, 'market' | 'caughtUp'>;
}

/** Lists the changes to a symbol, newest first, as far as the core has committed them. */
export async function marketChanges(
  { core, history }: MarketChangesDeps,
  symbolId: number,
  page: PageRequest,
): Promise<Listed<MarketChangeRow>> {
  await history.caughtUp(core.status().committedSeq, LIST_PATIENCE_MS);
  return listed(await history.market.changes(symbolId, page.cursor, page.limit), changeRow);
}

export interface NewListingsDeps extends MarketChangesDeps {
  readonly catalogues: CatalogueFollower;
  readonly perpetualListings: PerpetualFollower;
}

/** Lists the spot markets and perpetuals that were listed last, newest first. */
export async function newListings(deps: NewListingsDeps, limit: number): Promise<ListingRow[]> {
  await deps.history.caughtUp(deps.core.status().committedSeq, LIST_PATIENCE_MS);
  const names = new Map<number, Pick<ListingRow, 'symbol' | 'type'>>([
    ...deps.catalogues.current().symbols.map(({ symbolId, name }) => named(symbolId, name, 'spot')),
    ...deps.perpetualListings.current().contracts.map(({ symbolId, name }) => named(symbolId, name, 'usta')),
  ]);
  const listings = await deps.history.market.listings(limit);
  return listings.flatMap(({ symbolId, timeMs }) => {
    const market = names.get(symbolId);
    return market === undefined ? [] : [{ id: symbolId, ...market, time: timeMs }];
  });
}

const named = (symbolId: number, symbol: string, type: ListingRow['type']) =>
  [symbolId, { symbol, type }] as const;

type Values = MarketChangeRecord['after'];

const shownValues = ({ state, priceBandPpm }: Values) => ({
  state,
  priceBandPercent: priceBandPpm === null ? null : ppmPercent(priceBandPpm),
});

const changeRow = ({ seq, timeMs, kind, before, after, reason }: MarketChangeRecord): MarketChangeRow => ({
  seq,
  time: timeMs,
  kind,
  reason,
  before: shownValues(before),
  after: shownValues(after),
});
