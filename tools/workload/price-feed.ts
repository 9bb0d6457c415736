/** Creates a recorded feed of bitcoin whose price follows a function of the time. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** The time in the recorded market when the feed begins. */
export const FEED_BEGIN_MS = Date.UTC(2024, 0, 1);
const EVERY_MS = 250;
const LEVELS = 5;

export interface PriceFeed {
  readonly seconds: number;
  /** The price in whole USDT at a time in ms from the feed's beginning. */
  readonly priceAt: (ms: number) => number;
}

/** Writes the feed into a folder of its own, and returns its path. */
export async function writeFeed(folder: string, feed: PriceFeed): Promise<string> {
  await mkdir(folder, { recursive: true });
  const path = join(folder, 'btcusdt.feed.gz');
  await writeFile(path, gzipSync(`${linesOf(feed).join('\n')}\n`));
  return path;
}

function linesOf({ seconds, priceAt }: PriceFeed): string[] {
  const lines: string[] = [];
  const say = (timeMs: number, message: object) => lines.push(`${timeMs}000000 ${JSON.stringify(message)}`);
  let price = priceAt(0);
  say(FEED_BEGIN_MS, { lastUpdateId: 1, bids: side(price, -1, '4'), asks: side(price, 1, '4') });
  for (let step = 1; step * EVERY_MS <= seconds * 1_000; step += 1) {
    const timeMs = FEED_BEGIN_MS + step * EVERY_MS;
    const next = priceAt(step * EVERY_MS);
    const gone =
      next !== price
        ? { b: side(price, -1, '0'), a: side(price, 1, '0') }
        : { b: [] as string[][], a: [] as string[][] };
    price = next;
    const quantity = String(4 + (step % 5));
    const data = {
      e: 'depthUpdate',
      E: timeMs,
      s: 'BTCUSDT',
      U: step + 1,
      u: step + 1,
      b: [...gone.b, ...side(price, -1, quantity)],
      a: [...gone.a, ...side(price, 1, quantity)],
    };
    say(timeMs, { stream: 'btcusdt@depth', data });
    if (step % 4 !== 0) continue;
    const trade = {
      e: 'trade',
      E: timeMs,
      T: timeMs,
      s: 'BTCUSDT',
      t: step,
      p: String(price),
      q: '0.1',
      m: true,
    };
    say(timeMs, { stream: 'btcusdt@trade', data: trade });
  }
  return lines;
}

function side(price: number, sign: 1 | -1, quantity: string): string[][] {
  return Array.from({ length: LEVELS }, (_, level) => [String(price + sign * (level + 1)), quantity]);
}
