import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parseDecimal } from '@candor/money';
import { type Candle, INTERVALS, type Interval, MARKET_SCALE } from '@candor/prices';
import { RecordingError } from './recording.ts';
import { textLines } from './text-lines.ts';

/** A file of recorded candles, as its name says: `BTCUSDT-1h.csv.gz`. */
export interface CandleFile {
  readonly path: string;
  readonly name: string;
  readonly symbol: string;
  readonly interval: Interval;
}

const NAME = /^([A-Z0-9]{2,20})-(\w{2,3})\.csv\.gz$/;

/** The candle files of a folder, by name. */
export async function candleFiles(folder: string): Promise<CandleFile[]> {
  const files: CandleFile[] = [];
  for (const name of (await readdir(folder)).sort()) {
    const [, symbol = '', length] = NAME.exec(name) ?? [];
    const interval = INTERVALS.find((candidate) => candidate === length);
    if (interval !== undefined) files.push({ path: join(folder, name), name, symbol, interval });
  }
  return files;
}

const COLUMNS = ['open_time_ms', 'open', 'high', 'low', 'close', 'volume'] as const;

/**
 * Reads a candle file: a header that names the columns, then a candle a line, oldest first. Where `quote_volume` is
 * not among the columns it is estimated as volume times the mean of open, high, low and close. Throws RecordingError.
 */
export async function readCandleFile(file: CandleFile): Promise<Candle[]> {
  const candles: Candle[] = [];
  let places: readonly number[] | null = null;
  let quotePlace = -1;
  for await (const line of textLines(file.path)) {
    const fields = line.split(',');
    if (places === null) {
      places = COLUMNS.map((column) => fields.indexOf(column));
      quotePlace = fields.indexOf('quote_volume');
      if (places.includes(-1)) throw new RecordingError(`${file.name} has no columns ${COLUMNS.join(', ')}`);
      continue;
    }
    if (line === '') continue;
    const candle = readCandle(file, fields, places, quotePlace, candles.length + 2);
    if (candle.openMs <= (candles.at(-1)?.openMs ?? -1))
      throw new RecordingError(`${file.name} is not in order of time`);
    candles.push(candle);
  }
  return candles;
}

function readCandle(
  file: CandleFile,
  fields: readonly string[],
  places: readonly number[],
  quotePlace: number,
  lineNo: number,
): Candle {
  const value = (place: number): bigint => {
    const units = parseDecimal(fields[place] ?? '', MARKET_SCALE);
    if (units === null)
      throw new RecordingError(`${file.name}, line ${lineNo}: "${fields[place]}" is no decimal`);
    return units;
  };
  const [time = -1, ...rest] = places;
  const [open, high, low, close, volume] = rest.map(value) as [bigint, bigint, bigint, bigint, bigint];
  const openMs = Number(fields[time]);
  if (!Number.isSafeInteger(openMs) || openMs < 0)
    throw new RecordingError(`${file.name}, line ${lineNo}: no time`);
  if (high < open || high < close || low > open || low > close) {
    throw new RecordingError(`${file.name}, line ${lineNo}: high and low do not hold the others`);
  }
  const mean = (open + high + low + close) / 4n;
  const quoteVolume = quotePlace >= 0 ? value(quotePlace) : (mean * volume) / 10n ** BigInt(MARKET_SCALE);
  return { openMs, open, high, low, close, volume, quoteVolume };
}
