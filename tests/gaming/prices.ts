import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { Random } from '../../tools/workload/random.ts';
import { recordedData } from '../support/recorded-data.ts';

export const GRID_MS = 250;

/** A venue's price in ticks at each step of the 250 ms grid, from a tick number on. */
export interface PricePath {
  readonly name: string;
  readonly firstTickNo: number;
  readonly ticks: readonly number[];
}

/** A walk without drift: up or down by some ticks at each step, now and then by many. */
export function walk(seed: number, steps: number): PricePath {
  const random = new Random(seed);
  const ticks: number[] = [];
  let price = 6_000_000;
  for (let step = 0; step < steps; step++) {
    const size = random.chance(0.02) ? 600 : 60;
    price += random.int(-size, size);
    ticks.push(price);
  }
  return { name: `a walk of seed ${seed}`, firstTickNo: 6_800_000_000, ticks };
}

/** The trades that were recorded of a venue: the price at each step is that of the last trade before. */
export function recorded(market: 'spot' | 'usdm'): PricePath {
  const file = recordedData('binance-l2-feed', `${market}-btcusdt.trades.csv.gz`);
  const ticks: number[] = [];
  let firstTickNo = 0;
  let last = 0;
  for (const line of gunzipSync(readFileSync(file)).toString().trim().split('\n').slice(1)) {
    const [, timeMs, price] = line.split(',');
    const tickNo = Math.ceil(Number(timeMs) / GRID_MS);
    if (firstTickNo === 0) firstTickNo = tickNo;
    while (ticks.length < tickNo - firstTickNo) ticks.push(last);
    last = Math.round(Number(price) * 100);
    ticks[tickNo - firstTickNo] = last;
  }
  return { name: `recorded ${market} trades`, firstTickNo, ticks };
}

/** A month of recorded minutes, played so that one minute passes in each step of the grid. */
export function minutes(symbol: 'BTCUSDT' | 'ETHUSDT' | 'BNBUSDT'): PricePath {
  const file = recordedData('binance-klines-1m-2024-01', `${symbol}-1m.csv.gz`);
  const lines = gunzipSync(readFileSync(file)).toString().trim().split('\n').slice(1);
  const ticks = lines.map((line) => Math.round(Number(line.split(',')[4]) * 100));
  return { name: `recorded minutes of ${symbol}`, firstTickNo: 6_816_000_000, ticks };
}
