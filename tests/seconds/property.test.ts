import * as kernel from '@candor/kernel';
import { expect, test } from 'vitest';
import { grow } from '../property/plants.ts';
import { inTurn, isQuick } from '../support/suite.ts';
import { duel, type Met } from './duel.ts';
import { PLANTS } from './plants.ts';

const SEEDS = 66;
const QUICK_SEEDS = 12;
const STEPS = 700;

/** The least number of times that a run must meet each case: a property that is never met proves nothing. */
const WANTED: Readonly<Record<string, number>> = {
  accepted: 2_000,
  won: 500,
  lost: 500,
  even: 50,
  void: 100,
  downtime: 100,
  stall: 100,
  'four valid ticks': 50,
  'three valid ticks': 30,
  'no tick': 200,
  'raise that waits': 100,
  SECONDS_LOSS_LIMIT: 200,
  SECONDS_EXPOSURE_CAP: 50,
  INDEX_STALE: 200,
  SECONDS_HALTED: 30,
  SECONDS_USER_CAP: 100,
  SECONDS_TERMS_CHANGED: 100,
};

const seeds = inTurn(
  'seeds of second contracts',
  Array.from({ length: SEEDS }, (_, at) => at + 1),
  QUICK_SEEDS,
);

test(`second contracts end as the naive rule says, over ${seeds.length} seeds, restarted and replayed`, () => {
  const met: Met = new Map();
  for (const seed of seeds) duel(kernel, seed, STEPS, met);
  // only all seeds together meet each case so often
  if (isQuick) return;
  const rare = Object.entries(WANTED).filter(([what, times]) => (met.get(what) ?? 0) < times);
  expect(
    rare.map(([what, times]) => `${what}: ${met.get(what) ?? 0} of ${times}`),
    'what the random runs must have reached',
  ).toEqual([]);
});

test.each(inTurn('plants of second contracts', PLANTS, 6))(
  'the property finds a planted bug: $name',
  async (planted) => {
    const { kernel: grown, remove } = await grow(planted);
    try {
      expect(() => {
        for (let seed = 1; seed <= 30; seed++) duel(grown as typeof kernel, seed, STEPS, new Map());
      }).toThrow(/^seed \d+/);
    } finally {
      remove();
    }
  },
);
