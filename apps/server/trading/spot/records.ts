import type { FillRow, OrderRow } from '@candor/api';
import type { OrderRecord, OrderWallet } from '@candor/projections';
import { Refusal } from '../../base/errors/refusal.ts';
import {
  isOfTimes,
  LIST_PATIENCE_MS,
  type Listed,
  listed,
  type PageRequest,
} from '../../base/records/paging.ts';
import type { CatalogueFollower } from '../../engine/catalogue/index.ts';
import type { CoreLink } from '../../engine/core/index.ts';
import { placed, placedPage } from '../../engine/placed.ts';
import type { History } from '../../engine/ports.ts';
import type { OpenOrderFact } from './queries.ts';
import { fillRowOf, openOrderShown, orderRowOf, type ShownOrder, waitingOrderShown } from './rows.ts';

export type OrderScope = 'open' | 'history' | 'all';

/** The user's own orders and fills. */
export interface OrderRecords {
  orders(
    userId: number,
    filter: {
      readonly scope: OrderScope;
      readonly symbol: string | null;
      /** Only orders with this id of the client's own. */
      readonly clientOrderId?: string | null;
      /** The spot wallet's where it is missing. */
      readonly wallet?: OrderWallet;
    },
    page: PageRequest,
  ): Promise<Listed<OrderRow>>;
  /** @throws Refusal UNKNOWN_ORDER */
  order(userId: number, orderId: number): Promise<{ readonly order: OrderRow; readonly fills: FillRow[] }>;
  fills(userId: number, symbol: string | null, page: PageRequest): Promise<Listed<FillRow>>;
}

const MOST_FILLS = 500;
/** Open orders come from the kernel: they wait for what the history adds to them no longer than this. */
const SHORT_PATIENCE_MS = 250;

/** Returns the displayed form of an open order. */
function shownOf(
  fact: OpenOrderFact,
  { seq, timeMs }: { readonly seq: number; readonly timeMs: number },
): ShownOrder {
  return fact.kind === 'resting'
    ? openOrderShown(fact.order, fact.twinOrderId, seq, timeMs)
    : waitingOrderShown(fact.order, seq, timeMs);
}

/** Adds the history's part to an open order: its fees, if they are of the same fills, and the story of its trigger. */
function withHistory(order: ShownOrder, record: OrderRecord | undefined): ShownOrder {
  if (record === undefined) return order;
  return {
    ...order,
    fee: record.filledLots === order.filledLots ? record.fee : null,
    trigger: order.trigger ?? record.trigger,
    twinOrderId: order.twinOrderId ?? record.twinOrderId,
  };
}

/** Open orders come from the kernel. What is done comes from the history, once it has seen what the user has seen. */
export function createOrderRecords(
  core: CoreLink,
  history: History,
  catalogues: CatalogueFollower,
): OrderRecords {
  const symbolIdOf = (name: string | null): number | null =>
    name === null || name.toLowerCase() === 'all' ? null : catalogues.current().symbol(name).symbolId;
  const { spot } = history;
  const upToDate = () => history.caughtUp(core.status().committedSeq, LIST_PATIENCE_MS);

  async function openOrders(userId: number, symbolId: number | null, wallet: OrderWallet, page: PageRequest) {
    const before = page.cursor === null ? Number.POSITIVE_INFINITY : Number(page.cursor);
    const most = page.limit + 1;
    const open = await core.ask('openOrders', userId, symbolId, wallet, before, most);
    const rows = open.orders.slice(0, page.limit).map((fact) => shownOf(fact, open));
    const next = open.orders.length > page.limit ? String(rows.at(-1)?.orderId) : null;
    if (rows.length === 0) return { rows, next };
    await history.caughtUp(core.status().committedSeq, SHORT_PATIENCE_MS);
    const told = await spot.orders({ userId, symbolId, wallet, done: false, ...page });
    const byId = new Map(told.rows.map((record) => [record.orderId, record]));
    return { rows: rows.map((order) => withHistory(order, byId.get(order.orderId))), next };
  }

  return {
    async orders(userId, { scope, symbol, clientOrderId = null, wallet = 'spot' }, page) {
      const symbolId = symbolIdOf(symbol);
      const show = (order: ShownOrder) => orderRowOf(catalogues.current(), order);
      if (scope === 'open' && clientOrderId === null && !isOfTimes(page))
        return listed(await openOrders(userId, symbolId, wallet, page), show);
      await upToDate();
      const done = scope === 'all' ? null : scope === 'history';
      return listed(await spot.orders({ userId, symbolId, clientOrderId, wallet, done, ...page }), show);
    },
    async order(userId, orderId) {
      await upToDate();
      const record = await spot.order(userId, orderId);
      if (record === null) throw new Refusal('UNKNOWN_ORDER');
      const fills = await spot.fills({ userId, orderId, limit: MOST_FILLS });
      const catalogue = catalogues.current();
      return {
        order: orderRowOf(catalogue, record),
        fills: await placed(
          history,
          fills.rows.map((fill) => fillRowOf(catalogue, fill)),
        ),
      };
    },
    async fills(userId, symbol, page) {
      const symbolId = symbolIdOf(symbol);
      await upToDate();
      const found = await spot.fills({ userId, symbolId, ...page });
      return placedPage(
        history,
        listed(found, (fill) => fillRowOf(catalogues.current(), fill)),
      );
    },
  };
}
