import type { Command, Gear } from '@candor/kernel';
import type { Amount } from '@candor/money';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type House, openHouse } from './support/house.ts';
import { ETH, HOUSE } from './support/listing.ts';
import { clientOf } from './support/person.ts';

const COIN = 100_000_000n;
const HOUR_MS = 3_600_000;
const HOUR = 3_600;
const START = Date.UTC(2028, 0, 25);
const USER = 4_000;
/** Parts of a unit. */
const UNIT = 86_400n * 1_000_000n;
const gear = (coins: bigint, dailyPpm: number): Gear => ({ minAmount: (coins * COIN) as Amount, dailyPpm });
const FIRST = [gear(1n, 1_000), gear(2n, 5_000), gear(5n, 10_000)];
/** The gears of today: the lines are of their amounts, also before they were gears. */
const NEXT = [gear(2n, 9_000), gear(4n, 10_000)];

let house: House;
let nowMs = START;
beforeAll(async () => {
  house = await openHouse({ clock: () => nowMs });
});
afterAll(() => house?.stop());

/** The index told second by second, by nothing but additions: a second is paid where the pool covers it. */
class NaiveIndex {
  gears: readonly Gear[] = [];
  pool = 0n;
  held = 0n;
  earned = 0n;
  endedAt: number | null = null;
  index = [0n, 0n];
  readonly told: (readonly string[])[] = [];
  private isEnded = false;

  fund(amount: bigint): void {
    this.pool += amount;
    if (amount > 0n) this.isEnded = false;
  }

  /** Returns the whole units that were earned. */
  claim(): bigint {
    const units = this.earned / UNIT;
    this.pool -= units;
    this.earned -= units * UNIT;
    return units;
  }

  pass(second: number): void {
    this.told.push(this.index.map(String));
    const rate = this.rateOf(this.held);
    const left = this.pool * UNIT - this.earned;
    if (rate > left && !this.isEnded) {
      this.isEnded = true;
      this.endedAt = second;
    }
    // while nobody is in a gear, a second counts that the pool could pay to somebody
    const least = this.rateOf(this.gears[0]?.minAmount ?? 0n);
    if (this.isEnded || (rate > 0n ? rate : least) > left) return;
    this.earned += rate;
    this.index = this.index.map((parts, at) => parts + BigInt(this.ppmOf(NEXT[at]!.minAmount)));
  }

  private ppmOf(held: bigint): number {
    let ppm = 0;
    for (const { minAmount, dailyPpm } of this.gears) if (held >= minAmount) ppm = dailyPpm;
    return ppm;
  }

  private rateOf(held: bigint): bigint {
    return held * BigInt(this.ppmOf(held));
  }
}

/** Events by their seconds since the start: the same for the ledger and for the naive index. */
const happened: { readonly second: number; readonly change: (naive: NaiveIndex) => void }[] = [];

async function at(
  hour: number,
  body: Command,
  change: (naive: NaiveIndex) => void = () => {},
  userId = 0,
): Promise<void> {
  nowMs = START + hour * HOUR_MS;
  const { outcome } = await house.engine.submit({ userId, key: null, bodyHash: null, body });
  if (!outcome.ok) throw new Error(`${body.type}: ${outcome.code}`);
  happened.push({ second: hour * HOUR, change });
}

const funding = (amount: bigint, fromUserId = 0): Command => ({
  type: 'fundMining',
  assetId: ETH,
  amount: amount as Amount,
  fromUserId,
  reason: 'Mining of this test',
});
const fund = (hour: number, amount: bigint) => at(hour, funding(amount), (naive) => naive.fund(amount));
const read = () => clientOf(house).call('getMiningIndex');

/** Two terms, an end that nobody saw for hours, a new funding, and a pool that the house emptied while nobody was in. */
async function live(): Promise<void> {
  const terms = (gears: readonly Gear[]) => ({ type: 'setMiningTerms', assetId: ETH, gears }) as const;
  await at(0, terms(FIRST), (naive) => {
    naive.gears = FIRST;
  });
  expect(await read()).toMatchObject({ coin: 'ETH', points: [] });
  await fund(1, COIN / 50n);
  await at(1, { type: 'openAccount', accountUserId: USER, kind: 'user' });
  await at(1, { type: 'practiceFunds', accountUserId: USER, assetId: ETH, amount: (9n * COIN) as Amount });
  await at(1, { type: 'joinMining', accountUserId: USER, address: `0x${'a7'.repeat(20)}` });
  const amount = (2n * COIN + 1n) as Amount;
  const lock = { type: 'lockMining', assetId: ETH, amount, termsNo: 1 } as const;
  await at(
    2,
    lock,
    (naive) => {
      naive.held = amount;
    },
    USER,
  );
  const change = { ...terms(NEXT), gears: NEXT };
  const effectiveMs = START + 30 * HOUR_MS;
  await at(2, { type: 'scheduleChange', effectiveMs, reason: 'Gears of this test', change });
  await at(30, { type: 'tick' }, (naive) => {
    naive.gears = NEXT;
  });
  // nothing is journaled for a day, in which the pool ends
  await fund(60, COIN / 20n);
  await fund(62, COIN / 100n);
  await at(
    64,
    { ...lock, type: 'unlockMining' },
    (naive) => {
      naive.held = 0n;
    },
    USER,
  );
  await at(64, { type: 'claimMining', assetId: ETH }, (naive) => void naive.claim(), USER);
  const { free } = (await house.engine.read((view) => view.mining.stream(ETH)))!;
  await at(64, funding(-free, HOUSE), (naive) => naive.fund(-free));
  await at(66, { type: 'tick' });
  await fund(70, COIN / 100n);
  await at(72, { type: 'tick' });
}

/** The index at a second, out of the points beside it: between them each line is straight. */
function drawnAt(points: Awaited<ReturnType<typeof read>>['points'], timeMs: number): string[] {
  const next = points.findIndex(({ time }) => time >= timeMs);
  const to = points[next]!;
  const from = points[next - 1] ?? to;
  return to.index.map((parts, line) => {
    if (from === to) return parts;
    const begun = BigInt(from.index[line]!);
    const grown = (BigInt(parts) - begun) * BigInt(timeMs - from.time);
    const span = BigInt(to.time - from.time);
    expect(grown % span).toBe(0n);
    return String(begun + grown / span);
  });
}

it('follows from the journal, through new rates, downtime, an end, a new funding and an emptied pool', async () => {
  await live();
  const naive = new NaiveIndex();
  for (let second = 0; second <= 72 * HOUR; second++) {
    for (const { change } of happened.filter((each) => each.second === second)) change(naive);
    naive.pass(second);
  }
  expect(naive.endedAt).toBeGreaterThan(40 * HOUR);
  const { gears, points, endsTime } = await read();
  expect(gears).toEqual([
    { gear: 1, minAmount: '2', dailyPpm: 9_000 },
    { gear: 2, minAmount: '4', dailyPpm: 10_000 },
  ]);
  expect(endsTime).toBeNull();
  // a top-up bends nothing
  const bends = [HOUR, 30 * HOUR, naive.endedAt!, 60 * HOUR, 64 * HOUR, 70 * HOUR, 72 * HOUR];
  expect(points.map(({ time }) => (time - START) / 1_000)).toEqual(bends);
  for (const { time, index } of points) expect(index).toEqual(naive.told[(time - START) / 1_000]);
  for (let second = HOUR; second <= 72 * HOUR; second += 600)
    expect(drawnAt(points, START + second * 1_000)).toEqual(naive.told[second]);
});
