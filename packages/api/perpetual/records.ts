import { z } from 'zod';
import { chargeRow, journalPlace, marketRow } from '../records.ts';
import { clientOrderId, decimal, orderStatus, orderType, side, timeInForce, timeMs } from '../scalars.ts';

/** Direction in which a position wins: long when the price rises, short when it falls. */
export const positionSide = z.enum(['long', 'short']);
/** Isolated: only the position's own margin stands for it. Cross: the whole contract wallet does. */
export const marginMode = z.enum(['isolated', 'cross']);
/** One-way: one position a contract, either way. Long-short: a long and a short one beside each other. */
export const positionMode = z.enum(['one-way', 'long-short']);
/** Price that fires a waiting order, a stop-profit or a stop-loss. */
export const triggerBy = z.enum(['last', 'mark', 'index']);
/** Direction in which that price has to come to the trigger: rising to it or above, or falling to it or below. */
export const triggerDirection = z.enum(['rising', 'falling']);
/** 1 open long, 2 open short, 3 close long, 4 close short: above 2 closes. */
export const contractDirection = z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4)]);
/** Direction of a margin change: added to a position or taken away. */
export const marginFlag = z.enum(['add', 'reduce']);
/** A whole number of contracts as text: one contract is the contract market's `contract_size` of the base coin. */
export const contractCount = z.string().regex(/^\d{1,15}$/);
/** The same with a sign, where a short position counts below 0. */
const leverage = z.number().int();
/** A rate as percent text with a sign. */
const percent = decimal;

/** One step of the table that says how much margin a position of some size needs. */
export const maintenanceTier = z.strictObject({
  tier: z.number().int(),
  /** The position's value from which on the tier counts, in USDT. */
  notionalFloor: decimal,
  /** Value at which the next tier begins, in USDT; null in the last one. */
  notionalCap: decimal.nullable(),
  maintenanceMarginPercent: percent,
  /** Amount deducted from the maintenance margin, so that it does not jump from tier to tier, in USDT. */
  deduction: decimal,
  maxLeverage: leverage,
});

/** Public state of a contract now. */
export const contractState = z.strictObject({
  symbol: z.string(),
  /** Null before the first index. */
  markPrice: decimal.nullable(),
  /** Null while the index is stale. */
  indexPrice: decimal.nullable(),
  /** Predicted rate of the next funding: positive when longs pay shorts. */
  fundingRate: percent.nullable(),
  /** The last funding that was settled; null before the first. */
  lastFundingRate: percent.nullable(),
  nextFundingTime: timeMs,
  fundingIntervalMs: z.number().int(),
  /** Contracts held long, which are as many as held short. */
  openInterest: contractCount,
  time: timeMs,
});

/** A contract market: the fields of every market, and what belongs to contracts alone. */
export const contractMarketRow = z.strictObject({
  ...marketRow.shape,
  /** Amount of the base coin in one contract. */
  contract_size: decimal,
  /** Coin in which the contract is margined and settled. */
  settle_symbol: z.string(),
  max_leverage: leverage,
  maker_fee_percent: percent,
  taker_fee_percent: percent,
  /** Liquidation fee in percent of the closed value, charged as far as anything is left. */
  liquidation_fee_percent: percent,
  mark: decimal.nullable(),
  index: decimal.nullable(),
  funding_rate: percent.nullable(),
  next_funding_time: timeMs,
  open_interest: contractCount,
  tiers: z.array(maintenanceTier),
});

/** An open position. Amounts are in USDT. */
export const positionRow = z.strictObject({
  id: z.number().int(),
  symbol: z.string(),
  symbol_name: z.string(),
  positionSide,
  /** 1 long, 2 short. */
  flag: z.union([z.literal(1), z.literal(2)]),
  marginMode,
  leverage,
  /** Contracts held. */
  openInterest: contractCount,
  /** Value of the position at the mark price. */
  value: decimal.nullable(),
  averageOpenPrice: decimal.nullable(),
  /** Exact amount for which the open contracts were bought or sold. */
  entryValue: decimal,
  markPrice: decimal.nullable(),
  /** Margin that the chosen leverage requires at the mark price. `returnPercent` is of it. */
  margin: decimal,
  /** Margin that backs this position alone: the own margin of an isolated one, `margin` for a cross one. */
  positionMargin: decimal,
  /** The same amount, under the name by which adjustAmount changes it. */
  money: decimal,
  maintenanceMargin: decimal.nullable(),
  /** Maintenance margin in percent of what stands for the position: at 100 it is liquidated. */
  collateralAssetRatio: percent.nullable(),
  /** The mark price at which it is liquidated; null where no price does that. */
  expectedLiquidationPrice: decimal.nullable(),
  unrealisedPnl: decimal.nullable(),
  /** Unrealised profit in percent of `margin`. */
  returnPercent: percent.nullable(),
  realisedPnl: decimal,
  stopProfitTriggerPrice: decimal.nullable(),
  stopLossTriggerPrice: decimal.nullable(),
  /** Nearness of the position to automatic deleveraging: 1 last in the queue, 5 first; null where there is none. */
  adlIndicator: z.number().int().min(1).max(5).nullable(),
  createTime: timeMs,
  seq: z.number().int(),
});

