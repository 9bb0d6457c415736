import { expect, test } from 'vitest';
import { inTurn } from '../support/suite.ts';
import { duel } from './duel.ts';
import { grow, PLANTS } from './plants.ts';

const SEEDS = 80;
const COMMANDS = 400;
/** Seeds that found a planted bug last. They are tried first; all others follow. */
const FOUND_BY: Readonly<Record<string, number>> = {
  'one order too many may rest': 8,
  'a used key answers any body': 6,
  'triggers fire by price': 7,
  'triggers see the prices of a downtime': 22,
  'triggers see the last index while it is stale': 5,
  'the twin of a filled order survives': 4,
  'a restart gives a late order the place of its id': 8,
  'an amended order keeps its place at another price': 8,
  'more of an order keeps its place': 8,
  'a tier needs more than its volume': 4,
};

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

test.each(inTurn('plants of the exchange', PLANTS, 8))(
  'the property finds a planted bug: $name',
  async (planted) => {
    const { kernel, remove } = await grow(planted);
    try {
      expect(() => {
        duel(kernel, FOUND_BY[planted.name] ?? 1, COMMANDS);
        for (let seed = 1; seed <= SEEDS; seed++) duel(kernel, seed, COMMANDS);
      }).toThrow(/^seed \d+/);
    } finally {
      remove();
    }
  },
);
