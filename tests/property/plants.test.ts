import { expect, test } from 'vitest';
import { duel } from './duel.ts';
import { grow, PLANTS } from './plants.ts';

const SEEDS = 80;
const COMMANDS = 400;

test('the copy that plants grow in is fair: without a bug it agrees', async () => {
  const { kernel, remove } = await grow({
    name: 'none',
    file: 'kernel/version.ts',
    find: 'core',
    replace: 'core',
  });
  try {
    for (let seed = 1; seed <= 4; seed++) duel(kernel, seed, COMMANDS);
  } finally {
    remove();
  }
});

test.each(PLANTS)('the property finds a planted bug: $name', async (planted) => {
  const { kernel, remove } = await grow(planted);
  try {
    expect(() => {
      for (let seed = 1; seed <= SEEDS; seed++) duel(kernel, seed, COMMANDS);
    }).toThrow(/^seed \d+/);
  } finally {
    remove();
  }
});
