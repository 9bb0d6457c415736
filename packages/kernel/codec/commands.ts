import type { Amount, Lots, PriceTicks } from '@candor/money';
import type {
  CancelOrder,
  Command,
  CoreCommand,
  FeedKind,
  IndexTick,
  ListSymbol,
  MassQuote,
  Mode,
  PlaceOrder,
  QuoteLevel,
  SymbolState,
  TickRecord,
  TimeInForce,
  VenueQuote,
} from '../commands.ts';
import type { ByteReader, ByteWriter } from './bytes.ts';
import { readHash, writeHash } from './hash-text.ts';
import { productCodec, productCommand } from './product-commands.ts';

/** The grid of index ticks, in milliseconds. */
const GRID_MS = 250;

/**
 * Each command's number in the journal. Never reused: old journals are read by it. Up to core-5 index ticks without a
 * time of chaining were 8 and mass quotes without an expiry 13.
 */
export const CODES: Readonly<Record<CoreCommand['type'], number>> = {
  genesis: 1,
  listAsset: 2,
  listSymbol: 3,
  setSymbolState: 4,
  setFees: 5,
  openAccount: 6,
  practiceFunds: 7,
  setVenue: 9,
  placeOrder: 10,
  cancelOrder: 11,
  cancelAll: 12,
  tick: 14,
  indexTick: 15,
  massQuote: 16,
  setPriceBand: 17,
};

const TYPES = new Map(Object.entries(CODES).map(([type, code]) => [code, type as CoreCommand['type']]));

/** The number of a command in the journal. Throws TypeError where there is no such command. */
export function codeOfCommand(type: Command['type']): number {
  const code = CODES[type as CoreCommand['type']] ?? productCodec(type)?.code;
  if (code === undefined) throw new TypeError(`There is no command ${String(type)}`);
  return code;
}

export const MODES: readonly Mode[] = ['practice', 'real'];
export const FEEDS: readonly FeedKind[] = ['simulator', 'replay', 'live'];
export const SYMBOL_STATES: readonly SymbolState[] = ['trading', 'post-only', 'halted'];
const TIMES_IN_FORCE: readonly TimeInForce[] = ['GTC', 'IOC', 'FOK'];
const KINDS = ['user', 'house'] as const;
const SIDES = ['buy', 'sell'] as const;
const ORDER_TYPES = ['limit', 'market'] as const;

const IS_CHAINED = 1;
const IS_RECORDED = 2;

const IS_SELL = 1;
const IS_MARKET = 2;
const TIME_IN_FORCE_SHIFT = 2;
const IS_POST_ONLY = 16;
const HAS_PRICE = 32;
const HAS_LOTS = 64;
const HAS_QUOTE_AMOUNT = 128;

/** Writes a command without its type, which the envelope carries. */
export function writeCommand(writer: ByteWriter, command: Command, timeMs: number): void {
  switch (command.type) {
    case 'genesis':
      writer.byte(codeOf(MODES, command.mode));
      writer.byte(codeOf(FEEDS, command.feed));
      writer.optionalText(command.seedHash);
      return;
    case 'listAsset':
      writer.number(command.assetId);
      writer.text(command.code);
      writer.text(command.name);
      writer.number(command.scale);
      return;
    case 'listSymbol':
      writeListSymbol(writer, command);
      return;
    case 'setSymbolState':
      writer.number(command.symbolId);
      writer.byte(codeOf(SYMBOL_STATES, command.state));
      writer.text(command.reason);
      return;
    case 'setPriceBand':
      writer.number(command.symbolId);
      writer.number(command.priceBandPpm);
      return;
    case 'setFees':
      writer.number(command.makerPpm);
      writer.number(command.takerPpm);
      return;
    case 'openAccount':
      writer.number(command.accountUserId);
      writer.byte(codeOf(KINDS, command.kind));
      return;
    case 'practiceFunds':
      writer.number(command.accountUserId);
      writer.number(command.assetId);
      writer.amount(command.amount);
      return;
    case 'indexTick':
      writeIndexTick(writer, command, timeMs);
      return;
    case 'setVenue':
      writer.number(command.venueId);
      writer.text(command.name);
      writer.number(command.weightPpm);
      return;
    case 'placeOrder':
      writePlaceOrder(writer, command);
      return;
    case 'cancelOrder':
      writer.byte(command.orderId === null ? 0 : 1);
      if (command.orderId !== null) writer.number(command.orderId);
      writer.optionalText(command.clientOrderId);
      return;
    case 'cancelAll':
      writer.byte(command.symbolId === null ? 0 : 1);
      if (command.symbolId !== null) writer.number(command.symbolId);
      return;
    case 'massQuote':
      writeMassQuote(writer, command, timeMs);
      return;
    case 'tick':
      return;
    default:
      writeOfProduct(writer, command);
  }
}

function writeOfProduct(writer: ByteWriter, command: { readonly type: string }): void {
  productCodec(command.type)!.fields.write(writer, command);
}

