import type {
  Direction,
  ExitDoneReason,
  ExitKind,
  MarginMode,
  OrderOrigin,
  OrderType,
  PerpetualDoneReason,
  PositionChange,
  PositionSide,
  RejectionCode,
  Side,
  TimeInForce,
} from '@candor/kernel';
import type { Amount, Lots, PriceTicks } from '@candor/money';
import { type Codes, orderTypes, sides, timesInForce } from '../../codes.ts';
import {
  contractDoneReasons,
  directions,
  exitDoneReasons,
  exitKinds,
  marginModes,
  origins,
  positionChanges,
  positionSides,
  type ReceiptKind,
  receiptKinds,
  triggerSources,
} from './codes.ts';

/** Amounts are in the settle asset, profits before fees. */
export interface ContractOrderRecord {
  readonly orderId: number;
  readonly userId: number;
  readonly symbolId: number;
  readonly positionSide: PositionSide;
  readonly side: Side;
  readonly orderType: OrderType;
  readonly timeInForce: TimeInForce;
  readonly postOnly: boolean;
  readonly reduceOnly: boolean;
  readonly priceTicks: PriceTicks | null;
  /** Lots that were placed, less those cut since. */
  readonly lots: Lots;
  readonly clientOrderId: string | null;
  /** Trigger price that it waits or waited for; null for one that was placed at once. */
  readonly triggerTicks: PriceTicks | null;
  readonly triggerSource: 'last' | 'mark' | 'index' | null;
  /** The price that fired it, and when; null before. */
  readonly firedTicks: PriceTicks | null;
  readonly firedMs: number | null;
  /** Why it was refused when it fired. */
  readonly rejected: RejectionCode | null;
  readonly takeProfitTicks: PriceTicks | null;
  readonly stopLossTicks: PriceTicks | null;
  /** Leverage as it is set now, or was when the order ended. */
  readonly leverage: number;
  readonly marginMode: MarginMode;
  readonly origin: OrderOrigin;
  /** Kind of the take-profit or stop-loss that sent it; null for none. */
  readonly exitKind: ExitKind | null;
  /** The order that fired and left some of a position open, which this one stands for; null for none. */
  readonly keptFrom: number | null;
  readonly doneReason: PerpetualDoneReason | null;
  readonly filledLots: Lots;
  readonly filledNotional: Amount;
  readonly fee: Amount;
  readonly realisedPnl: Amount;
  readonly closedLots: Lots;
  readonly closedNotional: Amount;
  readonly createdMs: number;
  readonly updatedMs: number;
  readonly seq: number;
}

export interface ContractFillRecord {
  readonly tradeId: number;
  readonly userId: number;
  readonly orderId: number;
  readonly symbolId: number;
  readonly positionId: number;
  readonly positionSide: PositionSide;
  readonly side: Side;
  readonly maker: boolean;
  readonly priceTicks: PriceTicks;
  readonly lots: Lots;
  readonly notional: Amount;
  readonly fee: Amount;
  readonly feePpm: number;
  readonly realisedPnl: Amount;
  readonly closedLots: Lots;
  /** Lots of the position that it closed or reduced, before the fill, and their cost; null where nothing closed. */
  readonly heldLots: Lots | null;
  readonly heldCost: Amount | null;
  readonly liquidation: boolean;
  readonly houseCounterparty: boolean;
  readonly timeMs: number;
  readonly seq: number;
}

/** A position that is over. */
export interface ClosedPositionRecord {
  readonly positionId: number;
  readonly userId: number;
  readonly symbolId: number;
  readonly direction: Direction;
  /** Change that ended it. */
  readonly change: PositionChange;
  readonly maxLots: Lots;
  readonly openedLots: Lots;
  readonly openedCost: Amount;
  readonly closedLots: Lots;
  readonly closedValue: Amount;
  readonly marginMode: MarginMode;
  readonly leverage: number;
  readonly realisedPnl: Amount;
  readonly fees: Amount;
  readonly funding: Amount;
  readonly openedMs: number;
  readonly closedMs: number;
  readonly seq: number;
}

