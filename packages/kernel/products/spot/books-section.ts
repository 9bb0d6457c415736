import { orderTerms } from '@candor/rules';
import { FLAG_CLIENT_ID, FLAG_SELL } from '../../book/order-pool.ts';
import type { ByteReader, ByteWriter } from '../../codec/bytes.ts';
import { SYMBOL_STATES } from '../../codec/words.ts';
import { addSymbol } from './listing.ts';
import { readListSymbol, writeListSymbol } from './plain-codec.ts';
import { holdFor, link } from './resting.ts';
import type { SpotState } from './spot-state.ts';
import { SpotSymbol } from './spot-symbol.ts';

const LEAST_ORDER_BYTES = 9;

/** Writes symbols, traders and resting orders. */
export function writeBooks(writer: ByteWriter, state: SpotState): void {
  writeSymbols(writer, state);
  writeTraders(writer, state);
  writeOrders(writer, state);
}

/** Reads what `writeBooks` wrote, into an empty state. */
export function readBooks(reader: ByteReader, state: SpotState): void {
  readSymbols(reader, state);
  readTraders(reader, state);
  readOrders(reader, state);
}

function writeSymbols(writer: ByteWriter, state: SpotState): void {
  writer.count(state.symbols.length);
  for (const symbol of state.symbols) {
    writeListSymbol(writer, symbol.listed);
    writer.byte(SYMBOL_STATES.indexOf(symbol.state));
    writer.text(symbol.stateReason);
    writer.count(symbol.lastIndexTicks);
  }
}

function readSymbols(reader: ByteReader, state: SpotState): void {
  const count = reader.count();
  for (let i = 0; i < count; i++) {
    const listed = readListSymbol(reader);
    const base = state.assets.get(listed.baseAssetId);
    const quote = state.assets.get(listed.quoteAssetId);
    if (base === undefined || quote === undefined) throw new RangeError('A symbol is of an unknown asset');
    const terms = orderTerms(listed, base.scale, quote.scale);
    if (terms === null) throw new RangeError('The steps of a symbol are damaged');
    const symbol = new SpotSymbol(listed, terms, i, state.orders, state.levels);
    symbol.state = SYMBOL_STATES[reader.byte()]!;
    symbol.stateReason = reader.text();
    symbol.setIndex(reader.count());
    addSymbol(state, symbol);
  }
}

function writeTraders(writer: ByteWriter, state: SpotState): void {
  const { traders } = state;
  writer.count(traders.count);
  for (let slot = 1; slot <= traders.count; slot++) {
    writer.count(traders.account(slot));
    writer.count(traders.symbol(slot));
    writer.count(traders.baseBalance(slot));
    writer.count(traders.quoteBalance(slot));
  }
}

function readTraders(reader: ByteReader, state: SpotState): void {
  const count = reader.count();
  for (let i = 0; i < count; i++) {
    state.traders.open(reader.count(), reader.count(), reader.count(), reader.count());
  }
}

/** Pool slots are not written: orders are written by age, which gives back every queue and list. */
function writeOrders(writer: ByteWriter, state: SpotState): void {
  const { orders } = state;
  writer.reserve(LEAST_ORDER_BYTES * orders.live);
  const slots = orders.slotsById();
  writer.count(slots.length);
  let id = 0;
  let createdMs = 0;
  for (const slot of slots) {
    writer.count(orders.id(slot) - id);
    writer.count(orders.owner(slot));
    writer.byte(orders.flags(slot) & ~FLAG_CLIENT_ID);
    writer.count(orders.priceTicks(slot));
    writer.count(orders.lots(slot));
    writer.count(orders.left(slot));
    writer.amount(orders.filledQuote(slot));
    writer.number(orders.createdMs(slot) - createdMs);
    writer.optionalText(orders.clientId(slot));
    id = orders.id(slot);
    createdMs = orders.createdMs(slot);
  }
}

function readOrders(reader: ByteReader, state: SpotState): void {
  const count = reader.count();
  let orderId = 0;
  let createdMs = 0;
  for (let i = 0; i < count; i++) {
    orderId += reader.count();
    const trader = reader.count();
    const flags = reader.byte();
    const priceTicks = reader.count();
    const lots = reader.count();
    const left = reader.count();
    const filledQuote = reader.amount();
    createdMs += reader.number();
    const clientId = reader.optionalText();
    const symbol = state.symbols[state.traders.symbol(trader)]!;
    const slot = link(
      state,
      symbol,
      orderId,
      trader,
      flags & ~FLAG_CLIENT_ID,
      priceTicks,
      lots,
      left,
      createdMs,
    );
    if (clientId !== null) state.clientIds.insert(slot, state.traders.account(trader), clientId);
    state.orders.setFilledQuote(slot, filledQuote);
    holdFor(state, symbol, trader, (flags & FLAG_SELL) === 0, priceTicks, left);
  }
  state.balances.clearTouched();
}
