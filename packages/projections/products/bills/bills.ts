import { type EntryEvent, type TradeEvent, userOf, walletNumber } from '@candor/kernel';
import { entryKinds } from '../../codes.ts';
import type { ReadModel } from '../../read-model.ts';
import { BillQueries } from './queries.ts';
import { entriesTable } from './tables.ts';

/** Each line of a ledger entry that moved a user's wallet. The house leaves none. */
export const billsModel: ReadModel<BillQueries> = {
  tables: [entriesTable],
  project({ stamp: { seq, timeMs }, events }, rows, isHouse) {
    const entries = rows.of(entriesTable);
    let line = 0;
    let lastTrade: TradeEvent | null = null;
    for (const event of events) {
      if (event.type === 'trade') lastTrade = event;
      if (event.type !== 'entry') continue;
      const kind = entryKinds.of(event.kind);
      for (const { account, assetId, amount, balance } of event.postings) {
        const userId = userOf(account);
        if (account > 0 && !isHouse(userId))
          entries.put({
            user_id: userId,
            seq,
            line,
            wallet: walletNumber(account),
            asset_id: assetId,
            kind,
            amount,
            balance,
            trade_id: event.tradeId,
            order_id: orderOf(event, lastTrade, userId),
            time_ms: timeMs,
          });
        line += 1;
      }
    }
  },
  queries: (pool, schema) => new BillQueries(pool, schema),
};

/**
 * The user's own order that an entry belongs to. The entry of a trade swaps the assets of both sides and names the
 * taker's order, which is a stranger's for the maker.
 */
function orderOf(event: EntryEvent, trade: TradeEvent | null, userId: number): number {
  const ofTrade = event.kind === 'trade' && trade !== null && trade.tradeId === event.tradeId;
  return ofTrade && userId === trade.makerUserId ? trade.makerOrderId : event.orderId;
}