export interface ExitRecord {
  readonly exitId: number;
  readonly userId: number;
  readonly positionId: number;
  readonly symbolId: number;
  readonly direction: Direction;
  readonly kind: ExitKind;
  readonly triggerTicks: PriceTicks;
  readonly source: 'last' | 'mark' | 'index';
  readonly lots: Lots | null;
  readonly twinId: number | null;
  /** Null while it waits. */
  readonly doneReason: ExitDoneReason | null;
  readonly createdMs: number;
  readonly updatedMs: number;
  readonly seq: number;
}

export interface FundingRecord {
  readonly symbolId: number;
  readonly timeMs: number;
  readonly ratePpb: number;
  readonly premiumPpb: number;
  readonly markTicks: PriceTicks;
  readonly samples: number;
  readonly expectedSamples: number;
  readonly seq: number;
}

export interface ReceiptRecord {
  readonly userId: number;
  readonly seq: number;
  readonly line: number;
  readonly kind: ReceiptKind;
  readonly symbolId: number | null;
  readonly positionId: number | null;
  readonly direction: Direction | null;
  readonly lots: Lots | null;
  readonly priceTicks: PriceTicks | null;
  readonly ratePpb: number | null;
  /** Result, before fees. */
  readonly amount: Amount | null;
  /** Value at which the lots of a liquidation were closed, and the fee. */
  readonly value: Amount | null;
  readonly fee: Amount | null;
  /** The journal's event as JSON, its amounts as text. */
  readonly event: string;
  readonly timeMs: number;
}

/** A row as `pg` gives it: 64-bit integers are text. */
type Row = Readonly<Record<string, string | boolean | null>>;

const number = (row: Row, name: string) => Number(row[name]);
const maybe = <T extends number>(row: Row, name: string) =>
  row[name] === null ? null : (Number(row[name]) as T);
const amount = (row: Row, name: string) => BigInt(row[name] as string) as Amount;
const lots = (row: Row, name: string) => Number(row[name]) as Lots;
const word = <T extends string>(codes: Codes<T>, row: Row, name: string) => codes.word(Number(row[name]));
const maybeWord = <T extends string>(words: Codes<T>, row: Row, name: string) =>
  row[name] === null ? null : word(words, row, name);

export function toContractOrder(row: Row): ContractOrderRecord {
  return {
    orderId: number(row, 'order_id'),
    userId: number(row, 'user_id'),
    symbolId: number(row, 'symbol_id'),
    positionSide: word(positionSides, row, 'position_side'),
    side: word(sides, row, 'side'),
    orderType: word(orderTypes, row, 'order_type'),
    timeInForce: word(timesInForce, row, 'time_in_force'),
    postOnly: row.post_only as boolean,
    reduceOnly: row.reduce_only as boolean,
    priceTicks: maybe<PriceTicks>(row, 'price_ticks'),
    lots: (number(row, 'lots') - number(row, 'cut_lots')) as Lots,
    clientOrderId: row.client_order_id as string | null,
    triggerTicks: maybe<PriceTicks>(row, 'trigger_ticks'),
    triggerSource: maybeWord(triggerSources, row, 'trigger_source'),
    firedTicks: maybe<PriceTicks>(row, 'fired_ticks'),
    firedMs: maybe(row, 'fired_ms'),
    rejected: row.rejected as RejectionCode | null,
    takeProfitTicks: maybe<PriceTicks>(row, 'take_profit_ticks'),
    stopLossTicks: maybe<PriceTicks>(row, 'stop_loss_ticks'),
    leverage: maybe(row, 'set_leverage') ?? number(row, 'leverage'),
    marginMode: word(marginModes, row, 'margin_mode'),
    origin: word(origins, row, 'origin'),
    exitKind: maybeWord(exitKinds, row, 'exit_kind'),
    keptFrom: maybe(row, 'kept_from'),
    doneReason: maybeWord(contractDoneReasons, row, 'done_reason'),
    filledLots: lots(row, 'filled_lots'),
    filledNotional: amount(row, 'filled_notional'),
    fee: amount(row, 'fee'),
    realisedPnl: amount(row, 'realised'),
    closedLots: lots(row, 'closed_lots'),
    closedNotional: amount(row, 'closed_notional'),
    createdMs: number(row, 'created_ms'),
    updatedMs: number(row, 'updated_ms'),
    seq: number(row, 'seq'),
  };
}

