import {
  boolean,
  defineTable,
  int2,
  int4,
  int8,
  kept,
  optional,
  replaced,
  summed,
  text,
} from '../../table.ts';

/** Orders in the spot books, of all wallets, also those that wait for a price. */
export const ordersTable = defineTable({
  name: 'orders',
  version: 2,
  rows: 'begun',
  key: ['order_id'],
  columns: {
    order_id: int8,
    user_id: int8,
    symbol_id: int4,
    side: int2,
    order_type: int2,
    time_in_force: int2,
    post_only: boolean,
    price_ticks: kept(optional(int8)),
    lots: kept(optional(int8)),
    quote_amount: kept(optional(int8)),
    client_order_id: optional(text),
    filled_lots: summed,
    filled_quote: summed,
    fee: summed,
    done_reason: kept(optional(int2)),
    created_ms: int8,
    updated_ms: replaced(int8),
    seq: replaced(int8),
  },
  indexes: [['user_id', 'order_id']],
  sparse: [{ present: 'client_order_id', by: ['user_id', 'client_order_id', 'order_id'] }],
});

/**
 * Every trade of the spot books, the house's too, with the fees of both sides and the safety fund's parts of them. No
 * column names an owner: anybody may read a row.
 */
export const tradesTable = defineTable({
  name: 'trades',
  version: 2,
  rows: 'once',
  key: ['trade_id'],
  columns: {
    trade_id: int8,
    symbol_id: int4,
    price_ticks: int8,
    lots: int8,
    quote_amount: int8,
    taker_side: int2,
    buyer_fee: optional(int8),
    seller_fee: optional(int8),
    buyer_fee_ppm: optional(int4),
    seller_fee_ppm: optional(int4),
    buyer_fund: optional(int8),
    seller_fund: optional(int8),
    house: boolean,
    time_ms: int8,
    seq: int8,
  },
  indexes: [['symbol_id', 'time_ms', 'trade_id']],
});

/** Each user's side of a trade. */
export const fillsTable = defineTable({
  name: 'fills',
  version: 2,
  rows: 'once',
  key: ['user_id', 'trade_id'],
  columns: {
    user_id: int8,
    trade_id: int8,
    order_id: int8,
    symbol_id: int4,
    side: int2,
    maker: boolean,
    price_ticks: int8,
    lots: int8,
    quote_amount: int8,
    fee: int8,
    fee_ppm: int8,
    house_counterparty: boolean,
    time_ms: int8,
    seq: int8,
  },
  indexes: [['order_id', 'trade_id']],
});

/**
 * The price that an order waits or waited for, beside its row in `orders`. A resting order of an OCO has a row with its
 * twin alone.
 */
export const waitingOrdersTable = defineTable({
  name: 'waiting_orders',
  version: 2,
  rows: 'merged',
  key: ['order_id'],
  columns: {
    order_id: int8,
    kind: kept(int8),
    source: kept(int8),
    trigger_ticks: kept(int8),
    callback_ppm: kept(int8),
    callback_ticks: kept(int8),
    activation_ticks: kept(int8),
    twin_order_id: kept(int8),
    threshold_ticks: kept(int8),
    fired_ticks: kept(int8),
    fired_ms: kept(int8),
    rejected: kept(text),
    kept_as: kept(int8),
    seq: int8,
  },
  indexes: [],
});
