import type { Lots, PriceTicks } from '@candor/money';
import type { ByteReader, ByteWriter } from '../../codec/bytes.ts';
import {
  big,
  count,
  type Field,
  flag,
  list as listOf,
  lots,
  number,
  oneOf,
  optional,
  priceTicks,
  record,
  text,
} from '../../codec/fields.ts';
import { linkWaiting } from './desk/place.ts';
import { addSymbol } from './listing.ts';
import { setMargin } from './money/postings.ts';
import { placesInLine } from './orders/backing.ts';
import { list, rest } from './orders/order-book.ts';
import { linkExit } from './positions/exits.ts';
import { linkPosition } from './positions/positions.ts';
import {
  exitField,
  listPerpetualCodec,
  marginModeField,
  orderTypeField,
  positionModeField,
  positionSideField,
  sourceField,
  symbolStateField,
  timeInForceField,
  triggerField,
} from './protocol/codec.ts';
import type { MarkInputs } from './protocol/events.ts';
import { placeRisk } from './risk/risk-index.ts';
import { EXIT_KINDS, type OrderTermsOfUser, PerpetualOrder, Position, Trader } from './state/entities.ts';
import type { PerpetualState } from './state/perpetual-state.ts';
import type { FundingState, MarkState, PerpetualSymbol } from './state/symbol.ts';

const sign: Field<1 | -1> = {
  write: (writer, value) => writer.byte(value === 1 ? 1 : 0),
  read: (reader) => (reader.byte() === 1 ? 1 : -1),
};
const markInputs = record<MarkInputs>({
  tickNo: number,
  indexTicks: priceTicks,
  bidTicks: optional(priceTicks),
  askTicks: optional(priceTicks),
  lastTicks: optional(priceTicks),
  basisAverage: number,
  fundingPpb: number,
  fundingLeftMs: number,
  fundingIntervalMs: number,
  clampPpm: number,
});
const markState = record<MarkState>({
  tickNo: number,
  markTicks: count,
  indexTicks: count,
  bandTicks: count,
  basisAverage: number,
  lastTicks: count,
  lastOwnTicks: count,
  inputs: optional(markInputs),
});
const fundingState = record<FundingState>({
  nextMs: number,
  lastPpb: number,
  settled: flag,
  sumPpb: number,
  samples: count,
});
const orderTerms = record<OrderTermsOfUser>({
  positionSide: positionSideField,
  sign,
  orderType: orderTypeField,
  timeInForce: timeInForceField,
  postOnly: flag,
  reduceOnly: flag,
  priceTicks: optional(priceTicks),
  lots: count,
  clientOrderId: optional(text),
  trigger: optional(triggerField),
  takeProfit: optional(exitField),
  stopLoss: optional(exitField),
});

interface SavedOrder {
  readonly orderId: number;
  readonly trader: number;
  readonly terms: OrderTermsOfUser;
  readonly origin: 'user' | 'trigger' | 'liquidation' | 'quote';
  readonly createdMs: number;
  readonly leftLots: number;
  readonly cutLots: number;
  readonly filledNotional: bigint;
  readonly held: bigint;
  readonly exitsSet: boolean;
  readonly rises: boolean;
}
const savedOrder = record<SavedOrder>({
  orderId: count,
  trader: count,
  terms: orderTerms,
  origin: oneOf(['user', 'trigger', 'liquidation', 'quote']),
  createdMs: number,
  leftLots: count,
  cutLots: count,
  filledNotional: big,
  held: big,
  exitsSet: flag,
  rises: flag,
});