/** A position that is over. */
export const closedPositionRow = z.strictObject({
  id: z.number().int(),
  symbol: z.string(),
  symbol_name: z.string(),
  positionSide,
  marginMode,
  /** The most contracts that it held. */
  maxOpenInterest: contractCount,
  averageOpenPrice: decimal.nullable(),
  closePrice: decimal.nullable(),
  /** Before fees and funding. */
  realisedPnl: decimal,
  fees: decimal,
  /** Received is positive. */
  funding: decimal,
  /** Reason of the end. */
  reason: z.enum(['closed', 'liquidated', 'deleveraged']),
  openTime: timeMs,
  closeTime: timeMs,
  seq: z.number().int(),
});

/** A contract order (an entrustment). */
export const contractOrderRow = z.strictObject({
  id: z.number().int(),
  orderNo: z.string(),
  clientOrderId: clientOrderId.nullable(),
  symbol: z.string(),
  symbol_name: z.string(),
  side,
  direction: contractDirection,
  positionSide,
  marginMode,
  leverage,
  type: orderType,
  timeInForce,
  postOnly: z.boolean(),
  reduceOnly: z.boolean(),
  price: decimal.nullable(),
  quantity: contractCount,
  tradedQuantity: contractCount,
  averageDealPrice: decimal.nullable(),
  /** Price × quantity × contract size. */
  entrustedValue: decimal.nullable(),
  /** Price that the order waits for, or waited for before it fired; the private socket sends only the former. */
  triggerPrice: decimal.nullable(),
  triggerBy: triggerBy.nullable(),
  /** Side from which the price approaches it; for one that fired, derived from the price that fired it, else null. */
  triggerDirection: triggerDirection.nullable(),
  /** The price that fired it, and when; null before. */
  firedPrice: decimal.nullable(),
  firedTime: timeMs.nullable(),
  /** Why it could not be placed once it fired, as the key of an error; null where that did not happen. */
  rejectKey: z.string().nullable(),
  stopProfit: decimal.nullable(),
  stopLoss: decimal.nullable(),
  /** The average price at which a closing order closed. */
  closePrice: decimal.nullable(),
  /** Profit or loss of a closing order, before fees; null where this list does not carry it. */
  realisedPnl: decimal.nullable(),
  serviceCharge: chargeRow.nullable(),
  /** Sender of the order: the user, a trigger of the user's, or the liquidation of the user's position. */
  origin: z.enum(['user', 'trigger', 'liquidation']),
  /** The stop-profit or stop-loss that sent it; null for none. */
  exitKind: z.enum(['profit', 'loss']).nullable(),
  /** The order that fired and could not close all: this one stands for the rest of it. Null for none. */
  keptFrom: z.number().int().nullable(),
  /** It fired, could not close all, and is tried again while its trigger holds. */
  retrying: z.boolean(),
  status: orderStatus,
  /** Why it ended; null while it stands. `margin`: too little was free for it. `position`: its position was closed. */
  endReason: z
    .enum(['filled', 'cancelled', 'expired', 'self-trade', 'margin', 'position', 'liquidation', 'rejected'])
    .nullable(),
  createTime: timeMs,
  updateTime: timeMs,
  seq: z.number().int(),
});

/** A stop-profit or a stop-loss of a position. */
export const stopRow = z.strictObject({
  id: z.number().int(),
  positionId: z.number().int(),
  symbol: z.string(),
  symbol_name: z.string(),
  positionSide,
  kind: z.enum(['profit', 'loss']),
  triggerPrice: decimal,
  triggerBy,
  /** Contracts that it closes; null closes the whole position. */
  quantity: contractCount.nullable(),
  /** The other of the two, which firing cancels; null without one. */
  twinId: z.number().int().nullable(),
  /** It fired, could not close all, and is tried again while its trigger holds. */
  retrying: z.boolean(),
  status: z.enum(['waiting', 'triggered', 'cancelled']),
  createTime: timeMs,
  updateTime: timeMs,
  seq: z.number().int(),
});

