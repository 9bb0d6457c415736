import type { Amount, Lots } from '@candor/money';
import { orderTerms } from '@candor/rules';
import { FLAG_CLIENT_ID, FLAG_SELL } from './book/order-pool.ts';
import { ByteReader, ByteWriter } from './codec/bytes.ts';
import { CODES, FEEDS, MODES, readCommand, SYMBOL_STATES, writeCommand } from './codec/commands.ts';
import { Hash128 } from './codec/hash128.ts';
import type { ListSymbol } from './commands.ts';
import type { Outcome } from './events.ts';
import { NAMED_ACCOUNTS } from './ledger/accounts.ts';
import { openHouseBalances } from './listing.ts';
import type { Product } from './product.ts';
import { holdFor, link } from './products/spot/resting.ts';
import { SpotSymbol } from './products/spot/spot-symbol.ts';
import type { State } from './state.ts';

const MAGIC = 'candor-kernel';
/** Of the bytes, not of the rules: a kernel of newer rules reads it as long as the state has the same parts. */
export const SNAPSHOT_FORMAT = 'core-3';
/** The format of core-6: the same format without the recorder's last record. */
const UNRECORDED_FORMAT = 'core-2';
/** The format up to core-5: the same without the time of chaining. */
const UNCHAINED_FORMAT = 'core-1';
const LEAST_ORDER_BYTES = 9;
const LEAST_KEY_BYTES = 9;
/** The format before there were products beside spot: the same without their sections. */
const SPOT_FORMAT = 'spot-1';

/**
 * The whole state as bytes: the same for kernels that will behave the same, however they came there (live, loaded or
 * replayed). Pool slots are not part of it: orders are written by age, which gives back every queue and list. Throws
 * TooManyBytes where it is clearly larger than `maxBytes`, before most of the work is done.
 */
export function writeState(state: State, products: readonly Product[], maxBytes?: number): Uint8Array {
  const writer = new ByteWriter(maxBytes);
  writer.text(MAGIC);
  writer.text(SNAPSHOT_FORMAT);
  writeHead(writer, state);
  writeAssets(writer, state);
  writeAccounts(writer, state);
  writeSymbols(writer, state);
  writeTraders(writer, state);
  writeOrders(writer, state);
  writeIndex(writer, state);
  writeKeys(writer, state);
  writeProducts(writer, products);
  const body = writer.finish();
  writer.text(digestOf(body));
  return writer.finish();
}

/** Fills an empty state. Throws RangeError where the bytes are damaged or of another format. */
export function readState(bytes: Uint8Array, state: State, products: readonly Product[]): void {
  const reader = new ByteReader(bytes);
  if (reader.text() !== MAGIC) throw new RangeError('This is no snapshot of a kernel');
  const format = reader.text();
  if (![SNAPSHOT_FORMAT, UNRECORDED_FORMAT, UNCHAINED_FORMAT, SPOT_FORMAT].includes(format))
    throw new RangeError(`This snapshot is of format ${format}, not of ${SNAPSHOT_FORMAT}`);
  readHead(reader, state);
  readAssets(reader, state);
  readAccounts(reader, state);
  readSymbols(reader, state);
  readTraders(reader, state);
  readOrders(reader, state);
  readIndex(reader, state, format);
  readKeys(reader, state);
  if (format !== SPOT_FORMAT) readProducts(reader, products);
  state.balances.clearTouched();
  const body = bytes.subarray(0, reader.position);
  if (reader.text() !== digestOf(body) || !reader.atEnd) throw new RangeError('This snapshot is damaged');
}

/** A digest of a state's bytes, as hex digits. */
export function digestOf(bytes: Uint8Array): string {
  const hash = new Hash128();
  hash.bytes(bytes);
  return hash.hex();
}

function writeProducts(writer: ByteWriter, products: readonly Product[]): void {
  writer.count(products.length);
  for (const product of products) {
    writer.text(product.name);
    product.write(writer);
  }
}

/** A product that the snapshot does not know yet begins empty. */
function readProducts(reader: ByteReader, products: readonly Product[]): void {
  for (let left = reader.count(); left > 0; left--) {
    const name = reader.text();
    const product = products.find((candidate) => candidate.name === name);
    if (product === undefined) throw new RangeError(`This snapshot has a part named ${name}`);
    product.read(reader);
  }
}