interface SavedPosition {
  readonly positionId: number;
  readonly trader: number;
  readonly positionSide: 'both' | 'long' | 'short';
  readonly sign: 1 | -1;
  readonly openedMs: number;
  readonly lots: number;
  readonly entryCost: bigint;
  readonly margin: bigint;
  readonly maxLots: number;
  readonly openedLots: number;
  readonly openedCost: bigint;
  readonly closedLots: number;
  readonly closedValue: bigint;
  readonly realisedPnl: bigint;
  readonly fees: bigint;
  readonly funding: bigint;
  readonly warned: boolean;
}
const savedPosition = record<SavedPosition>({
  positionId: count,
  trader: count,
  positionSide: positionSideField,
  sign,
  openedMs: number,
  lots: count,
  entryCost: big,
  margin: big,
  maxLots: count,
  openedLots: count,
  openedCost: big,
  closedLots: count,
  closedValue: big,
  realisedPnl: big,
  fees: big,
  funding: big,
  warned: flag,
});

interface SavedExit {
  readonly exitId: number;
  readonly positionId: number;
  readonly kind: 'take-profit' | 'stop-loss';
  readonly triggerTicks: PriceTicks;
  readonly source: 'last' | 'mark' | 'index';
  readonly lots: Lots | null;
  readonly createdMs: number;
  readonly twinId: number;
}
const savedExit = record<SavedExit>({
  exitId: count,
  positionId: count,
  kind: oneOf(EXIT_KINDS),
  triggerTicks: priceTicks,
  source: sourceField,
  lots: optional(lots),
  createdMs: number,
  twinId: count,
});

const users = listOf(record({ userId: count, positionMode: positionModeField, warned: flag }));
const traders = listOf(
  record({ userId: count, symbolId: count, leverage: count, marginMode: marginModeField }),
);
const orders = listOf(savedOrder);
const positions = listOf(savedPosition);
const exits = listOf(savedExit);

/** All that perpetuals keep. Resting orders are written queue by queue, which gives back every queue. */
export function writePerpetuals(writer: ByteWriter, perp: PerpetualState): void {
  writer.count(perp.settleAssetId);
  writer.count(perp.symbols.length);
  for (const symbol of perp.symbols) writeSymbol(writer, symbol);
  const byId = [...perp.users.values()].sort((a, b) => a.userId - b.userId);
  users.write(
    writer,
    byId.map(({ userId, positionMode, warned }) => ({ userId, positionMode, warned })),
  );
  traders.write(
    writer,
    perp.traders.map(({ user, symbol, leverage, marginMode }) => ({
      userId: user.userId,
      symbolId: symbol.symbolId,
      leverage,
      marginMode,
    })),
  );
  positions.write(writer, [...perp.positions.values()].sort(byPositionId).map(savePosition));
  const waiting = [...perp.orders.values()].filter((order) => order.isWaiting);
  orders.write(writer, waiting.sort((a, b) => a.orderId - b.orderId).map(saveOrder));
  orders.write(writer, restingInQueues(perp).map(saveOrder));
  exits.write(
    writer,
    [...perp.exits.values()]
      .sort((a, b) => a.exitId - b.exitId)
      .map(({ position, ...exit }) => ({ ...exit, positionId: position.positionId })),
  );
}

/** Reads what `writePerpetuals` wrote, into an empty state, and holds again what is held. */
export function readPerpetuals(reader: ByteReader, perp: PerpetualState): void {
  perp.settleAssetId = reader.count();
  for (let left = reader.count(); left > 0; left--) readSymbol(reader, perp);
  for (const saved of users.read(reader)) {
    const user = perp.userOrDraft(saved.userId);
    user.positionMode = saved.positionMode;
    user.warned = saved.warned;
    perp.registerUser(user);
  }
  for (const { userId, symbolId, leverage, marginMode } of traders.read(reader)) {
    const symbol = perp.symbolsById.get(symbolId)!;
    perp.register(new Trader(perp.users.get(userId)!, symbol, leverage, marginMode));
  }
  for (const saved of positions.read(reader)) readPosition(perp, saved);
  for (const saved of orders.read(reader)) {
    const order = restoreOrder(perp, saved);
    list(perp, order);
    linkWaiting(perp, order);
  }
  for (const saved of orders.read(reader)) {
    const order = restoreOrder(perp, saved);
    list(perp, order);
    rest(perp, order, saved.held);
  }
  for (const trader of perp.traders) {
    for (const sign of [1, -1] as const) {
      for (const { order, opening } of placesInLine(trader, sign)) order.openingLots = opening;
    }
  }
  for (const { positionId, ...exit } of exits.read(reader)) {
    linkExit(perp, { ...exit, isRetrying: false, position: perp.positions.get(positionId)! });
  }
  for (const user of perp.users.values()) placeRisk(perp, user);
}

