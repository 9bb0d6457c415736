import type { Amount, PriceTicks } from '@candor/money';
import { INDEX_GRID_MS } from '@candor/prices';
import type { ChangeCommand, CoreCommand, IndexTick, TickRecord, VenueQuote } from '../commands.ts';
import type { ByteReader, ByteWriter } from './bytes.ts';
import type { WholeCodecs } from './fields.ts';
import { readHash, writeHash } from './hash-text.ts';
import { codeOf, FEEDS, MODES, nameOf } from './words.ts';

const KINDS = ['user', 'house'] as const;
const IS_CHAINED = 1;
const IS_RECORDED = 2;

/** Commands that belong to no product, by type. */
export const coreCodecs: WholeCodecs<Exclude<CoreCommand, ChangeCommand>> = {
  genesis: {
    code: 1,
    write(writer, command) {
      writer.byte(codeOf(MODES, command.mode));
      writer.byte(codeOf(FEEDS, command.feed));
      writer.optionalText(command.seedHash);
    },
    read: (reader) => ({
      type: 'genesis',
      mode: nameOf(MODES, reader),
      feed: nameOf(FEEDS, reader),
      seedHash: reader.optionalText(),
    }),
  },
  listAsset: {
    code: 2,
    write(writer, command) {
      writer.number(command.assetId);
      writer.text(command.code);
      writer.text(command.name);
      writer.number(command.scale);
    },
    read: (reader) => ({
      type: 'listAsset',
      assetId: reader.number(),
      code: reader.text(),
      name: reader.text(),
      scale: reader.number(),
    }),
  },
  openAccount: {
    code: 6,
    write(writer, command) {
      writer.number(command.accountUserId);
      writer.byte(codeOf(KINDS, command.kind));
    },
    read: (reader) => ({
      type: 'openAccount',
      accountUserId: reader.number(),
      kind: nameOf(KINDS, reader),
    }),
  },
  practiceFunds: {
    code: 7,
    write(writer, command) {
      writer.number(command.accountUserId);
      writer.number(command.assetId);
      writer.amount(command.amount);
    },
    read: (reader) => ({
      type: 'practiceFunds',
      accountUserId: reader.number(),
      assetId: reader.number(),
      amount: reader.amount() as Amount,
    }),
  },
  setVenue: {
    code: 9,
    write(writer, command) {
      writer.number(command.venueId);
      writer.text(command.name);
      writer.number(command.weightPpm);
    },
    read: (reader) => ({
      type: 'setVenue',
      venueId: reader.number(),
      name: reader.text(),
      weightPpm: reader.number(),
    }),
  },
  tick: {
    code: 14,
    write() {},
    read: () => ({ type: 'tick' }),
  },
  indexTick: { code: 15, isRelative: true, write: writeIndexTick, read: readIndexTick },
  setPriceBand: {
    code: 17,
    write(writer, command) {
      writer.number(command.symbolId);
      writer.number(command.priceBandPpm);
    },
    read: (reader) => ({
      type: 'setPriceBand',
      symbolId: reader.number(),
      priceBandPpm: reader.number(),
    }),
  },
};

/** A quote is written as its differences from the one before it, the time from the command's. */
function writeIndexTick(writer: ByteWriter, command: IndexTick, timeMs: number): void {
  const { chainedMs, record } = command;
  writer.number(command.tickNo - Math.floor(timeMs / INDEX_GRID_MS));
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
  const tickNo = reader.number() + Math.floor(timeMs / INDEX_GRID_MS);
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
