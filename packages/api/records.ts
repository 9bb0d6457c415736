import { z } from 'zod';
import { clientOrderId, decimal, orderStatus, orderType, side, timeInForce, timeMs } from './scalars.ts';
import { triggerRow, triggerSource } from './triggers.ts';

/** A market as the quotes page and the lists show it. Statistics are the venues', not ours. */
export const marketRow = z.strictObject({
  /** The symbol's id. */
  id: z.number().int(),
  /** The favourite's id: the symbol's id, since a user has a symbol at most once among the favourites. */
  c_id: z.number().int(),
  /** BASE/QUOTE as shown. */
  symbol_name: z.string(),
  base_symbol: z.string(),
  quote_symbol: z.string(),
  /** The name of the base coin in words. */
  base_name: z.string(),
  /** Comma-separated plate codes of the dictionary coin_plate. */
  plate: z.string(),
  /** The last venue price; null before the first. */
  close: decimal.nullable(),
  open: decimal.nullable(),
  high24: decimal.nullable(),
  low24: decimal.nullable(),
  /** Base volume of 24 h at the venues. */
  volume24: decimal.nullable(),
  /** Quote volume of 24 h at the venues. */
  amount: decimal.nullable(),
  /** Change of 24 h in percent. */
  zdf: decimal.nullable(),
  /** Decimals of a quantity. */
  part_cou: z.number().int(),
  /** Decimals of a price. */
  full_cou: z.number().int(),
  /** 1 when the signed-in user has it among the favourites. */
  optional: z.union([z.literal(0), z.literal(1)]),
  collect: z.union([z.literal(0), z.literal(1)]),
  /** The kernel's name, without the slash: BTCUSDT. */
  symbol: z.string(),
  tick_size: decimal,
  lot_size: decimal,
  min_notional: decimal,
  max_quantity: decimal,
  max_open_orders: z.number().int(),
  /** Maximum distance of a price from the index, in percent; null for no band. */
  price_band_percent: decimal.nullable(),
  state: z.enum(['trading', 'post-only', 'halted']),
  state_reason: z.string(),
  /** Base volume of 24 h in our own book, house flow left out. */
  own_volume24: decimal,
});

/** A coin as the three lists of getCoinList show it. */
export const coinRecord = z.strictObject({
  id: z.number().int(),
  baseCoin: z.string(),
  coin: z.string(),
  /** In lower case: btcusdt. Symbols of the market mt5 keep their case: XAUUSD. */
  symbol: z.string(),
  /** The name to show. */
  showSymbol: z.string(),
  /** 2 = custom display symbol: `showSymbol` is not coin/baseCoin. */
  customizeFlag: z.union([z.literal(1), z.literal(2)]),
  market: z.string(),
  /** 3 = the record holds no volume: `getContractDetail` has the venues' and ours. */
  coinType: z.union([z.literal(1), z.literal(2), z.literal(3)]),
  /** The latest price; null before the first. */
  amount: decimal.nullable(),
  open: decimal.nullable(),
  openPrice: decimal.nullable(),
  close: decimal.nullable(),
  change: decimal.nullable(),
  priceChangePercent: decimal.nullable(),
  volume: decimal.nullable(),
  volume24: decimal.nullable(),
  high24: decimal.nullable(),
  low24: decimal.nullable(),
});

export const chargeRow = z.strictObject({ coin: z.string(), amount: decimal });

/** An order (an entrustment) as lists show it. Amounts are exact decimal text. */
export const orderRow = z.strictObject({
  id: z.number().int(),
  orderNo: z.string(),
  clientOrderId: clientOrderId.nullable(),
  symbol: z.string(),
  symbol_name: z.string(),
  side,
  /** 1 buy, 2 sell; above 2 closes a position. */
  direction: z.union([z.literal(1), z.literal(2)]),
  type: orderType,
  timeInForce,
  postOnly: z.boolean(),
  price: decimal.nullable(),
  quantity: decimal.nullable(),
  /** Amount that a market order was to spend or to earn, in the quote coin. */
  quoteAmount: decimal.nullable(),
  tradedQuantity: decimal,
  tradedAmount: decimal,
  averagePrice: decimal.nullable(),
  /** Price × quantity in the quote coin: what was entrusted. */
  entrustedValue: decimal.nullable(),
  /** The price at which it fires or fired; null for a plain order and a trailing stop. */
  triggerPrice: decimal.nullable(),
  /** Trigger that the order waits or waited for; null for a plain order. */
  trigger: triggerRow.nullable(),
  /** The other order of an OCO. */
  twinOrderId: z.number().int().nullable(),
  /** The error key that says why it was refused when it was triggered; null for all others. */
  rejectKey: z.string().nullable(),
  closePrice: decimal.nullable(),
  /** Fees so far; null where this list does not carry them. */
  serviceCharge: chargeRow.nullable(),
  status: orderStatus,
  /** Why it ended; null while it stands. `twin`: the other order of the pair filled or fired. */
  endReason: z.enum(['filled', 'cancelled', 'expired', 'self-trade', 'twin', 'rejected']).nullable(),
  createTime: timeMs,
  updateTime: timeMs,
  /** The journal's sequence number of the last change. */
  seq: z.number().int(),
});

