import type { BillKind, BillRow, FillRow, OrderRow } from '@candor/contract';
import type { WalletKind } from '@candor/kernel';
import type { OrderRecord, OrderWallet } from '@candor/projections';
import type { CoreLink } from '../core/index.ts';
import { Refusal } from '../refusal.ts';
import type { CatalogueFollower } from './catalogue.ts';
import {
  amountText,
  fillRowOf,
  openOrderShown,
  orderRowOf,
  type ShownOrder,
  waitingOrderShown,
} from './format.ts';
import type { OpenOrderFact } from './order-queries.ts';
import type { History, PageRequest } from './ports.ts';

export type OrderScope = 'open' | 'history' | 'all';

export interface Listed<Row> {
  readonly records: Row[];
  readonly nextCursor: string | null;
}

/** The user's own orders, fills and bills. */
export interface Records {
  orders(
    userId: number,
    filter: {
      readonly scope: OrderScope;
      readonly symbol: string | null;
      /** The spot wallet's where it is missing. */
      readonly wallet?: OrderWallet;
    },
    page: PageRequest,
  ): Promise<Listed<OrderRow>>;
  /** @throws Refusal UNKNOWN_ORDER */
  order(userId: number, orderId: number): Promise<{ readonly order: OrderRow; readonly fills: FillRow[] }>;
  fills(userId: number, symbol: string | null, page: PageRequest): Promise<Listed<FillRow>>;
  bills(
    userId: number,
    filter: {
      readonly coin: string | null;
      readonly kind: BillKind | null;
      readonly wallet: WalletKind | null;
    },
    page: PageRequest,
  ): Promise<Listed<BillRow>>;
}

const DEFAULT_LIMIT = 20;
const MOST_FILLS = 500;
/** How long a list waits for the read models; one that lags longer is answered as it stands. */
const PATIENCE_MS = 2_000;
/** Open orders come from the kernel: they wait for what the history adds to them no longer than this. */
const SHORT_PATIENCE_MS = 250;

/** A page request out of optional fields. */
export function pageOfRequest(fields: {
  readonly pageSize?: number | undefined;
  readonly cursor?: string | undefined;
}): PageRequest {
  return { limit: fields.pageSize ?? DEFAULT_LIMIT, cursor: fields.cursor ?? null };
}

/** Returns the displayed form of an open order. */
function shownOf(
  fact: OpenOrderFact,
  { seq, timeMs }: { readonly seq: number; readonly timeMs: number },
): ShownOrder {
  return fact.kind === 'resting'
    ? openOrderShown(fact.order, fact.twinOrderId, seq, timeMs)
    : waitingOrderShown(fact.order, seq, timeMs);
}

/** What the history adds to an open order: its fees, as far as they are of the same fills, and the story of its trigger. */
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
export function createRecords(core: CoreLink, history: History, catalogues: CatalogueFollower): Records {
  const symbolIdOf = (name: string | null): number | null =>
    name === null || name.toLowerCase() === 'all' ? null : catalogues.current().symbol(name).symbolId;
  const { queries } = history;
  const upToDate = () => history.caughtUp(core.status().committedSeq, PATIENCE_MS);

  async function openOrders(userId: number, symbolId: number | null, wallet: OrderWallet, page: PageRequest) {
    const before = page.cursor === null ? Number.POSITIVE_INFINITY : Number(page.cursor);
    const most = page.limit + 1;
    const open = await core.ask('openOrders', userId, symbolId, wallet, before, most);
    const rows = open.orders.slice(0, page.limit).map((fact) => shownOf(fact, open));
    const next = open.orders.length > page.limit ? String(rows.at(-1)?.orderId) : null;
    if (rows.length === 0) return { rows, next };
    await history.caughtUp(core.status().committedSeq, SHORT_PATIENCE_MS);
    const told = await queries.orders({ userId, symbolId, wallet, done: false, ...page });
    const byId = new Map(told.rows.map((record) => [record.orderId, record]));
    return { rows: rows.map((order) => withHistory(order, byId.get(order.orderId))), next };
  }

  const listed = <From, To>(
    { rows, next }: { readonly rows: readonly From[]; readonly next: string | null },
    show: (row: From) => To,
  ): Listed<To> => ({ records: rows.map(show), nextCursor: next });

  return {
    async orders(userId, { scope, symbol, wallet = 'spot' }, page) {
      const symbolId = symbolIdOf(symbol);
      const show = (order: ShownOrder) => orderRowOf(catalogues.current(), order);
      if (scope === 'open') return listed(await openOrders(userId, symbolId, wallet, page), show);
      await upToDate();
      const done = scope === 'history' ? true : null;
      return listed(await queries.orders({ userId, symbolId, wallet, done, ...page }), show);
    },
    async order(userId, orderId) {
      await upToDate();
      const record = await queries.order(userId, orderId);
      if (record === null) throw new Refusal('UNKNOWN_ORDER');
      const fills = await queries.fills({ userId, orderId, limit: MOST_FILLS });
      const catalogue = catalogues.current();
      return {
        order: orderRowOf(catalogue, record),
        fills: fills.rows.map((fill) => fillRowOf(catalogue, fill)),
      };
    },
    async fills(userId, symbol, page) {
      const symbolId = symbolIdOf(symbol);
      await upToDate();
      const found = await queries.fills({ userId, symbolId, ...page });
      return listed(found, (fill) => fillRowOf(catalogues.current(), fill));
    },
    async bills(userId, { coin, kind, wallet }, page) {
      const catalogue = catalogues.current();
      const assetId = coin === null ? null : catalogue.asset(coin).assetId;
      await upToDate();
      const found = await queries.bills({ userId, assetId, kind, wallet, ...page });
      return listed(found, (bill) => ({
        id: `${bill.seq}.${bill.line}`,
        kind: bill.kind,
        wallet: bill.wallet.kind,
        symbol: catalogue.symbolById(bill.wallet.symbolId)?.name ?? null,
        debt: bill.wallet.debt,
        coin: catalogue.assetById(bill.assetId).code,
        amount: amountText(catalogue, bill.assetId, bill.amount),
        balance: amountText(catalogue, bill.assetId, bill.balance),
        orderId: bill.orderId === 0 ? null : bill.orderId,
        tradeId: bill.tradeId === 0 ? null : bill.tradeId,
        time: bill.timeMs,
        seq: bill.seq,
      }));
    },
  };
}
