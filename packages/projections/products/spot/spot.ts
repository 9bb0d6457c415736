import { type KernelEvent, SAFETY_FUND, type TradeEvent } from '@candor/kernel';
import { sides } from '../../codes.ts';
import type { ReadModel } from '../../read-model.ts';
import type { Rows, TableRows } from '../../table-rows.ts';
import type { Stamp } from '../stamp.ts';
import { doneReasons } from './codes.ts';
import { orderRow } from './order-row.ts';
import { SpotQueries } from './queries.ts';
import { fillsTable, ordersTable, tradesTable, waitingOrdersTable } from './tables.ts';
import { projectWaiting } from './waiting-orders.ts';

/** The rows of the tables that most commands reach, found once a command. */
interface SpotRows {
  readonly all: Pick<Rows, 'of'>;
  readonly orders: TableRows<typeof ordersTable.columns>;
  readonly trades: TableRows<typeof tradesTable.columns>;
  readonly fills: TableRows<typeof fillsTable.columns>;
}

/** Spot orders, trades and fills. The house leaves its trades alone. */
export const spotModel: ReadModel<SpotQueries> = {
  tables: [ordersTable, tradesTable, fillsTable, waitingOrdersTable],
  project({ stamp, events }, rows, isHouse) {
    const spot: SpotRows = {
      all: rows,
      orders: rows.of(ordersTable),
      trades: rows.of(tradesTable),
      fills: rows.of(fillsTable),
    };
    for (const [at, event] of events.entries()) {
      if (event.type === 'trade') trade(event, fundParts(event, events, at + 1), stamp, spot);
      else projectEvent(event, stamp, spot, isHouse);
    }
  },
  queries: (pool, schema) => new SpotQueries(pool, schema),
};

function projectEvent(
  event: KernelEvent,
  stamp: Stamp,
  rows: SpotRows,
  isHouse: (userId: number) => boolean,
): void {
  switch (event.type) {
    case 'orderAccepted':
      // One that is known waited for its price until now.
      if (!event.house && !rows.orders.has(event.orderId)) rows.orders.put(orderRow(event, stamp));
      return;
    case 'orderDone':
      if (!event.house)
        rows.orders.change(event.orderId, {
          done_reason: doneReasons.of(event.reason),
          updated_ms: stamp.timeMs,
          seq: stamp.seq,
        });
      return;
    case 'triggerPlaced':
    case 'triggerFired':
    case 'triggerDone':
    case 'triggerAmended':
    case 'orderAmended':
      if (!isHouse(event.userId)) projectWaiting(event, stamp, rows.all);
  }
}

interface FundParts {
  readonly buyer: bigint;
  readonly seller: bigint;
}

/** The safety fund's parts of a trade's fees: the kernel emits the buyer's fee and then the seller's, right after the trade. */
function fundParts(
  { tradeId, takerSide, takerFee, makerFee }: TradeEvent,
  events: readonly KernelEvent[],
  from: number,
): FundParts {
  const parts: bigint[] = [];
  for (let at = from; at < events.length; at += 1) {
    const event = events[at]!;
    if (event.type !== 'entry' || event.tradeId !== tradeId) break;
    if (event.kind === 'fee')
      parts.push(event.postings.find(({ account }) => account === SAFETY_FUND)?.amount ?? 0n);
  }
  const buyerFee = takerSide === 'buy' ? takerFee : makerFee;
  const [buyer = 0n, seller = 0n] = buyerFee > 0n ? parts : [0n, ...parts];
  return { buyer, seller };
}

function trade(event: TradeEvent, fund: FundParts, { seq, timeMs }: Stamp, rows: SpotRows): void {
  const takerCode = sides.of(event.takerSide);
  const { makerHouse, takerHouse, quoteAmount } = event;
  const isTakerBuyer = event.takerSide === 'buy';
  rows.trades.put({
    trade_id: event.tradeId,
    symbol_id: event.symbolId,
    price_ticks: event.priceTicks,
    lots: event.lots,
    quote_amount: quoteAmount,
    taker_side: takerCode,
    buyer_fee: isTakerBuyer ? event.takerFee : event.makerFee,
    seller_fee: isTakerBuyer ? event.makerFee : event.takerFee,
    buyer_fee_ppm: isTakerBuyer ? event.takerFeePpm : event.makerFeePpm,
    seller_fee_ppm: isTakerBuyer ? event.makerFeePpm : event.takerFeePpm,
    buyer_fund: fund.buyer,
    seller_fund: fund.seller,
    house: makerHouse || takerHouse,
    time_ms: timeMs,
    seq,
  });
  const fill = (maker: boolean) => {
    const orderId = maker ? event.makerOrderId : event.takerOrderId;
    const fee = maker ? event.makerFee : event.takerFee;
    rows.fills.put({
      user_id: maker ? event.makerUserId : event.takerUserId,
      trade_id: event.tradeId,
      order_id: orderId,
      symbol_id: event.symbolId,
      side: maker ? 1 - takerCode : takerCode,
      maker,
      price_ticks: event.priceTicks,
      lots: event.lots,
      quote_amount: quoteAmount,
      fee,
      fee_ppm: maker ? event.makerFeePpm : event.takerFeePpm,
      house_counterparty: maker ? takerHouse : makerHouse,
      time_ms: timeMs,
      seq,
    });
    rows.orders.change(orderId, {
      filled_lots: event.lots,
      filled_quote: quoteAmount,
      fee,
      updated_ms: timeMs,
      seq,
    });
  };
  if (!makerHouse) fill(true);
  if (!takerHouse) fill(false);
}
