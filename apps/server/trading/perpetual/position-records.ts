import type {
  ClosedPositionRow,
  ContractAccount,
  ContractReceiptRow,
  PositionRow,
  StopRow,
} from '@candor/api';
import { isOfTimes, type Listed, type PageRequest } from '../../base/records/paging.ts';
import { placedPage } from '../../engine/placed.ts';
import { receiptRow } from './receipts.ts';
import { beginningOf, listed, openPage, type RecordsContext, type RecordsFilter } from './record-pages.ts';
import { accountRow, closedPositionRow, positionRow, stopRow } from './rows.ts';

/** A user's positions with their stops, the account behind them, and what became of those that are over. */
export interface PositionRecords {
  positions(
    userId: number,
    symbol: string | null,
  ): Promise<{ readonly records: PositionRow[]; readonly seq: number }>;
  stops(userId: number, filter: RecordsFilter, page: PageRequest): Promise<Listed<StopRow>>;
  closed(userId: number, symbol: string | null, page: PageRequest): Promise<Listed<ClosedPositionRow>>;
  receipts(userId: number, symbol: string | null, page: PageRequest): Promise<Listed<ContractReceiptRow>>;
  account(userId: number): Promise<ContractAccount>;
  settings(userId: number): Promise<{ symbol: string; leverage: number; marginMode: 'isolated' | 'cross' }[]>;
}

export function createPositionRecords(records: RecordsContext): PositionRecords {
  const { core, history, contracts, context, symbolIdOf, upToDate } = records;
  return {
    async positions(userId, symbol) {
      const symbolId = symbolIdOf(symbol);
      const now = context();
      const { positions, account, seq } = await core.ask(
        'contractPositions',
        userId,
        symbolId,
        now.settleAssetId,
      );
      return { records: positions.map((position) => positionRow(now, position, account, seq)), seq };
    },
    async stops(userId, { scope, symbol }, page) {
      const symbolId = symbolIdOf(symbol);
      if (scope === 'open' && !isOfTimes(page)) {
        const before = beginningOf(page);
        const found = await core.ask('contractStops', userId, symbolId, before, page.limit + 1);
        return openPage(
          found.stops.map((exit) => stopRow(context(), exit, found)),
          page,
        );
      }
      await upToDate();
      const done = scope === 'all' ? null : scope === 'history';
      const found = await history.perpetual.exits({ userId, symbolId, done, ...page });
      return listed(found, (exit) => stopRow(context(), exit, { seq: exit.seq, timeMs: exit.updatedMs }));
    },
    async closed(userId, symbol, page) {
      const symbolId = symbolIdOf(symbol);
      await upToDate();
      const found = await history.perpetual.closedPositions({ userId, symbolId, ...page });
      return listed(found, (position) => closedPositionRow(context(), position));
    },
    async receipts(userId, symbol, page) {
      const symbolId = symbolIdOf(symbol);
      await upToDate();
      const found = await history.perpetual.receipts({ userId, symbolId, ...page });
      return placedPage(
        history,
        listed(found, (receipt) => receiptRow(context(), receipt)),
      );
    },
    async account(userId) {
      const now = context();
      const { account, seq } = await core.ask('contractAccount', userId, now.settleAssetId);
      return accountRow(now, account, seq);
    },
    async settings(userId) {
      const listed = contracts.current().contracts;
      const symbolIds = listed.map(({ symbolId }) => symbolId);
      const settings = await core.ask('contractSettings', userId, symbolIds);
      return listed.map(({ name }, at) => ({
        symbol: name,
        leverage: settings[at]?.leverage ?? 1,
        marginMode: settings[at]?.marginMode ?? 'cross',
      }));
    },
  };
}