/** Reads a command of the given code. Throws RangeError where there is no such command. */
export function readCommand(reader: ByteReader, code: number, timeMs: number): Command {
  const ofProduct = productCommand(code);
  if (ofProduct !== undefined) {
    return { type: ofProduct.type, ...ofProduct.fields.read(reader) } as Command;
  }
  const type = TYPES.get(code);
  switch (type) {
    case 'genesis':
      return {
        type,
        mode: nameOf(MODES, reader),
        feed: nameOf(FEEDS, reader),
        seedHash: reader.optionalText(),
      };
    case 'listAsset':
      return {
        type,
        assetId: reader.number(),
        code: reader.text(),
        name: reader.text(),
        scale: reader.number(),
      };
    case 'listSymbol':
      return readListSymbol(reader);
    case 'setSymbolState':
      return { type, symbolId: reader.number(), state: nameOf(SYMBOL_STATES, reader), reason: reader.text() };
    case 'setPriceBand':
      return { type, symbolId: reader.number(), priceBandPpm: reader.number() };
    case 'setFees':
      return { type, makerPpm: reader.number(), takerPpm: reader.number() };
    case 'openAccount':
      return { type, accountUserId: reader.number(), kind: nameOf(KINDS, reader) };
    case 'practiceFunds':
      return {
        type,
        accountUserId: reader.number(),
        assetId: reader.number(),
        amount: reader.amount() as Amount,
      };
    case 'indexTick':
      return readIndexTick(reader, timeMs);
    case 'setVenue':
      return { type, venueId: reader.number(), name: reader.text(), weightPpm: reader.number() };
    case 'placeOrder':
      return readPlaceOrder(reader);
    case 'cancelOrder':
      return readCancelOrder(reader);
    case 'cancelAll':
      return { type, symbolId: reader.byte() === 0 ? null : reader.number() };
    case 'massQuote':
      return readMassQuote(reader, timeMs);
    case 'tick':
      return { type };
    default:
      throw new RangeError(`There is no command of code ${code}`);
  }
}

function writeListSymbol(writer: ByteWriter, command: ListSymbol): void {
  writer.number(command.symbolId);
  writer.text(command.name);
  writer.number(command.baseAssetId);
  writer.number(command.quoteAssetId);
  writer.text(command.tickDecimal);
  writer.text(command.lotDecimal);
  writer.amount(command.minNotional);
  writer.number(command.maxLots);
  writer.number(command.maxOpenOrders);
  writer.number(command.priceBandPpm);
}

function readListSymbol(reader: ByteReader): ListSymbol {
  return {
    type: 'listSymbol',
    symbolId: reader.number(),
    name: reader.text(),
    baseAssetId: reader.number(),
    quoteAssetId: reader.number(),
    tickDecimal: reader.text(),
    lotDecimal: reader.text(),
    minNotional: reader.amount() as Amount,
    maxLots: reader.number() as Lots,
    maxOpenOrders: reader.number(),
    priceBandPpm: reader.number(),
  };
}

/** A quote is written as its differences from the one before it, the time from the command's. */
function writeIndexTick(writer: ByteWriter, command: IndexTick, timeMs: number): void {
  const { chainedMs, record } = command;
  writer.number(command.tickNo - Math.floor(timeMs / GRID_MS));
  writer.byte((chainedMs === undefined ? 0 : IS_CHAINED) | (record === undefined ? 0 : IS_RECORDED));
  if (chainedMs !== undefined) writer.number(chainedMs - timeMs);
  if (record !== undefined) {
    writer.number(record.no);
    writeHash(writer, record.previousHash);
    writeHash(writer, record.hash);
  }
  writer.count(command.quotes.length);
  let symbolId = 0;
  let bidTicks = 0;
  for (const quote of command.quotes) {
    if (quote.symbolId !== symbolId) bidTicks = 0;
    writer.number(quote.venueId);
    writer.number(quote.symbolId - symbolId);
    writer.number(quote.bidTicks - bidTicks);
    writer.number(quote.askTicks - quote.bidTicks);
    writer.number(quote.venueTimeMs - timeMs);
    symbolId = quote.symbolId;
    bidTicks = quote.bidTicks;
  }
}

function readIndexTick(reader: ByteReader, timeMs: number): IndexTick {
  const tickNo = reader.number() + Math.floor(timeMs / GRID_MS);
  const flags = reader.byte();
  const chained = (flags & IS_CHAINED) === 0 ? {} : { chainedMs: reader.number() + timeMs };
  const recorded = (flags & IS_RECORDED) === 0 ? {} : { record: readRecord(reader) };
  const count = reader.count();
  const quotes: VenueQuote[] = [];
  let symbolId = 0;
  let bidTicks = 0;
  for (let i = 0; i < count; i++) {
    const venueId = reader.number();
    const previousId = symbolId;
    symbolId += reader.number();
    if (symbolId !== previousId) bidTicks = 0;
    bidTicks += reader.number();
    const askTicks = bidTicks + reader.number();
    const venueTimeMs = reader.number() + timeMs;
    quotes.push({
      venueId,
      symbolId,
      bidTicks: bidTicks as PriceTicks,
      askTicks: askTicks as PriceTicks,
      venueTimeMs,
    });
  }
  return { type: 'indexTick', tickNo, ...chained, ...recorded, quotes };
}

