import type { ContractFillRow, ContractOrderRow } from '@candor/api';
import { Refusal } from '../../base/errors/refusal.ts';
import { isOfTimes, type Listed, type PageRequest } from '../../base/records/paging.ts';
import { placed, placedPage } from '../../engine/placed.ts';
import { beginningOf, listed, openPage, type RecordsContext, type RecordsFilter } from './record-pages.ts';
import { fillRow, openOrderRow, orderRow } from './rows.ts';

/** A user's orders of contracts, and their fills. */
export interface OrderRecords {
  orders(userId: number, filter: RecordsFilter, page: PageRequest): Promise<Listed<ContractOrderRow>>;
  /** @throws Refusal UNKNOWN_ORDER */
  order(
    userId: number,
    orderId: number,
  ): Promise<{ readonly order: ContractOrderRow; readonly fills: ContractFillRow[] }>;
  fills(userId: number, symbol: string | null, page: PageRequest): Promise<Listed<ContractFillRow>>;
}

/** Open orders come from the kernel: they wait for what the history adds to them no longer than this. */
const SHORT_PATIENCE_MS = 250;
const MOST_FILLS = 500;

export function createOrderRecords(source: RecordsContext): OrderRecords {
  const { core, history, context, symbolIdOf, upToDate } = source;
  return {
    async orders(userId, { scope, symbol, clientOrderId = null }, page) {
      const symbolId = symbolIdOf(symbol);
      if (scope === 'open' && clientOrderId === null && !isOfTimes(page))
        return openOrders(source, userId, symbolId, page);
      await upToDate();
      const done = scope === 'all' ? null : scope === 'history';
      const found = await history.perpetual.orders({ userId, symbolId, done, clientOrderId, ...page });
      const { records, nextCursor } = listed(found, (order) => orderRow(context(), order));
      return { records: await withDirections(core, userId, records), nextCursor };
    },
    async order(userId, orderId) {
      await upToDate();
      const record = await history.perpetual.order(userId, orderId);
      if (record === null) throw new Refusal('UNKNOWN_ORDER');
      const fills = await history.perpetual.fills({ userId, orderId, limit: MOST_FILLS });
      const [order] = await withDirections(core, userId, [orderRow(context(), record)]);
      return {
        order: order as ContractOrderRow,
        fills: await placed(
          history,
          fills.rows.map((fill) => fillRow(context(), fill)),
        ),
      };
    },
    async fills(userId, symbol, page) {
      const symbolId = symbolIdOf(symbol);
      await upToDate();
      const found = await history.perpetual.fills({ userId, symbolId, ...page });
      return placedPage(
        history,
        listed(found, (fill) => fillRow(context(), fill)),
      );
    },
  };
}

/** An open order with what the history adds to it: the story of its trigger, and what came of the same fills. */
function withHistory(order: ContractOrderRow, told: ContractOrderRow | undefined): ContractOrderRow {
  if (told === undefined) return order;
  const { serviceCharge, closePrice, realisedPnl } = told;
  const { triggerPrice, triggerBy, triggerDirection, firedPrice, firedTime } = told;
  return {
    ...order,
    ...(told.tradedQuantity === order.tradedQuantity ? { serviceCharge, closePrice, realisedPnl } : {}),
    ...(order.status === 'waiting'
      ? {}
      : { triggerPrice, triggerBy, triggerDirection, firedPrice, firedTime }),
  };
}

/** Open orders out of the kernel, with what the history adds to them. */
async function openOrders(
  { core, history, context }: RecordsContext,
  userId: number,
  symbolId: number | null,
  page: PageRequest,
): Promise<Listed<ContractOrderRow>> {
  const before = beginningOf(page);
  const found = await core.ask('contractOrders', userId, symbolId, before, page.limit + 1);
  const rowsNow = found.orders.map(({ order, settings }) => openOrderRow(context(), order, settings, found));
  const { records, nextCursor } = openPage(rowsNow, page);
  if (records.length === 0) return { records, nextCursor };
  await history.caughtUp(core.status().committedSeq, SHORT_PATIENCE_MS);
  const { rows } = await history.perpetual.orders({ userId, symbolId, done: false, ...page });
  const told = new Map(rows.map((record) => [record.orderId, orderRow(context(), record)]));
  return { records: records.map((order) => withHistory(order, told.get(order.id))), nextCursor };
}

/** From which side the price has to come to what orders wait for, as only the kernel knows. */
async function withDirections(
  core: RecordsContext['core'],
  userId: number,
  records: ContractOrderRow[],
): Promise<ContractOrderRow[]> {
  if (records.every(({ status }) => status !== 'waiting')) return records;
  const directions = await core.ask('contractTriggerDirections', userId);
  return records.map((order) =>
    order.status === 'waiting'
      ? { ...order, triggerDirection: directions.get(order.id) ?? order.triggerDirection }
      : order,
  );
}
