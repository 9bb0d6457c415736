import { basename } from 'node:path';
import { type Candle, INTERVALS, intervalMs } from '@candor/prices';
import type { PastCandles, VenueLevel } from '../types.ts';
import { type CandleFile, candleFiles, readCandleFile } from './candle-files.ts';
import { walkCandle } from './candle-walk.ts';
import { type RecordedEvent, type Recording, RecordingError } from './recording.ts';

const DAY_MS = 86_400_000;
/** Length of the past that charts begin with: this much of the recording, but not more than half of it. */
const PAST_MS = 7 * DAY_MS;
const BOOK_LEVELS = 20;
/** Made-up levels lie this part of the price apart, at least one in the last decimal. */
const LEVEL_GAP_DIVISOR = 20_000n;

interface Track {
  readonly file: CandleFile;
  readonly candles: readonly Candle[];
}

/**
 * Opens a folder of candle files: of each symbol the shortest candles are walked into trades, with a made-up book
 * around them. The first week is the past. Throws RecordingError.
 */
export async function openCandleFolder(folder: string): Promise<Recording> {
  const files = await candleFiles(folder);
  const finest = new Map<string, CandleFile>();
  for (const file of files) {
    const other = finest.get(file.symbol);
    if (other === undefined || rank(file) < rank(other)) finest.set(file.symbol, file);
  }
  const tracks = await Promise.all(
    [...finest.values()].map(async (file): Promise<Track> => ({ file, candles: await readCandleFile(file) })),
  );
  const playable = tracks.filter(({ candles }) => candles.length > 0);
  if (playable.length === 0) throw new RecordingError(`${basename(folder)} holds no candles`);
  const firstMs = Math.max(...playable.map(({ candles }) => candles[0]!.openMs));
  const lastMs = Math.max(...playable.map(({ candles }) => candles.at(-1)!.openMs));
  const startMs = firstMs + Math.floor(Math.min(PAST_MS, (lastMs - firstMs) / 2) / DAY_MS) * DAY_MS;
  const symbols = playable.map(({ file }) => file.symbol);
  return {
    name: basename(folder),
    symbols,
    startMs,
    candleFolders: [],
    note:
      `Recorded candles of ${symbols.join(', ')} from ${basename(folder)}, from ${new Date(startMs).toISOString()}: ` +
      'the prices between open, high, low and close, and the books around them, are made up.',
    events: () => playTracks(playable, startMs),
    past: () => pastOf(files, startMs),
  };
}

function rank(file: CandleFile): number {
  return INTERVALS.indexOf(file.interval);
}

async function* pastOf(files: readonly CandleFile[], startMs: number): AsyncGenerator<PastCandles> {
  for (const file of files) {
    const length = intervalMs(file.interval);
    const candles = (await readCandleFile(file)).filter(({ openMs }) => openMs + length <= startMs);
    if (candles.length > 0) yield { symbol: file.symbol, interval: file.interval, candles };
  }
}

/** Always the track whose next candle opens first; the trades of candles that overlap are merged by their time. */
async function* playTracks(tracks: readonly Track[], startMs: number): AsyncGenerator<RecordedEvent> {
  const playing = tracks.map((track) => walkTrack(track, startMs));
  const heads = playing.map((walk) => walk.next());
  for (;;) {
    let first = -1;
    for (const [at, head] of heads.entries()) {
      if (head.done === true) continue;
      if (first < 0 || head.value.timeMs < heads[first]!.value!.timeMs) first = at;
    }
    const head = heads[first];
    if (head === undefined || head.done === true) return;
    yield head.value;
    heads[first] = playing[first]!.next();
  }
}

function* walkTrack({ file, candles }: Track, startMs: number): Generator<RecordedEvent, undefined> {
  const { symbol } = file;
  const length = intervalMs(file.interval);
  for (const candle of candles) {
    if (candle.openMs < startMs) continue;
    let before = candle.open;
    for (const [at, step] of walkCandle(candle, length).entries()) {
      const timeMs = candle.openMs + step.offsetMs;
      yield { kind: 'book', timeMs, symbol, ...madeUpBook(step.price, step.quantity) };
      const takerSide = step.price >= before ? 'buy' : 'sell';
      yield { kind: 'trade', timeMs, symbol, id: `${candle.openMs}-${at}`, takerSide, ...step };
      before = step.price;
    }
  }
  return undefined;
}

function madeUpBook(price: bigint, quantity: bigint): { bids: VenueLevel[]; asks: VenueLevel[] } {
  const gap = price / LEVEL_GAP_DIVISOR > 0n ? price / LEVEL_GAP_DIVISOR : 1n;
  const levels = (side: 1n | -1n) =>
    Array.from({ length: BOOK_LEVELS }, (_, at) => ({
      price: price + side * gap * BigInt(at + 1),
      quantity: quantity * BigInt(1 + (at % 5)) + 1n,
    })).filter((level) => level.price > 0n);
  return { bids: levels(-1n), asks: levels(1n) };
}