function writeHead(writer: ByteWriter, state: State): void {
  writer.count(state.seq);
  writer.number(state.timeMs);
  writer.byte(state.mode === null ? 0 : 1 + MODES.indexOf(state.mode));
  writer.byte(state.feed === null ? 0 : 1 + FEEDS.indexOf(state.feed));
  writer.optionalText(state.seedHash);
  writer.count(state.makerFeePpm);
  writer.count(state.takerFeePpm);
  writer.count(state.lastOrderId);
  writer.count(state.lastTradeId);
}

function readHead(reader: ByteReader, state: State): void {
  state.seq = reader.count();
  state.timeMs = reader.number();
  const mode = reader.byte();
  state.mode = mode === 0 ? null : MODES[mode - 1]!;
  const feed = reader.byte();
  state.feed = feed === 0 ? null : FEEDS[feed - 1]!;
  state.seedHash = reader.optionalText();
  state.makerFeePpm = reader.count();
  state.takerFeePpm = reader.count();
  state.fees.setFlat(state.makerFeePpm, state.takerFeePpm);
  state.lastOrderId = reader.count();
  state.lastTradeId = reader.count();
}

function writeAssets(writer: ByteWriter, state: State): void {
  writer.count(state.assets.size);
  for (const asset of state.assets.values()) {
    writer.count(asset.assetId);
    writer.text(asset.code);
    writer.text(asset.name);
    writer.count(asset.scale);
    writer.count(asset.feesCarried);
  }
}

function readAssets(reader: ByteReader, state: State): void {
  const count = reader.count();
  for (let i = 0; i < count; i++) {
    const assetId = reader.count();
    const code = reader.text();
    const name = reader.text();
    state.assets.set(assetId, { assetId, code, name, scale: reader.count(), feesCarried: reader.count() });
  }
}

/** Accounts and balances in the order of their slots, which is that of their opening. What is held follows from the orders. */
function writeAccounts(writer: ByteWriter, state: State): void {
  const { accounts, balances } = state;
  writer.count(accounts.count - NAMED_ACCOUNTS.length);
  for (let slot = NAMED_ACCOUNTS.length + 1; slot <= accounts.count; slot++) {
    writer.number(accounts.numbers[slot]!);
    writer.byte(accounts.house[slot]!);
  }
  writer.count(balances.count);
  for (let slot = 1; slot <= balances.count; slot++) {
    writer.count(balances.account[slot]!);
    writer.count(balances.asset[slot]!);
    writer.amount(balances.total(slot));
  }
}

function readAccounts(reader: ByteReader, state: State): void {
  const accounts = reader.count();
  for (let i = 0; i < accounts; i++) {
    const number = reader.number();
    state.accounts.open(number, reader.byte() === 1);
  }
  const balances = reader.count();
  for (let i = 0; i < balances; i++) {
    const account = reader.count();
    const slot = state.balances.open(account, reader.count());
    state.balances.postBig(slot, reader.amount());
  }
  state.balances.clearTouched();
}

function writeSymbols(writer: ByteWriter, state: State): void {
  writer.count(state.symbols.length);
  for (const symbol of state.symbols) {
    writeCommand(writer, symbol.listed, 0);
    writer.byte(SYMBOL_STATES.indexOf(symbol.state));
    writer.text(symbol.stateReason);
    writer.count(symbol.lastIndexTicks);
  }
}

function readSymbols(reader: ByteReader, state: State): void {
  const count = reader.count();
  for (let i = 0; i < count; i++) {
    const listed = readCommand(reader, CODES.listSymbol, 0) as ListSymbol;
    const base = state.assets.get(listed.baseAssetId);
    const quote = state.assets.get(listed.quoteAssetId);
    if (base === undefined || quote === undefined) throw new RangeError('A symbol is of an unknown asset');
    const terms = orderTerms(listed, base.scale, quote.scale);
    if (terms === null) throw new RangeError('The steps of a symbol are damaged');
    const symbol = new SpotSymbol(listed, terms, i, state.orders, state.levels);
    symbol.state = SYMBOL_STATES[reader.byte()]!;
    symbol.stateReason = reader.text();
    symbol.setIndex(reader.count());
    openHouseBalances(state, symbol);
    state.symbols.push(symbol);
    state.symbolsById.set(listed.symbolId, symbol);
  }
}

