import { expect, it } from 'vitest';
import { indexLines, type MiningIndex } from './index-lines.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const START = 1_700_000_000_000;
/** Parts of a coin that a day at a rate earns. */
const day = (ppm: number) => ppm * 86_400;

/** Two gears: a day at their rates, a day of an empty pool, and an hour at other rates. */
const answer: MiningIndex = {
  coin: 'ETH',
  scale: 8,
  gears: [
    { gear: 1, minAmount: '0.1', dailyPpm: 600 },
    { gear: 2, minAmount: '5', dailyPpm: 2_400 },
  ],
  points: [
    { time: START, index: ['0', '0'] },
    { time: START + DAY_MS, index: [`${day(500)}`, `${day(1_000)}`] },
    { time: START + 2 * DAY_MS, index: [`${day(500)}`, `${day(1_000)}`] },
    { time: START + 2 * DAY_MS + HOUR_MS, index: [`${day(525)}`, `${day(1_100)}`] },
  ],
  endsTime: null,
  time: START + 2 * DAY_MS + HOUR_MS,
  seq: 9,
};
const from = (time: number) => time - START;
const drawn = (more: Partial<MiningIndex>, now: number | null) =>
  indexLines({ ...answer, ...more }, now)?.moments.map(({ time, lines }) => [
    from(time),
    ...lines.flatMap(({ earned, dailyPpm }) => [earned, dailyPpm]),
  ]);

const bends = [
  [0, '0', 500, '0', 1_000],
  [DAY_MS, '0.0005', 0, '0.001', 0],
  [2 * DAY_MS, '0.0005', 600, '0.001', 2_400],
] as const;

it('has the earned income and the rate from each bend on', () => {
  const answered = [2 * DAY_MS + HOUR_MS, '0.000525', 600, '0.0011', 2_400];
  for (const now of [null, START, answer.time]) expect(drawn({}, now)).toEqual([...bends, answered]);
  expect(indexLines(answer, null)).toMatchObject({
    most: '0.0011',
    moments: [
      { at: 0 },
      { at: 24 / 49 },
      { at: 48 / 49 },
      { at: 1, lines: [{ share: 525 / 1_100 }, { share: 1 }] },
    ],
  });
});

it('goes on to now at the present rates, by whole seconds, and the answer leaves no bend of its own', () => {
  const now = START + 2 * DAY_MS + 12 * HOUR_MS;
  expect(drawn({}, now)).toEqual([...bends, [from(now), '0.0008', 600, '0.0022', 2_400]]);
  expect(drawn({}, now + 999)?.at(-1)).toEqual([from(now) + 999, '0.0008', 600, '0.0022', 2_400]);
});

it('lies flat from the end of the pool on', () => {
  const endsTime = START + 2 * DAY_MS + 2 * HOUR_MS;
  const ended = [from(endsTime), '0.00055', 0, '0.0012', 0];
  const now = START + 3 * DAY_MS;
  expect(drawn({ endsTime }, now)).toEqual([...bends, ended, [from(now), ...ended.slice(1)]]);
  expect(drawn({ endsTime }, endsTime)).toEqual([...bends, ended]);
});

it('keeps the moment of the answer where its rates are new', () => {
  const gears = answer.gears.map((gear) => ({ ...gear, dailyPpm: 0 }));
  const now = START + 3 * DAY_MS;
  const stopped = [2 * DAY_MS + HOUR_MS, '0.000525', 0, '0.0011', 0];
  expect(drawn({ gears }, now)).toEqual([...bends, stopped, [from(now), ...stopped.slice(1)]]);
});

it('draws nothing before the pool was funded, of one moment, and of nothing earned', () => {
  expect(indexLines({ ...answer, points: [] }, START)).toBeNull();
  expect(indexLines({ ...answer, points: answer.points.slice(0, 1) }, START)).toBeNull();
  expect(
    indexLines({ ...answer, gears: [], points: [{ time: START, index: [] }] }, START + DAY_MS),
  ).toBeNull();
});
