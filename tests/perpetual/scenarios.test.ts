import { afterEach, describe, expect, it, vi } from 'vitest';
import { grow, type Plant } from '../property/plants.ts';
import { type Met, runScenario } from './scenario.ts';

const SCENARIOS = 600;

/** The least number of times that the scenarios must meet each case: a case that is never met proves nothing. */
const WANTED: Readonly<Record<string, number>> = {
  perpetualTrade: 500,
  perpetualLiquidated: 200,
  perpetualDeleveraged: 150,
  perpetualFundingPaid: 300,
  'liquidated alone': 50,
  'liquidated together': 20,
  'liquidation-fee': 50,
  'liquidated beside a halted one': 1,
  'liquidated beside a stale one': 1,
};

const PERPETUAL = 'kernel/products/perpetual';

/** Mistakes that were made once, and some like them. */
const PLANTS: readonly (Plant & { readonly found: RegExp })[] = [
  {
    name: 'a deleveraged part pays a fee out of what all parts together leave',
    file: `${PERPETUAL}/matching/fill-plan.ts`,
    find: 'liquidationFeePpm, left, afterAll)',
    replace: 'liquidationFeePpm, isLast ? afterAll : left, afterAll)',
    found: /Kernel invariant broken: only named accounts go below 0/,
  },
  {
    name: 'one position that is not live shields all others of its user',
    file: `${PERPETUAL}/clockwork.ts`,
    find: 'if (position.lots > 0) liquidations.run(position);',
    replace: `{
      const all = position.isIsolated ? [position] : [...position.trader.user.crossPositions];
      if (position.lots > 0 && all.every(({ symbol }) => symbol.isLive)) liquidations.run(position);
    }`,
    found: /stands|was not liquidated/,
  },
  {
    name: 'a position without a fresh index counts at its last mark',
    file: `${PERPETUAL}/risk/risk.ts`,
    find: 'unrealisedPnl(each, favourableTicks(each.sign, each.symbol.mark.markTicks))',
    replace: 'unrealisedOf(each)',
    found: /was liquidated|receipt/,
  },
];

describe('scenarios of a few people in a few perpetuals', () => {
  it(`are in order, ${SCENARIOS} of them`, () => {
    const met: Met = new Map();
    for (let seed = 1; seed <= SCENARIOS; seed++) runScenario(seed, met);
    const rare = Object.entries(WANTED).filter(([what, times]) => (met.get(what) ?? 0) < times);
    expect(rare.map(([what, times]) => `${what}: ${met.get(what) ?? 0} of ${times}`)).toEqual([]);
  });
});

describe('bugs that are planted', () => {
  afterEach(() => {
    vi.doUnmock('@candor/kernel');
    vi.resetModules();
  });

  it.each(PLANTS)('are found: $name', async ({ found, ...plant }) => {
    const grown = await grow(plant);
    try {
      vi.resetModules();
      vi.doMock('@candor/kernel', () => grown.kernel);
      const scenario = await import('./scenario.ts');
      expect(() => {
        for (let seed = 1; seed <= SCENARIOS; seed++) scenario.runScenario(seed);
      }).toThrow(found);
    } finally {
      grown.remove();
    }
  });
});
