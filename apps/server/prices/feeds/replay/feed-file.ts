import { readdir } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { type FeedLine, readFeedLine } from './binance-lines.ts';
import { type CandleFile, candleFiles } from './candle-files.ts';
import { DepthBook } from './depth-book.ts';
import { type RecordedEvent, type Recording, RecordingError } from './recording.ts';
import { textLines } from './text-lines.ts';

const BOOK_LEVELS = 25;

/** Opens a recorded feed (`.feed.gz`): its book is rebuilt from the snapshot and the diffs, its trades are played as they were. */
export async function openFeedFile(path: string): Promise<Recording> {
  const name = basename(path);
  const first = await firstTimed(path);
  return {
    name,
    symbols: [first.symbol],
    startMs: first.timeMs,
    candleFolders: await foldersBeside(path),
    note: `Recorded prices: book and trades of ${first.symbol} from ${name}, ${new Date(first.timeMs).toISOString()}.`,
    events: () => playFile(path),
    past: async function* () {},
  };
}

/** The folders next to the recording's own that hold candle files. */
async function foldersBeside(path: string): Promise<string[]> {
  const shelf = dirname(dirname(resolve(path)));
  const folders = (await readdir(shelf, { withFileTypes: true })).filter((entry) => entry.isDirectory());
  const names = folders.map(({ name }) => join(shelf, name)).sort();
  const holding = await Promise.all(
    names.map(async (folder) => (await candleFilesOrNone(folder)).length > 0),
  );
  return names.filter((_, at) => holding[at]);
}

/** A folder that may not be read holds nothing for us. */
async function candleFilesOrNone(folder: string): Promise<readonly CandleFile[]> {
  return candleFiles(folder).catch(() => []);
}

/** The lines of a recorded feed, in order. Throws RecordingError for a damaged file or line. */
export async function* feedLines(path: string): AsyncGenerator<FeedLine> {
  for await (const line of textLines(path)) if (line !== '') yield readFeedLine(line);
}

async function firstTimed(path: string): Promise<{ symbol: string; timeMs: number }> {
  for await (const line of feedLines(path)) {
    if (line.kind === 'depth') return { symbol: line.update.s, timeMs: line.update.E };
    if (line.kind === 'trade') return { symbol: line.trade.s, timeMs: line.trade.T };
  }
  throw new RecordingError(`${basename(path)} holds no diff and no trade`);
}

async function* playFile(path: string): AsyncGenerator<RecordedEvent> {
  const book = new DepthBook();
  let symbol = '';
  let lastMs = 0;
  for await (const line of feedLines(path)) {
    if (line.kind === 'snapshot') book.snapshot(line.snapshot);
    else if (line.kind === 'trade') {
      const { s, t, p, q, m, T } = line.trade;
      yield {
        kind: 'trade',
        timeMs: T,
        symbol: s,
        id: String(t),
        price: p,
        quantity: q,
        takerSide: m ? 'sell' : 'buy',
      };
    } else if (line.kind === 'depth') {
      symbol = line.update.s;
      lastMs = line.update.E;
      if (!book.update(line.update)) continue;
    } else continue;
    if (line.kind === 'trade' || symbol === '' || book.lastUpdateId === null) continue;
    yield { kind: 'book', timeMs: lastMs, symbol, ...book.levels(BOOK_LEVELS) };
  }
}