function writeSymbol(writer: ByteWriter, symbol: PerpetualSymbol): void {
  listPerpetualCodec.fields.write(writer, symbol.listed);
  symbolStateField.write(writer, symbol.state);
  writer.text(symbol.stateReason);
  markState.write(writer, symbol.mark);
  fundingState.write(writer, symbol.funding);
}

function readSymbol(reader: ByteReader, perp: PerpetualState): void {
  const listed = { type: 'listPerpetual', ...listPerpetualCodec.fields.read(reader) } as const;
  const symbol = addSymbol(perp, listed, 0);
  symbol.state = symbolStateField.read(reader);
  symbol.stateReason = reader.text();
  Object.assign(symbol.mark, markState.read(reader));
  Object.assign(symbol.funding, fundingState.read(reader));
  symbol.setBand();
}

function savePosition(position: Position): SavedPosition {
  return { ...position, trader: position.trader.number } as SavedPosition;
}

function readPosition(perp: PerpetualState, saved: SavedPosition): void {
  const trader = perp.traders[saved.trader - 1]!;
  const { positionId, positionSide, openedMs } = saved;
  const position = new Position(positionId, trader, positionSide, saved.sign, openedMs);
  position.lots = saved.lots;
  position.entryCost = saved.entryCost;
  position.maxLots = saved.maxLots;
  position.openedLots = saved.openedLots;
  position.openedCost = saved.openedCost;
  position.closedLots = saved.closedLots;
  position.closedValue = saved.closedValue;
  position.realisedPnl = saved.realisedPnl;
  position.fees = saved.fees;
  position.funding = saved.funding;
  position.warned = saved.warned;
  linkPosition(perp, position);
  if (position.sign === 1) position.symbol.openLots += position.lots;
  setMargin(perp, position, saved.margin);
}

function saveOrder(order: PerpetualOrder): SavedOrder {
  const { orderId, terms, origin, createdMs, leftLots, cutLots, filledNotional, held } = order;
  return {
    orderId,
    trader: order.trader.number,
    terms,
    origin,
    createdMs,
    leftLots,
    cutLots,
    filledNotional,
    held,
    exitsSet: order.exitsSet,
    rises: order.rises,
  };
}

function restoreOrder(perp: PerpetualState, saved: SavedOrder): PerpetualOrder {
  const trader = perp.traders[saved.trader - 1]!;
  const order = new PerpetualOrder(saved.orderId, trader, saved.terms, saved.origin, saved.createdMs);
  order.leftLots = saved.leftLots;
  order.cutLots = saved.cutLots;
  order.filledNotional = saved.filledNotional;
  order.exitsSet = saved.exitsSet;
  order.rises = saved.rises;
  return order;
}

/** Resting orders: symbol by symbol, bids then asks, best price first, first in line first. */
function restingInQueues(perp: PerpetualState): PerpetualOrder[] {
  const found: PerpetualOrder[] = [];
  for (const { book } of perp.symbols) {
    for (const isBid of [true, false]) {
      const ladder = isBid ? book.bids : book.asks;
      for (let ticks = ladder.bestTicks; ticks !== 0; ticks = ladder.worse(ticks)) {
        for (const slot of book.queueAt(isBid, ticks)) found.push(perp.bySlot[slot]!);
      }
    }
  }
  return found;
}

function byPositionId(a: Position, b: Position): number {
  return a.positionId - b.positionId;
}
