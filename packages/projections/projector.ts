import {
  type EntryEvent,
  type KernelEvent,
  type OrderAcceptedEvent,
  type OrderDoneEvent,
  type TradeEvent,
  userOf,
  walletNumber,
} from '@candor/kernel';
import { codeOf, doneReasons, entryKinds, orderTypes, sides, timesInForce } from './codes.ts';
import { Columns } from './columns.ts';
import { ProductRows, type ProductTable } from './products/product-table.ts';
import { productProjections } from './products/products.ts';
import type { ProjectedBatch, ProjectedCommand } from './source.ts';

interface Stamp {
  readonly seq: number;
  readonly timeMs: number;
}

/** An order as it was accepted, be it to wait for a price. */
type AcceptedOrder = Omit<OrderAcceptedEvent, 'type' | 'wallet' | 'house'>;

/** What a stretch of the journal did to one order: the whole row where the order began in it, else the difference. */
interface OrderChange {
  readonly accepted: (AcceptedOrder & Stamp) | null;
  filledLots: number;
  filledQuote: bigint;
  fee: bigint;
  doneReason: number | null;
  /** What it was changed to; null for what was not. */
  priceTicks: number | null;
  lots: number | null;
  quoteAmount: bigint | null;
  updatedMs: number;
  seq: number;
}

/** The rows that a stretch of the journal adds and changes. */
export class Rows {
  readonly accounts = new Columns(['int8', 'boolean', 'int8', 'int8']);
  readonly trades = new Columns(['int8', 'int8', 'int8', 'int8', 'int8', 'int8', 'boolean', 'int8', 'int8']);
  readonly fills = new Columns([
    ...(['int8', 'int8', 'int8', 'int8', 'int8', 'boolean', 'int8', 'int8', 'int8', 'int8'] as const),
    ...(['int8', 'boolean', 'int8', 'int8'] as const),
  ]);
  readonly entries = new Columns([
    ...(['int8', 'int8', 'int8', 'int8', 'int8', 'int8', 'int8', 'int8', 'int8', 'int8', 'int8'] as const),
  ]);
  readonly orders = new Map<number, OrderChange>();
  private readonly products = new Map<ProductTable, ProductRows>();
  /** The last command that these rows cover. */
  lastSeq = 0;

  get count(): number {
    return (
      this.accounts.length +
      this.trades.length +
      this.fills.length +
      this.entries.length +
      this.orders.size +
      this.productRows
    );
  }

  /** How many rows of products' tables there are. */
  get productRows(): number {
    let count = 0;
    for (const rows of this.products.values()) count += rows.count;
    return count;
  }

  /** The rows of a product's table. */
  product(table: ProductTable): ProductRows {
    let rows = this.products.get(table);
    if (rows === undefined) {
      rows = new ProductRows(table);
      this.products.set(table, rows);
    }
    return rows;
  }

  /** Orders that began in this stretch. */
  newOrders(): Columns {
    const columns = new Columns([
      ...([
        'int8',
        'int8',
        'int8',
        'int8',
        'int8',
        'int8',
        'boolean',
        'int8',
        'int8',
        'int8',
        'text',
      ] as const),
      ...(['int8', 'int8', 'int8', 'int8', 'int8', 'int8', 'int8'] as const),
    ]);
    for (const change of this.orders.values()) {
      const order = change.accepted;
      if (order === null) continue;
      columns.add(
        order.orderId,
        order.userId,
        order.symbolId,
        codeOf(sides, order.side),
        codeOf(orderTypes, order.orderType),
        codeOf(timesInForce, order.timeInForce),
        order.postOnly,
        change.priceTicks ?? order.priceTicks,
        change.lots ?? order.lots,
        change.quoteAmount ?? order.quoteAmount,
        order.clientOrderId,
        change.filledLots,
        change.filledQuote,
        change.fee,
        change.doneReason,
        order.timeMs,
        change.updatedMs,
        change.seq,
      );
    }
    return columns;
  }

  /** What happened to orders that began earlier. */
  changedOrders(): Columns {
    const columns = new Columns(Array<'int8'>(10).fill('int8'));
    for (const [orderId, change] of this.orders)
      if (change.accepted === null)
        columns.add(
          orderId,
          change.filledLots,
          change.filledQuote,
          change.fee,
          change.doneReason,
          change.priceTicks,
          change.lots,
          change.quoteAmount,
          change.updatedMs,
          change.seq,
        );
    return columns;
  }
}

/** Turns committed batches into rows. House flow leaves trades, and the other side's rows, but none of its own. */
export class Projector {
  private readonly houseAccounts: Set<number>;
  private readonly isHouse = (userId: number) => this.houseAccounts.has(userId);

  constructor(houseAccounts: Iterable<number>) {
    this.houseAccounts = new Set(houseAccounts);
  }

  /** Adds the rows of `batch` to `rows`. */
  project(batch: ProjectedBatch, rows: Rows): void {
    for (const command of batch.commands) this.projectCommand(command, rows);
    rows.lastSeq = batch.lastSeq;
  }

