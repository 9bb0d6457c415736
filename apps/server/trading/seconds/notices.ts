import type { NoticeContent } from '@candor/api';
import type { SecondsQueries } from '@candor/projections';
import type { CatalogueFollower } from '../../engine/catalogue/index.ts';
import { type NoticeSource, readTogether } from '../../gateway/notices/index.ts';
import { secondOfRecord, secondRowOf } from './rows.ts';

export interface SecondsNoticesNeeds {
  readonly catalogues: Pick<CatalogueFollower, 'current'>;
  readonly history: { readonly seconds: Pick<SecondsQueries, 'byIds'> };
}

/** Second contracts that ended, with their result. */
export function secondsNotices({ catalogues, history }: SecondsNoticesNeeds): NoticeSource {
  const contractOf = readTogether((contractIds) => history.seconds.byIds(contractIds));

  async function settled(contractId: number, timeMs: number): Promise<NoticeContent | null> {
    const record = await contractOf(contractId);
    if (record === null) return null;
    const row = secondRowOf(catalogues.current(), secondOfRecord(record), timeMs);
    const { symbol, symbol_name, side: direction, result, stake, paid, profitLoss, coin, voidReason } = row;
    if (result === null || paid === null || profitLoss === null) return null;
    return {
      kind: 'second-settled',
      facts: {
        contractId,
        symbol,
        symbol_name,
        direction,
        result,
        stake,
        paid,
        profit: profitLoss,
        coin,
        voidReason,
      },
    };
  }

  return {
    read({ stamp: { timeMs }, events }, draft) {
      for (const event of events) {
        if (event.type !== 'secondEnded') continue;
        const { userId, contractId } = event;
        draft({
          userId,
          key: `second:${contractId}`,
          timeMs,
          content: () => settled(contractId, timeMs),
        });
      }
    },
  };
}
