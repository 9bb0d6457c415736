import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { StartupError } from '../../base/errors/startup-error.ts';
import type { FeedView } from '../../prices/feeds/index.ts';
import { type CandleFile, candleFiles, RecordingError, readCandleFile } from '../../prices/feeds/index.ts';
import type { CandleStore } from './candle-store.ts';

/** Source under which recorded candles are kept that lie behind a replay. */
const SOURCE = 'recorded';

export interface HistoryOptions {
  readonly store: CandleStore;
  readonly feed: FeedView;
  /** The folder that was asked for; null for those that lie beside the recording. */
  readonly folder: string | null;
  readonly say: (line: string) => void;
}

/**
 * Loads the recorded candles that a replay's charts go back to, once for each file, and returns the sources to look
 * in. Only a replay has such a past: the others' prices would not join it. Throws StartupError for a folder that
 * cannot be read.
 */
export async function loadHistory({ store, feed, folder, say }: HistoryOptions): Promise<string[]> {
  if (feed.kind !== 'replay') {
    if (folder !== null)
      say(`The candles in ${folder} are left out: they would not join the prices of the ${feed.kind}.`);
    return [];
  }
  const folders = folder === null ? feed.candleFolders : [folder];
  const seen = new Set<string>();
  let loaded = 0;
  for (const file of await filesOf(folders, feed.symbols)) {
    const kind = `${file.symbol} ${file.interval}`;
    if (seen.has(kind)) continue;
    seen.add(kind);
    loaded += await loadFile(store, file);
  }
  if (loaded > 0) {
    say(`Loaded ${loaded} recorded candles for the past of the charts`);
    await store.fillLonger(SOURCE, feed.symbols, 0, Number.MAX_SAFE_INTEGER);
  }
  return [SOURCE];
}

async function filesOf(folders: readonly string[], symbols: readonly string[]): Promise<CandleFile[]> {
  const files: CandleFile[] = [];
  for (const folder of folders) {
    try {
      files.push(...(await candleFiles(folder)));
    } catch (cause) {
      const why = cause instanceof Error ? cause.message : cause;
      throw new StartupError('BAD_CONFIG', `The candles in ${folder} cannot be read: ${why}`, { cause });
    }
  }
  return files.filter(({ symbol }) => symbols.includes(symbol));
}

/** The number of candles read; 0 where this very file was loaded before. */
async function loadFile(store: CandleStore, file: CandleFile): Promise<number> {
  const { size, mtimeMs } = await stat(file.path);
  const modifiedMs = Math.floor(mtimeMs);
  if (await store.isLoaded(SOURCE, file.path, size, modifiedMs)) return 0;
  try {
    const candles = await readCandleFile(file);
    const { symbol, interval } = file;
    await store.write(
      SOURCE,
      candles.map((candle) => ({ symbol, interval, candle })),
      true,
    );
    await store.setLoaded(SOURCE, file.path, size, modifiedMs, candles.length);
    return candles.length;
  } catch (error) {
    if (!(error instanceof RecordingError)) throw error;
    throw new StartupError('BAD_CONFIG', `${basename(file.path)} is no file of candles: ${error.message}`, {
      cause: error,
    });
  }
}