function writeTraders(writer: ByteWriter, state: State): void {
  const { traders } = state;
  writer.count(traders.count);
  for (let slot = 1; slot <= traders.count; slot++) {
    writer.count(traders.account(slot));
    writer.count(traders.symbol(slot));
    writer.count(traders.baseBalance(slot));
    writer.count(traders.quoteBalance(slot));
  }
}

function readTraders(reader: ByteReader, state: State): void {
  const count = reader.count();
  for (let i = 0; i < count; i++) {
    state.traders.open(reader.count(), reader.count(), reader.count(), reader.count());
  }
}

function writeOrders(writer: ByteWriter, state: State): void {
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

function readOrders(reader: ByteReader, state: State): void {
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

function writeIndex(writer: ByteWriter, state: State): void {
  const { index } = state;
  writer.number(index.lastTickNo);
  writer.number(index.chainedMs);
  writer.number(index.recordNo);
  writer.hex(index.recordHash);
  writer.count(index.venues.size);
  for (const venue of index.venues.values()) {
    writer.count(venue.venueId);
    writer.text(venue.name);
    writer.count(venue.weightPpm);
  }
  writer.count(index.symbols.size);
  for (const [symbolId, symbol] of index.symbols) {
    writer.count(symbolId);
    writer.number(symbol.tickNo);
    writer.number(symbol.timeMs);
    writer.count(symbol.priceTicks);
    writer.count(symbol.venuesUsed);
    writer.count(symbol.quotes.size);
    for (const quote of symbol.quotes.values()) {
      writer.count(quote.venueId);
      writer.count(quote.bidTicks);
      writer.count(quote.askTicks);
      writer.number(quote.timeMs);
    }
  }
}

function readIndex(reader: ByteReader, state: State, format: string): void {
  const { index } = state;
  index.lastTickNo = reader.number();
  if (format === SNAPSHOT_FORMAT || format === UNRECORDED_FORMAT) index.chainedMs = reader.number();
  if (format === SNAPSHOT_FORMAT) {
    index.recordNo = reader.number();
    index.recordHash = reader.hex();
  }
  const venues = reader.count();
  for (let i = 0; i < venues; i++) {
    const venueId = reader.count();
    index.venues.set(venueId, { venueId, name: reader.text(), weightPpm: reader.count() });
  }
  const symbols = reader.count();
  for (let i = 0; i < symbols; i++) {
    const symbolId = reader.count();
    const head = {
      tickNo: reader.number(),
      timeMs: reader.number(),
      priceTicks: reader.count(),
      venuesUsed: reader.count(),
    };
    const symbol = { ...head, quotes: new Map() };
    const quotes = reader.count();
    for (let k = 0; k < quotes; k++) {
      const venueId = reader.count();
      symbol.quotes.set(venueId, {
        venueId,
        bidTicks: reader.count(),
        askTicks: reader.count(),
        timeMs: reader.number(),
      });
    }
    index.symbols.set(symbolId, symbol);
  }
}

function writeKeys(writer: ByteWriter, state: State): void {
  const { usedKeys } = state;
  writer.reserve(LEAST_KEY_BYTES * usedKeys.count);
  writer.count(usedKeys.count);
  for (const used of usedKeys.all()) {
    writer.number(used.userId);
    writer.text(used.key);
    writer.optionalText(used.bodyHash);
    writer.number(used.expiresMs);
    const { outcome } = used;
    writer.byte(outcome.ok ? 1 : 0);
    if (outcome.ok) {
      writer.count(outcome.orderId);
      writer.optionalText(outcome.status);
      writer.count(outcome.filledLots);
      writer.amount(outcome.filledQuote);
    } else {
      writer.text(outcome.code);
    }
  }
}

function readKeys(reader: ByteReader, state: State): void {
  const count = reader.count();
  for (let i = 0; i < count; i++) {
    const userId = reader.number();
    const key = reader.text();
    const bodyHash = reader.optionalText();
    const expiresMs = reader.number();
    const outcome = readOutcome(reader);
    state.usedKeys.add({ userId, key, bodyHash, outcome, expiresMs });
  }
}

function readOutcome(reader: ByteReader): Outcome {
  if (reader.byte() === 0) return { ok: false, code: reader.text() } as Outcome;
  return {
    ok: true,
    orderId: reader.count(),
    status: reader.optionalText(),
    filledLots: reader.count() as Lots,
    filledQuote: reader.amount() as Amount,
  } as Outcome;
}
