import * as kernel from '@candor/kernel';
import { expect, test } from 'vitest';
import { grow } from '../property/plants.ts';
import { inTurn } from '../support/suite.ts';
import { duel } from './duel.ts';
import { PLANTS } from './plants.ts';

const SEEDS = 40;
const QUICK_SEEDS = 10;
const COMMANDS = 300;
/** Seeds that found a planted bug last. They are tried first; all others follow. */
const FOUND_BY: Readonly<Record<string, number>> = {
  'a downtime’s prices sell': 8,
  'wallets are sold at the call': 6,
  'nobody is sold': 28,
  'a stale price shields the whole wallet': 11,
  'a receipt does not say that a price was stale': 11,
  'the call comes with each tick': 6,
  'a forced sale goes to the end of the band': 11,
  'what was borrowed for an order stays when it ends': 8,
  'a wallet stands too far from its call': 11,
  'nobody looks where an order is left by the index': 5,
  'a called wallet is not looked at when it recovers': 6,
};

const seeds = inTurn(
  'seeds of margin',
  Array.from({ length: SEEDS }, (_, at) => at + 1),
  QUICK_SEEDS,
);

test(`the books of margin stay in order through ${seeds.length} random exchanges`, () => {
  for (const seed of seeds) duel(kernel, seed, COMMANDS);
});

test('the copy that plants grow in is fair: without a bug it agrees', async () => {
  const grown = await grow({ name: 'none', file: 'kernel/version.ts', find: 'core', replace: 'core' });
  try {
    for (let seed = 1; seed <= 4; seed++) duel(grown.kernel, seed, COMMANDS);
  } finally {
    grown.remove();
  }
});

test.each(inTurn('plants of margin', PLANTS, 6))(
  'the property finds a planted bug: $name',
  async (planted) => {
    const grown = await grow(planted);
    const { firstSeed = 1 } = planted;
    try {
      expect(() => {
        duel(grown.kernel, FOUND_BY[planted.name] ?? firstSeed, COMMANDS);
        for (let seed = firstSeed; seed < firstSeed + SEEDS; seed++) duel(grown.kernel, seed, COMMANDS);
      }).toThrow(/^seed \d+/);
    } finally {
      grown.remove();
    }
  },
);
