import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordedMt5 } from '../../apps/server/trading/mt5/recorded.ts';
import { simulatedMt5 } from '../../apps/server/trading/mt5/simulated.ts';
import { type House, openHouse } from './support/house.ts';
import { clientOf, refusal } from './support/person.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const FIRST_MS = Date.UTC(2020, 0, 6);

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'candor-mt5-'));
  const line = (hour: number) => `${FIRST_MS + hour * HOUR_MS},${1_500 + hour}.25,0,0,0,7`;
  const lines = Array.from({ length: 48 }, (_, hour) => line(hour));
  const text = ['time_server_ms,open,high,low,close,tick_volume', ...lines, ''].join('\n');
  await writeFile(join(folder, 'XAUUSD-h1.csv.gz'), gzipSync(text));
  await writeFile(join(folder, 'XAUUSD-d1.csv.gz'), gzipSync('not read: a shorter one is there'));
});
afterAll(() => rm(folder, { recursive: true }));

async function withHouse(options: Parameters<typeof openHouse>[0], test: (house: House) => Promise<void>) {
  const house = await openHouse(options);
  try {
    await test(house);
  } finally {
    await house.stop();
  }
}

const ask = (house: House, coin: string) => clientOf(house).call('getMt5Amount', { query: { coin } });

describe('gold and currencies', () => {
  it('have a price beside the simulator, the same for everybody at one time, and keep their case', async () => {
    let nowMs = Date.UTC(2026, 0, 1, 12);
    await withHouse({ clock: () => nowMs }, async (house) => {
      const gold = await ask(house, 'XAUUSD');
      expect(gold).toMatchObject({ coin: 'XAUUSD', market: 'mt5', source: 'simulator', marketTime: nowMs });
      expect(Number(gold.amount)).toBeGreaterThan(2_500);
      expect(Number(gold.amount)).toBeLessThan(2_800);
      expect(await ask(house, 'XAUUSD')).toEqual(gold);
      nowMs += HOUR_MS;
      const later = await ask(house, 'XAUUSD');
      expect(later.amount).not.toBe(gold.amount);
      expect(later.open).toBe(gold.open);
      expect((await ask(house, 'USDJPY')).amount).toMatch(/^1\d\d\.\d{3}$/);
      expect((await refusal(ask(house, 'xauusd'))).key).toBe('UNKNOWN_COIN');
      expect((await refusal(ask(house, 'toString'))).key).toBe('UNKNOWN_COIN');
    });
  });

  it('are played from a recording beside a replay, over and over', async () => {
    const nowMs = FIRST_MS + 30 * HOUR_MS + 1;
    const options = { clock: () => nowMs, mt5Candles: folder, feedKind: () => 'replay' as const };
    await withHouse(options, async (house) => {
      expect(await ask(house, 'XAUUSD')).toMatchObject({
        amount: '1530.25',
        open: '1524.25',
        source: 'replay',
        marketTime: nowMs,
      });
      expect((await refusal(ask(house, 'EURUSD'))).key).toBe('UNKNOWN_COIN');
    });
    const feed = await recordedMt5(folder);
    const lengthMs = 47 * HOUR_MS + 1;
    for (const rounds of [0, 1, 1_000]) {
      const at = feed.priceAt('XAUUSD', FIRST_MS + rounds * lengthMs + 5 * HOUR_MS);
      expect(at).toMatchObject({ amount: 150_525n, marketMs: FIRST_MS + 5 * HOUR_MS });
    }
  });

  it('have no price beside live venues, nor beside a replay without a recording', async () => {
    for (const feedKind of ['live', 'replay'] as const)
      await withHouse({ feedKind: () => feedKind }, async (house) => {
        expect((await refusal(ask(house, 'XAUUSD'))).key).toBe('MT5_UNAVAILABLE');
      });
  });

  it('are listed as quotes with their week, gold first, and drawn over a span', async () => {
    const nowMs = Date.UTC(2026, 0, 1, 12, 0, 1);
    await withHouse({ clock: () => nowMs }, async (house) => {
      const client = clientOf(house);
      const { source, records } = await client.call('getMt5Quotes');
      expect(source).toBe('simulator');
      expect(records.map(({ coin }) => coin).slice(0, 3)).toEqual(['XAUUSD', 'AUDUSD', 'EURGBP']);
      expect(records[0]).toMatchObject({ showSymbol: 'XAU/USD', kind: 'gold', market: 'mt5', decimals: 2 });
      const [{ amount, open, week, changePercent }] = records as [(typeof records)[number]];
      expect(amount).toBe((await ask(house, 'XAUUSD')).amount);
      expect(week).toHaveLength(43);
      expect(week.at(-1)).toBe(amount);
      const change = ((Number(amount) - Number(open)) / Number(open)) * 100;
      expect(Math.abs(Number(changePercent) - change)).toBeLessThan(0.001);
      for (const [range, points, stepMs] of [
        ['1d', 97, HOUR_MS / 4],
        ['7d', 85, 2 * HOUR_MS],
        ['30d', 121, 6 * HOUR_MS],
      ] as const) {
        const chart = await client.call('getMt5Chart', { query: { coin: 'EURUSD', range } });
        expect(chart.points).toHaveLength(points);
        expect(chart.points[1]!.t - chart.points[0]!.t).toBe(stepMs);
        expect(chart.points.at(-1)!.t).toBe(nowMs);
        expect((await client.call('getMt5Chart', { query: { coin: 'EURUSD', range } })).points).toEqual(
          chart.points,
        );
      }
      const lower = client.call('getMt5Chart', { query: { coin: 'eurusd', range: '1d' } });
      expect((await refusal(lower)).key).toBe('UNKNOWN_COIN');
    });
    await withHouse({ feedKind: () => 'live' as const }, async (house) => {
      const client = clientOf(house);
      expect(await client.call('getMt5Quotes')).toMatchObject({ source: null, records: [] });
      const chart = client.call('getMt5Chart', { query: { coin: 'XAUUSD', range: '1d' } });
      expect((await refusal(chart)).key).toBe('MT5_UNAVAILABLE');
    });
  });

  it('move by little from second to second and stay near their anchor', () => {
    const feed = simulatedMt5('ab'.repeat(32));
    let last: bigint | null = null;
    for (let ms = FIRST_MS; ms < FIRST_MS + 600_000; ms += 1_000) {
      const { amount } = feed.priceAt('EURUSD', ms)!;
      if (last !== null) expect(amount - last < 20n && last - amount < 20n).toBe(true);
      last = amount;
    }
    for (let day = 0; day < 400; day++) {
      const { amount } = feed.priceAt('EURUSD', FIRST_MS + day * DAY_MS)!;
      expect(amount > 100_000n && amount < 108_000n).toBe(true);
    }
  });

  it('are refused with a folder that holds none', async () => {
    await expect(recordedMt5(join(folder, 'none'))).rejects.toMatchObject({ code: 'BAD_CONFIG' });
    const empty = await mkdtemp(join(tmpdir(), 'candor-mt5-'));
    await expect(recordedMt5(empty)).rejects.toThrow(/without candles/);
    await writeFile(join(empty, 'XAUUSD-h1.csv.gz'), gzipSync('time_server_ms,open,high\n5,1\n4,1\n'));
    await expect(recordedMt5(empty)).rejects.toThrow(/line 3/);
    await rm(empty, { recursive: true });
  });
});