function readRecord(reader: ByteReader): TickRecord {
  const no = reader.number();
  const previousHash = readHash(reader) ?? '';
  return { no, previousHash, hash: readHash(reader) ?? '' };
}

function writePlaceOrder(writer: ByteWriter, command: PlaceOrder): void {
  let flags = codeOf(SIDES, command.side) * IS_SELL;
  flags |= codeOf(ORDER_TYPES, command.orderType) * IS_MARKET;
  flags |= codeOf(TIMES_IN_FORCE, command.timeInForce) << TIME_IN_FORCE_SHIFT;
  if (command.postOnly) flags |= IS_POST_ONLY;
  if (command.priceTicks !== null) flags |= HAS_PRICE;
  if (command.lots !== null) flags |= HAS_LOTS;
  if (command.quoteAmount !== null) flags |= HAS_QUOTE_AMOUNT;
  writer.byte(flags);
  writer.number(command.symbolId);
  if (command.priceTicks !== null) writer.number(command.priceTicks);
  if (command.lots !== null) writer.number(command.lots);
  if (command.quoteAmount !== null) writer.amount(command.quoteAmount);
  writer.optionalText(command.clientOrderId);
}

function readPlaceOrder(reader: ByteReader): PlaceOrder {
  const flags = reader.byte();
  return {
    type: 'placeOrder',
    symbolId: reader.number(),
    side: (flags & IS_SELL) === 0 ? 'buy' : 'sell',
    orderType: (flags & IS_MARKET) === 0 ? 'limit' : 'market',
    timeInForce: pick(TIMES_IN_FORCE, (flags >> TIME_IN_FORCE_SHIFT) & 3),
    postOnly: (flags & IS_POST_ONLY) !== 0,
    priceTicks: (flags & HAS_PRICE) === 0 ? null : (reader.number() as PriceTicks),
    lots: (flags & HAS_LOTS) === 0 ? null : (reader.number() as Lots),
    quoteAmount: (flags & HAS_QUOTE_AMOUNT) === 0 ? null : (reader.amount() as Amount),
    clientOrderId: reader.optionalText(),
  };
}

function readCancelOrder(reader: ByteReader): CancelOrder {
  const orderId = reader.byte() === 0 ? null : reader.number();
  return { type: 'cancelOrder', orderId, clientOrderId: reader.optionalText() };
}

/** Sides come as bits before the levels, prices as differences from the level before. */
function writeMassQuote(writer: ByteWriter, command: MassQuote, timeMs: number): void {
  const { levels, expiresTickNo } = command;
  writer.number(command.symbolId);
  writer.byte(expiresTickNo === undefined ? 0 : 1);
  if (expiresTickNo !== undefined) writer.number(expiresTickNo - Math.floor(timeMs / GRID_MS));
  writer.count(levels.length);
  for (let i = 0; i < levels.length; i += 8) {
    let sides = 0;
    for (let k = i; k < i + 8 && k < levels.length; k++) sides |= codeOf(SIDES, levels[k]!.side) << (k - i);
    writer.byte(sides);
  }
  let priceTicks = 0;
  for (const level of levels) {
    writer.number(level.priceTicks - priceTicks);
    writer.number(level.lots);
    priceTicks = level.priceTicks;
  }
}

function readMassQuote(reader: ByteReader, timeMs: number): MassQuote {
  const symbolId = reader.number();
  const expiry = reader.byte() === 0 ? {} : { expiresTickNo: reader.number() + Math.floor(timeMs / GRID_MS) };
  const count = reader.count();
  const sides: number[] = [];
  for (let i = 0; i < count; i += 8) sides.push(reader.byte());
  const levels: QuoteLevel[] = [];
  let priceTicks = 0;
  for (let i = 0; i < count; i++) {
    priceTicks += reader.number();
    const side = ((sides[i >> 3]! >> (i & 7)) & 1) === 0 ? 'buy' : 'sell';
    levels.push({ side, priceTicks: priceTicks as PriceTicks, lots: reader.number() as Lots });
  }
  return { type: 'massQuote', symbolId, ...expiry, levels };
}

function codeOf<T extends string>(names: readonly T[], name: T): number {
  const code = names.indexOf(name);
  if (code < 0) throw new TypeError(`${String(name)} is none of ${names.join(', ')}`);
  return code;
}

function nameOf<T extends string>(names: readonly T[], reader: ByteReader): T {
  return pick(names, reader.byte());
}

function pick<T extends string>(names: readonly T[], code: number): T {
  const name = names[code];
  if (name === undefined) throw new RangeError(`${code} is the code of none of ${names.join(', ')}`);
  return name;
}