/** Stops as they were set; what became of them stands in the list. */
export const stopReceipt = stopRow.omit({
  retrying: true,
  status: true,
  createTime: true,
  updateTime: true,
  seq: true,
});

/** An isolated position's margin once it was changed. */
export const positionMarginReceipt = z.strictObject({
  /** The position's id. */
  id: z.number().int(),
  positionMargin: decimal,
  /** The same amount. */
  money: decimal,
});

/** Number of closed positions, and those that are still open: the book gave too little, or trading is halted. */
export const closedAll = z.strictObject({
  positions: z.number().int(),
  open: z.array(
    z.strictObject({
      id: z.number().int(),
      symbol: z.string(),
      symbol_name: z.string(),
      positionSide,
      quantity: contractCount,
    }),
  ),
});

export const contractFillRow = z.strictObject({
  id: z.number().int(),
  orderId: z.number().int(),
  symbol: z.string(),
  symbol_name: z.string(),
  side,
  positionSide,
  price: decimal,
  quantity: contractCount,
  amount: decimal,
  fee: chargeRow,
  feePpm: z.number().int(),
  /** Profit or loss that this fill realised, before its fee. */
  realisedPnl: decimal,
  /** Base units of one contract: the amount is price × quantity × this. */
  contractSize: decimal,
  /** Contracts of this fill that closed; the rest opened. */
  closedQuantity: contractCount,
  /** Contracts of the closed position before, and their cost; null where nothing closed. */
  heldQuantity: contractCount.nullable(),
  heldCost: decimal.nullable(),
  /** A liquidation: it pays the liquidation fee as far as the position's margin goes. */
  liquidation: z.boolean(),
  role: z.enum(['maker', 'taker']),
  counterpartyHouse: z.boolean(),
  time: timeMs,
  seq: z.number().int(),
  journal: journalPlace,
});

/** A fill as it is sent at once: its place in the journal is read with the list. */
export const contractFillNotice = contractFillRow.omit({ journal: true });

/** Receipt for the sender of a contract order, returned once the order is durable. */
export const contractReceipt = z.strictObject({
  orderId: z.number().int(),
  clientOrderId: clientOrderId.nullable(),
  status: orderStatus,
  tradedQuantity: contractCount,
  averageDealPrice: decimal.nullable(),
  /** Price that an order waits for, if it was placed to wait; left out for others. */
  triggerBy: triggerBy.optional(),
});

/** Result of reversing a position. */
export const reverseReceipt = z.strictObject({
  /** Id of the order that closed. */
  orderId: z.number().int(),
  /** The side that was opened. */
  positionSide,
  closedQuantity: contractCount,
  /** Less than what was closed where the book or the funds did not give more, also 0. */
  openedQuantity: contractCount,
  /** Over both; null where nothing was filled. */
  averageDealPrice: decimal.nullable(),
});

/** The contract wallet as a whole, in USDT. */
export const contractAccount = z.strictObject({
  coin: z.string(),
  positionMode,
  /** Amounts paid in, plus realised profit and loss. */
  walletBalance: decimal,
  unrealisedPnl: decimal.nullable(),
  equity: decimal.nullable(),
  /** Margin held by isolated positions. */
  isolatedMargin: decimal,
  /** Initial margin required by cross positions and open orders. */
  initialMargin: decimal.nullable(),
  maintenanceMargin: decimal.nullable(),
  available: decimal,
  /** Maintenance margin of the cross positions in percent of their equity: at 100 they are liquidated. */
  marginRatio: percent.nullable(),
  seq: z.number().int(),
});

export const contractSetting = z.strictObject({ symbol: z.string(), leverage, marginMode });

export type ContractMarketRow = z.output<typeof contractMarketRow>;
export type ContractState = z.output<typeof contractState>;
export type MaintenanceTier = z.output<typeof maintenanceTier>;
export type PositionRow = z.output<typeof positionRow>;
export type ClosedPositionRow = z.output<typeof closedPositionRow>;
export type ContractOrderRow = z.output<typeof contractOrderRow>;
export type StopRow = z.output<typeof stopRow>;
export type StopReceipt = z.output<typeof stopReceipt>;
export type PositionMarginReceipt = z.output<typeof positionMarginReceipt>;
export type ClosedAll = z.output<typeof closedAll>;
export type ContractFillRow = z.output<typeof contractFillRow>;
export type ContractFillNotice = z.output<typeof contractFillNotice>;
export type ContractReceipt = z.output<typeof contractReceipt>;
export type ReverseReceipt = z.output<typeof reverseReceipt>;
export type ContractAccount = z.output<typeof contractAccount>;