/**
 * Place of a receipt in the journal, so that it can be found in an export: `npm run verify -- <export> --receipt
 * <file>`. The sequence of its command, the number and the hash of the row that holds it, and the row's digest of all
 * outcomes and events of its commands, which the hash covers.
 */
const placeInJournal = z.strictObject({
  seq: z.number().int(),
  row: z.number().int(),
  /** SHA-256 in hex: the head of the chain after this row. */
  rowHash: z.string().regex(/^[0-9a-f]{64}$/),
  /** In hex, as the row's kernel computes it. */
  eventsDigest: z.string().regex(/^[0-9a-f]{32,64}$/),
});
export type JournalPlace = z.output<typeof placeInJournal>;
/** Null while the archive file that holds the row can not be read. */
export const journalPlace = placeInJournal.nullable();

/** One fill of the user's own order. */
export const fillRow = z.strictObject({
  id: z.number().int(),
  orderId: z.number().int(),
  symbol: z.string(),
  symbol_name: z.string(),
  side,
  price: decimal,
  quantity: decimal,
  amount: decimal,
  fee: chargeRow,
  /** The fee's rate when the trade was made, in parts per million of what was received. */
  feePpm: z.number().int(),
  role: z.enum(['maker', 'taker']),
  /** True where the house was on the other side. */
  counterpartyHouse: z.boolean(),
  time: timeMs,
  seq: z.number().int(),
  journal: journalPlace,
});

/**
 * Receipt for the sender of an order, returned once the order is durable and again for each retry with the same key.
 */
export const orderReceipt = z.strictObject({
  orderId: z.number().int(),
  clientOrderId: clientOrderId.nullable(),
  status: orderStatus,
  tradedQuantity: decimal,
  tradedAmount: decimal,
  averagePrice: decimal.nullable(),
  /** Price that an order waits for, if it was placed to wait; left out for others. */
  triggerSource: triggerSource.optional(),
});

/** Receipt for the sender of an OCO. */
export const ocoReceipt = z.strictObject({
  orderId: z.number().int(),
  clientOrderId: clientOrderId.nullable(),
  status: orderStatus,
  stopOrderId: z.number().int(),
  stopClientOrderId: clientOrderId.nullable(),
  stopStatus: orderStatus,
  triggerSource,
});

/** Rates are in percent of what is received (perpetuals: of the notional), volumes in the volume's coin. */
export const feeTierRow = z.strictObject({
  tier: z.number().int(),
  minVolume: decimal,
  makerPercent: decimal,
  takerPercent: decimal,
  /** Null while no table is set: each contract then has rates of its own. */
  perpetualMakerPercent: decimal.nullable(),
  perpetualTakerPercent: decimal.nullable(),
});

export const feeTiers = z.strictObject({
  /** The coin that volumes are counted in; null while one pair of rates holds for all. */
  volumeCoin: z.string().nullable(),
  /** At least one. */
  tiers: z.array(feeTierRow),
  /** Time at which tiers are computed again: the next UTC midnight; null before the first table. */
  nextTurnTime: timeMs.nullable(),
  /** Fees of the signed-in user. */
  own: z
    .strictObject({
      tier: z.number().int(),
      /** Traded volume of the 30 complete UTC days before today; `volumeToday` is that of today so far. */
      volume30d: decimal,
      volumeToday: decimal,
      /** The next tier and the volume that it still needs; null at the highest. */
      nextTier: z.number().int().nullable(),
      volumeToNextTier: decimal.nullable(),
    })
    .nullable(),
});

/** Receipt for the sender of a cancel, returned once the cancel is durable. */
export const cancelReceipt = z.strictObject({ orderId: z.number().int(), status: orderStatus });

/** One asset of a user. */
export const balanceRow = z.strictObject({
  assetId: z.number().int(),
  coin: z.string(),
  name: z.string(),
  scale: z.number().int(),
  /** available + frozen. */
  amount: decimal,
  available: decimal,
  /** Held by open orders, positions and contracts. */
  frozen: decimal,
  /** At the index price, in USDT, rounded down; null while the index is stale. */
  valueUsdt: decimal.nullable(),
});

export const balances = z.strictObject({
  /** The wallet's type, see walletType. */
  type: z.string(),
  list: z.array(balanceRow),
  /** Sum of the values that are known. */
  totalUsdt: decimal,
  /** The same in BTC with 8 decimals, rounded down; null while its index is stale. */
  totalBtc: decimal.nullable(),
  /** True when every asset could be valued. */
  complete: z.boolean(),
  /** The journal's sequence number that these balances saw. */
  seq: z.number().int(),
});

export type MarketRow = z.output<typeof marketRow>;
export type CoinRecord = z.output<typeof coinRecord>;
export type OrderRow = z.output<typeof orderRow>;
export type FillRow = z.output<typeof fillRow>;
export type OcoReceipt = z.output<typeof ocoReceipt>;
export type FeeTierRow = z.output<typeof feeTierRow>;
export type FeeTiers = z.output<typeof feeTiers>;
export type OrderReceipt = z.output<typeof orderReceipt>;
export type CancelReceipt = z.output<typeof cancelReceipt>;
export type BalanceRow = z.output<typeof balanceRow>;
export type Balances = z.output<typeof balances>;
