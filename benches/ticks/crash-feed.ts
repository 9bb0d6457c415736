/** Creates a recorded feed of bitcoin whose price is constant, or falls all at once. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

export const PRICE = 60_000;
const FALLEN_PRICE = 58_200;
const BEGIN_MS = Date.UTC(2024, 0, 1);
const EVERY_MS = 250;
const SECONDS = 900;
const LEVELS = 5;

/**
 * Writes the feed into a separate folder and returns its path. `fallsAtS` is in seconds from the feed's beginning.
 */
export async function writeFeed(folder: string, fallsAtS: number | null): Promise<string> {
  await mkdir(folder, { recursive: true });
  const path = join(folder, 'btcusdt.feed.gz');
  await writeFile(path, gzipSync(`${linesOf(fallsAtS).join('\n')}\n`));
  return path;
}

function linesOf(fallsAtS: number | null): string[] {
  const lines: string[] = [];
  const say = (timeMs: number, message: object) => lines.push(`${timeMs}000000 ${JSON.stringify(message)}`);
  let price = PRICE;
  say(BEGIN_MS, { lastUpdateId: 1, bids: side(price, -1, '4'), asks: side(price, 1, '4') });
  for (let step = 1; step * EVERY_MS <= SECONDS * 1_000; step += 1) {
    const timeMs = BEGIN_MS + step * EVERY_MS;
    const isFall = fallsAtS !== null && step * EVERY_MS === fallsAtS * 1_000;
    const gone = isFall
      ? { b: side(price, -1, '0'), a: side(price, 1, '0') }
      : { b: [] as string[][], a: [] as string[][] };
    if (isFall) price = FALLEN_PRICE;
    const quantity = String(4 + (step % 5));
    const data = {
      ...{ e: 'depthUpdate', E: timeMs, s: 'BTCUSDT', U: step + 1, u: step + 1 },
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
