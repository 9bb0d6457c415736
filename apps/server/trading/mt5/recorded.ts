import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import { parseDecimal } from '@candor/money';
import { StartupError } from '../../base/errors/startup-error.ts';
import { DAY_MS, inOrder, type Mt5Feed } from './mt5-feed.ts';

interface Recorded {
  readonly timesMs: readonly number[];
  readonly opens: readonly bigint[];
  readonly decimals: number;
}

const NAME = /^([A-Za-z]{3,12})-(h1|h4|d1)\.csv\.gz$/;
const LENGTHS = ['h1', 'h4', 'd1'];
const HEADER = 'time_server_ms,open,';

/**
 * Plays recorded candles (`XAUUSD-h1.csv.gz`, of each coin the shortest) over and over: the price is the opening of the
 * candle that the clock has reached. Throws StartupError BAD_CONFIG.
 */
export async function recordedMt5(folder: string): Promise<Mt5Feed> {
  const finest = new Map<string, { readonly name: string; readonly rank: number }>();
  const names = await readdir(folder).catch(() =>
    fail(`MT5_CANDLES names no folder that can be read: ${folder}`),
  );
  for (const name of names) {
    const [, coin, length] = NAME.exec(name) ?? [];
    if (coin === undefined || length === undefined) continue;
    const rank = LENGTHS.indexOf(length);
    if (rank < (finest.get(coin)?.rank ?? LENGTHS.length)) finest.set(coin, { name, rank });
  }
  if (finest.size === 0)
    fail(`MT5_CANDLES names a folder without candles such as XAUUSD-h1.csv.gz: ${folder}`);
  const coins = new Map<string, Recorded>();
  for (const [coin, { name }] of finest) coins.set(coin, await readCandles(join(folder, name)));
  return {
    source: 'replay',
    coins: inOrder(coins.keys()),
    priceAt(coin, nowMs) {
      const recorded = coins.get(coin);
      if (recorded === undefined) return null;
      const { timesMs, opens, decimals } = recorded;
      const firstMs = timesMs[0]!;
      const lengthMs = timesMs.at(-1)! - firstMs + 1;
      const marketMs = firstMs + ((((nowMs - firstMs) % lengthMs) + lengthMs) % lengthMs);
      const at = lastUpTo(timesMs, marketMs);
      const day = Math.max(0, lastUpTo(timesMs, Math.floor(marketMs / DAY_MS) * DAY_MS));
      return { amount: opens[at]!, open: opens[day]!, decimals, marketMs };
    },
  };
}

/** The place of the last time that is not after `timeMs`; -1 where all are. */
function lastUpTo(timesMs: readonly number[], timeMs: number): number {
  let [low, high] = [0, timesMs.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (timesMs[middle]! <= timeMs) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

async function readCandles(path: string): Promise<Recorded> {
  const rows: { readonly timeMs: number; readonly open: string }[] = [];
  const lines = createInterface({ input: createReadStream(path).pipe(createGunzip()) });
  let isFirst = true;
  for await (const line of lines) {
    if (isFirst && !line.startsWith(HEADER)) fail(`${path} does not begin with ${HEADER}`);
    const [time = '', open = ''] = line.split(',');
    if (!isFirst && line !== '') rows.push({ timeMs: Number(time), open });
    isFirst = false;
  }
  const decimals = Math.max(0, ...rows.map(({ open }) => (open.split('.')[1] ?? '').length));
  let earlierMs = 0;
  const opens = rows.map(({ timeMs, open }, at) => {
    const units = parseDecimal(open, decimals);
    const isInOrder = Number.isSafeInteger(timeMs) && timeMs > earlierMs;
    if (units === null || units <= 0n || !isInOrder)
      fail(`${path}, line ${at + 2}: no candle after the one before`);
    earlierMs = timeMs;
    return units;
  });
  if (opens.length === 0) fail(`${path} holds no candles`);
  return { timesMs: rows.map(({ timeMs }) => timeMs), opens, decimals };
}

function fail(message: string): never {
  throw new StartupError('BAD_CONFIG', message);
}