  private projectCommand(command: ProjectedCommand, rows: Rows): void {
    const { seq, timeMs, body } = command.envelope;
    const stamp = { seq, timeMs };
    if (body.type === 'openAccount' && command.events.some((event) => event.type === 'catalogue')) {
      const house = body.kind === 'house';
      if (house) this.houseAccounts.add(body.accountUserId);
      rows.accounts.add(body.accountUserId, house, timeMs, seq);
    }
    let line = 0;
    /** The trade that the entries after it belong to. */
    let lastTrade: TradeEvent | null = null;
    for (const event of command.events)
      if (event.type === 'entry') line = this.entry(event, lastTrade, stamp, line, rows);
      else if (event.type === 'orderAccepted') accepted(event, stamp, rows);
      else if (event.type === 'trade') {
        lastTrade = event;
        trade(event, stamp, rows);
      } else if (event.type === 'orderDone') done(event, stamp, rows);
      else if ('orderId' in event && 'userId' in event && !this.houseAccounts.has(event.userId))
        waited(event, stamp, rows);
    for (const product of productProjections) product.project(command, rows, this.isHouse);
  }

  private entry(
    event: EntryEvent,
    lastTrade: TradeEvent | null,
    { seq, timeMs }: Stamp,
    firstLine: number,
    rows: Rows,
  ): number {
    const kind = codeOf(entryKinds, event.kind);
    let line = firstLine;
    for (const { account, assetId, amount, balance } of event.postings) {
      if (account > 0 && !this.houseAccounts.has(userOf(account)))
        rows.entries.add(
          userOf(account),
          seq,
          line,
          walletNumber(account),
          assetId,
          kind,
          amount,
          balance,
          event.tradeId,
          orderOf(event, lastTrade, userOf(account)),
          timeMs,
        );
      line += 1;
    }
    return line;
  }
}

/**
 * The user's own order that an entry belongs to. The entry of a trade swaps the assets of both sides and names the
 * taker's order, which is a stranger's for the maker.
 */
function orderOf(event: EntryEvent, trade: TradeEvent | null, userId: number): number {
  const ofTrade = event.kind === 'trade' && trade !== null && trade.tradeId === event.tradeId;
  return ofTrade && userId === trade.makerUserId ? trade.makerOrderId : event.orderId;
}

function accepted(event: OrderAcceptedEvent, { seq, timeMs }: Stamp, rows: Rows): void {
  // one that is known waited for its price until now
  if (event.house || rows.orders.has(event.orderId)) return;
  begun(event, { seq, timeMs }, rows);
}

function begun(order: AcceptedOrder, stamp: Stamp, rows: Rows): void {
  rows.orders.set(order.orderId, { ...unchanged(stamp), accepted: { ...order, ...stamp } });
}

function unchanged({ seq, timeMs }: Stamp): OrderChange {
  return {
    accepted: null,
    filledLots: 0,
    filledQuote: 0n,
    fee: 0n,
    doneReason: null,
    priceTicks: null,
    lots: null,
    quoteAmount: null,
    updatedMs: timeMs,
    seq,
  };
}

/** Orders that wait for a price, and changes of orders. */
function waited(event: KernelEvent, stamp: Stamp, rows: Rows): void {
  switch (event.type) {
    case 'triggerPlaced':
      begun(event, stamp, rows);
      return;
    case 'triggerFired':
      changeOf(event.orderId, stamp, rows);
      return;
    case 'triggerDone':
      changeOf(event.orderId, stamp, rows).doneReason = codeOf(doneReasons, event.reason);
      return;
    case 'triggerAmended':
    case 'orderAmended': {
      const change = changeOf(event.orderId, stamp, rows);
      change.priceTicks = event.priceTicks;
      change.lots = event.lots;
      if (event.type === 'triggerAmended') change.quoteAmount = event.quoteAmount;
    }
  }
}

function changeOf(orderId: number, { seq, timeMs }: Stamp, rows: Rows): OrderChange {
  let change = rows.orders.get(orderId);
  if (change === undefined) {
    change = unchanged({ seq, timeMs });
    rows.orders.set(orderId, change);
  }
  change.updatedMs = timeMs;
  change.seq = seq;
  return change;
}

function trade(event: TradeEvent, stamp: Stamp, rows: Rows): void {
  const { seq, timeMs } = stamp;
  const { tradeId, symbolId, priceTicks, lots, quoteAmount, takerSide, makerHouse, takerHouse } = event;
  const takerCode = codeOf(sides, takerSide);
  const house = makerHouse || takerHouse;
  rows.trades.add(tradeId, symbolId, priceTicks, lots, quoteAmount, takerCode, house, timeMs, seq);
  const fill = (maker: boolean) => {
    const userId = maker ? event.makerUserId : event.takerUserId;
    const orderId = maker ? event.makerOrderId : event.takerOrderId;
    const fee = maker ? event.makerFee : event.takerFee;
    const feePpm = maker ? event.makerFeePpm : event.takerFeePpm;
    const side = maker ? 1 - takerCode : takerCode;
    const otherHouse = maker ? takerHouse : makerHouse;
    rows.fills.add(
      userId,
      tradeId,
      orderId,
      symbolId,
      side,
      maker,
      priceTicks,
      lots,
      quoteAmount,
      fee,
      feePpm,
      otherHouse,
      timeMs,
      seq,
    );
    const change = changeOf(orderId, stamp, rows);
    change.filledLots += lots;
    change.filledQuote += quoteAmount;
    change.fee += fee;
  };
  if (!makerHouse) fill(true);
  if (!takerHouse) fill(false);
}

function done(event: OrderDoneEvent, stamp: Stamp, rows: Rows): void {
  if (event.house) return;
  changeOf(event.orderId, stamp, rows).doneReason = codeOf(doneReasons, event.reason);
}
