import type { MarketChangeRow } from '@candor/api';
import type { MarketChangeRecord } from '@candor/projections';
import { LIST_PATIENCE_MS, type Listed, listed, type PageRequest } from '../../base/records/paging.ts';
import type { CoreLink } from '../../engine/core/index.ts';
import type { History } from '../../engine/ports.ts';
import { ppmPercent } from '../../engine/values/index.ts';

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
