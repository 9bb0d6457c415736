import type { Amount, Lots, PriceTicks } from '@candor/money';
import { INDEX_GRID_MS } from '@candor/prices';
import type { ByteReader, ByteWriter } from '../../codec/bytes.ts';
import type { WholeCodecs } from '../../codec/fields.ts';
import { codeOf, nameOf, pick, SYMBOL_STATES } from '../../codec/words.ts';
import type { QuoteLevel, TimeInForce } from '../../vocabulary.ts';
import type {
  CancelAll,
  CancelOrder,
  ListSymbol,
  MassQuote,
  PlaceOrder,
  SetFees,
  SetSymbolState,
} from './commands.ts';

const TIMES_IN_FORCE: readonly TimeInForce[] = ['GTC', 'IOC', 'FOK'];
const SIDES = ['buy', 'sell'] as const;
const ORDER_TYPES = ['limit', 'market'] as const;

const IS_SELL = 1;
const IS_MARKET = 2;
const TIME_IN_FORCE_SHIFT = 2;
const IS_POST_ONLY = 16;
const HAS_PRICE = 32;
const HAS_LOTS = 64;
const HAS_QUOTE_AMOUNT = 128;

type PlainCommand = ListSymbol | SetSymbolState | SetFees | PlaceOrder | CancelOrder | CancelAll | MassQuote;

/** Listings, plain orders and quotes: codes 3 to 16, from before there were products. */
export const plainCodecs: WholeCodecs<PlainCommand> = {
  listSymbol: { code: 3, write: writeListSymbol, read: readListSymbol },
  setSymbolState: {
    code: 4,
    write(writer, command) {
      writer.number(command.symbolId);
      writer.byte(codeOf(SYMBOL_STATES, command.state));
      writer.text(command.reason);
    },
    read: (reader) => ({
      type: 'setSymbolState',
      symbolId: reader.number(),
      state: nameOf(SYMBOL_STATES, reader),
      reason: reader.text(),
    }),
  },
  setFees: {
    code: 5,
    write(writer, command) {
      writer.number(command.makerPpm);
      writer.number(command.takerPpm);
    },
    read: (reader) => ({ type: 'setFees', makerPpm: reader.number(), takerPpm: reader.number() }),
  },
  placeOrder: { code: 10, write: writePlaceOrder, read: readPlaceOrder },
  cancelOrder: {
    code: 11,
    write(writer, command) {
      writer.byte(command.orderId === null ? 0 : 1);
      if (command.orderId !== null) writer.number(command.orderId);
      writer.optionalText(command.clientOrderId);
    },
    read: readCancelOrder,
  },
  cancelAll: {
    code: 12,
    write(writer, command) {
      writer.byte(command.symbolId === null ? 0 : 1);
      if (command.symbolId !== null) writer.number(command.symbolId);
    },
    read: (reader) => ({ type: 'cancelAll', symbolId: reader.byte() === 0 ? null : reader.number() }),
  },
  massQuote: { code: 16, isRelative: true, write: writeMassQuote, read: readMassQuote },
};

/** Writes a listing without its type. */
export function writeListSymbol(writer: ByteWriter, command: ListSymbol): void {
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

/** Reads what `writeListSymbol` wrote. */
export function readListSymbol(reader: ByteReader): ListSymbol {
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
  if (expiresTickNo !== undefined) writer.number(expiresTickNo - Math.floor(timeMs / INDEX_GRID_MS));
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
  const expiry =
    reader.byte() === 0 ? {} : { expiresTickNo: reader.number() + Math.floor(timeMs / INDEX_GRID_MS) };
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