export function toContractFill(row: Row): ContractFillRecord {
  return {
    tradeId: number(row, 'trade_id'),
    userId: number(row, 'user_id'),
    orderId: number(row, 'order_id'),
    symbolId: number(row, 'symbol_id'),
    positionId: number(row, 'position_id'),
    positionSide: word(positionSides, row, 'position_side'),
    side: word(sides, row, 'side'),
    maker: row.maker as boolean,
    priceTicks: number(row, 'price_ticks') as PriceTicks,
    lots: lots(row, 'lots'),
    notional: amount(row, 'notional'),
    fee: amount(row, 'fee'),
    feePpm: number(row, 'fee_ppm'),
    realisedPnl: amount(row, 'realised'),
    closedLots: lots(row, 'closed_lots'),
    heldLots: row.held_lots === null ? null : lots(row, 'held_lots'),
    heldCost: row.held_cost === null ? null : amount(row, 'held_cost'),
    liquidation: row.liquidation as boolean,
    houseCounterparty: row.house_counterparty as boolean,
    timeMs: number(row, 'time_ms'),
    seq: number(row, 'seq'),
  };
}

export function toClosedPosition(row: Row): ClosedPositionRecord {
  return {
    positionId: number(row, 'position_id'),
    userId: number(row, 'user_id'),
    symbolId: number(row, 'symbol_id'),
    direction: word(directions, row, 'direction'),
    change: word(positionChanges, row, 'change'),
    maxLots: lots(row, 'max_lots'),
    openedLots: lots(row, 'opened_lots'),
    openedCost: amount(row, 'opened_cost'),
    closedLots: lots(row, 'closed_lots'),
    closedValue: amount(row, 'closed_value'),
    marginMode: word(marginModes, row, 'margin_mode'),
    leverage: number(row, 'leverage'),
    realisedPnl: amount(row, 'realised'),
    fees: amount(row, 'fees'),
    funding: amount(row, 'funding'),
    openedMs: number(row, 'opened_ms'),
    closedMs: number(row, 'closed_ms'),
    seq: number(row, 'seq'),
  };
}

export function toExit(row: Row): ExitRecord {
  return {
    exitId: number(row, 'exit_id'),
    userId: number(row, 'user_id'),
    positionId: number(row, 'position_id'),
    symbolId: number(row, 'symbol_id'),
    direction: word(directions, row, 'direction'),
    kind: word(exitKinds, row, 'kind'),
    triggerTicks: number(row, 'trigger_ticks') as PriceTicks,
    source: word(triggerSources, row, 'source'),
    lots: maybe<Lots>(row, 'lots'),
    twinId: maybe(row, 'twin_id'),
    doneReason: maybeWord(exitDoneReasons, row, 'done_reason'),
    createdMs: number(row, 'created_ms'),
    updatedMs: number(row, 'updated_ms'),
    seq: number(row, 'seq'),
  };
}

export function toFunding(row: Row): FundingRecord {
  return {
    symbolId: number(row, 'symbol_id'),
    timeMs: number(row, 'time_ms'),
    ratePpb: number(row, 'rate_ppb'),
    premiumPpb: number(row, 'premium_ppb'),
    markTicks: number(row, 'mark_ticks') as PriceTicks,
    samples: number(row, 'samples'),
    expectedSamples: number(row, 'expected_samples'),
    seq: number(row, 'seq'),
  };
}

export function toReceipt(row: Row): ReceiptRecord {
  return {
    userId: number(row, 'user_id'),
    seq: number(row, 'seq'),
    line: number(row, 'line'),
    kind: word(receiptKinds, row, 'kind'),
    symbolId: maybe(row, 'symbol_id'),
    positionId: maybe(row, 'position_id'),
    direction: maybeWord(directions, row, 'direction'),
    lots: maybe<Lots>(row, 'lots'),
    priceTicks: maybe<PriceTicks>(row, 'price_ticks'),
    ratePpb: maybe(row, 'rate_ppb'),
    amount: row.amount === null ? null : amount(row, 'amount'),
    value: row.value === null ? null : amount(row, 'value'),
    fee: row.fee === null ? null : amount(row, 'fee'),
    event: row.event as string,
    timeMs: number(row, 'time_ms'),
  };
}
