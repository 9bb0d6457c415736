import * as kernel from '@candor/kernel';
import { expect, it } from 'vitest';
import { grow, type Plant } from '../property/plants.ts';
import { type KernelModule, type Met, runWallets } from './scenario.ts';

const SCENARIOS = 250;

/** The least number of times that the scenarios must meet each case: a case that is never met proves nothing. */
const WANTED: Readonly<Record<string, number>> = {
  transfer: 1_000,
  trade: 200,
  perpetualTrade: 200,
  triggerFired: 50,
  marginBorrowed: 100,
  secondEnded: 50,
  perpetualLiquidated: 50,
  orderAmended: 10,
  TRANSFER_LOCKED: 5,
  SECONDS_POOL_SHORT: 20,
};

const PLANTS: readonly Plant[] = [
  {
    name: 'what other products need may leave a wallet',
    file: 'kernel/products/transfer/transfer-product.ts',
    find: "if (amount > this.free(source, assetId)) return refuse('TRANSFER_LOCKED');",
    replace: '',
  },
  {
    name: 'a payout is not taken from the pool before it plays',
    file: 'kernel/products/seconds/accept.ts',
    find: "if (desk.poolAvailable(assetId) < payout) return 'SECONDS_POOL_SHORT';",
    replace: '',
  },
];

it(`people with all products and wallets at once keep them in order, ${SCENARIOS} times`, () => {
  const met: Met = new Map();
  for (let seed = 1; seed <= SCENARIOS; seed++) runWallets(kernel, seed, met);
  const rare = Object.entries(WANTED).filter(([what, times]) => (met.get(what) ?? 0) < times);
  expect(rare.map(([what, times]) => `${what}: ${met.get(what) ?? 0} of ${times}`)).toEqual([]);
});

it.each(PLANTS)('a planted bug is found: $name', async (plant) => {
  const grown = await grow(plant);
  try {
    expect(() => {
      for (let seed = 1; seed <= SCENARIOS; seed++) runWallets(grown.kernel as KernelModule, seed);
    }).toThrow(/^seed \d+/);
  } finally {
    grown.remove();
  }
});
