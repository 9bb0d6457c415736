import * as kernel from '@candor/kernel';
import { expect, test } from 'vitest';
import { grow } from '../property/plants.ts';
import { duel } from './duel.ts';
import { PLANTS } from './plants.ts';

const SEEDS = 40;
const COMMANDS = 300;

test(`the books of margin stay in order through ${SEEDS} random exchanges`, () => {
  for (let seed = 1; seed <= SEEDS; seed++) duel(kernel, seed, COMMANDS);
});

test('the copy that plants grow in is fair: without a bug it agrees', async () => {
  const grown = await grow({ name: 'none', file: 'kernel/version.ts', find: 'core', replace: 'core' });
  try {
    for (let seed = 1; seed <= 4; seed++) duel(grown.kernel, seed, COMMANDS);
  } finally {
    grown.remove();
  }
});

test.each(PLANTS)('the property finds a planted bug: $name', async (planted) => {
  const grown = await grow(planted);
  const { firstSeed = 1 } = planted;
  try {
    expect(() => {
      for (let seed = firstSeed; seed < firstSeed + SEEDS; seed++) duel(grown.kernel, seed, COMMANDS);
    }).toThrow(/^seed \d+/);
  } finally {
    grown.remove();
  }
});
