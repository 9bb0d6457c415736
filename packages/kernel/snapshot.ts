import { ByteReader, ByteWriter } from './codec/bytes.ts';
import { Hash128 } from './codec/hash128.ts';
import { readOutcome, writeOutcome } from './codec/outcomes.ts';
import { FEEDS, MODES } from './codec/words.ts';
import { NAMED_ACCOUNTS } from './ledger/accounts.ts';
import type { ProductPart } from './product.ts';
import type { State } from './state.ts';

const MAGIC = 'candor-kernel';
/** Format of the bytes, not of the rules: a kernel of newer rules reads it as long as the state has the same parts. */
export const SNAPSHOT_FORMAT = 'core-4';
const LEAST_KEY_BYTES = 9;

/**
 * The whole state as bytes: the same for kernels that will behave the same, however they came there (live, loaded or
 * replayed). Throws TooManyBytes where it is clearly larger than `maxBytes`, before most of the work is done.
 */
export function writeState(state: State, products: readonly ProductPart[], maxBytes?: number): Uint8Array {
  const writer = new ByteWriter(maxBytes);
  writer.text(MAGIC);
  writer.text(SNAPSHOT_FORMAT);
  writeHead(writer, state);
  writeAssets(writer, state);
  writeAccounts(writer, state);
  writeIndex(writer, state);
  writeKeys(writer, state);
  writeProducts(writer, products);
  const body = writer.finish();
  writer.text(digestOf(body));
  return writer.finish();
}

/** Fills an empty state. Throws RangeError where the bytes are damaged or of another format. */
export function readState(bytes: Uint8Array, state: State, products: readonly ProductPart[]): void {
  const reader = new ByteReader(bytes);
  if (reader.text() !== MAGIC) throw new RangeError('This is no snapshot of a kernel');
  const format = reader.text();
  if (format !== SNAPSHOT_FORMAT)
    throw new RangeError(`This snapshot is of format ${format}, not of ${SNAPSHOT_FORMAT}`);
  readHead(reader, state);
  readAssets(reader, state);
  readAccounts(reader, state);
  readIndex(reader, state);
  readKeys(reader, state);
  readProducts(reader, products);
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

function writeProducts(writer: ByteWriter, products: readonly ProductPart[]): void {
  writer.count(products.length);
  for (const product of products) {
    writer.text(product.name);
    product.write(writer);
  }
}

/** A product that the snapshot does not know yet begins empty. */
function readProducts(reader: ByteReader, products: readonly ProductPart[]): void {
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
  writer.count(state.fees.makerPpm[0]!);
  writer.count(state.fees.takerPpm[0]!);
  writer.count(state.lastOrderId);
  writer.count(state.lastTradeId);
  writer.number(state.resumedMs);
}

function readHead(reader: ByteReader, state: State): void {
  state.seq = reader.count();
  state.timeMs = reader.number();
  const mode = reader.byte();
  state.mode = mode === 0 ? null : MODES[mode - 1]!;
  const feed = reader.byte();
  state.feed = feed === 0 ? null : FEEDS[feed - 1]!;
  state.seedHash = reader.optionalText();
  state.fees.setFlat(reader.count(), reader.count());
  state.lastOrderId = reader.count();
  state.lastTradeId = reader.count();
  state.resumedMs = reader.number();
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

function readIndex(reader: ByteReader, state: State): void {
  const { index } = state;
  index.lastTickNo = reader.number();
  index.chainedMs = reader.number();
  index.recordNo = reader.number();
  index.recordHash = reader.hex();
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
    writeOutcome(writer, used.outcome);
  }
}

function readKeys(reader: ByteReader, state: State): void {
  const count = reader.count();
  for (let i = 0; i < count; i++) {
    const userId = reader.number();
    const key = reader.text();
    const bodyHash = reader.optionalText();
    const expiresMs = reader.number();
    state.usedKeys.add({ userId, key, bodyHash, outcome: readOutcome(reader), expiresMs });
  }
}
