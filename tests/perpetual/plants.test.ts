import { afterEach, describe, expect, it, vi } from 'vitest';
import type { PerpetualOrder, Trader } from '../../packages/kernel/products/perpetual/state/entities.ts';
import type { Scope as RealScope } from '../../packages/kernel/products/perpetual/state/scope.ts';
import { inTurn } from '../support/suite.ts';

/** Changes a module: takes its exports as they are and returns those in their place. */
type Change = (real: Record<string, (...given: never[]) => unknown>) => Record<string, unknown>;

const RULES = '@candor/rules';
const KERNEL = '../../packages/kernel/products/perpetual';
const SEEDS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];

/** Each a mistake that somebody could make, and what must notice it. */
const PLANTS: readonly { name: string; module: string; change: Change; found: RegExp }[] = [
  {
    name: 'profit is rounded up',
    module: RULES,
    change: ({ realisedPnl }) => ({
      realisedPnl: (...given: never[]) => (realisedPnl!(...given) as bigint) + 1n,
    }),
    found: /clearing/,
  },
  {
    name: 'receivers of funding are rounded up',
    module: RULES,
    change: ({ fundingDue }) => ({ fundingCredit: fundingDue }),
    found: /Funding of|funding is/,
  },
  {
    name: 'the funding damper has the wrong sign',
    module: RULES,
    change: () => ({ fundingRatePpb: (premium: number) => premium - 100_000 }),
    found: /funding rate/,
  },
  {
    name: 'nobody is found by the liquidation price',
    module: RULES,
    change: () => ({ liquidationTicks: () => null, liquidationTicksBeside: () => null }),
    found: /unsafe|is liquidated at/,
  },
  {
    name: 'nobody is looked at when the mark comes near',
    module: RULES,
    change: () => ({ reachTicks: () => null }),
    found: /unsafe/,
  },
  {
    name: 'tiers are left without their deduction',
    module: RULES,
    change: ({ tierSteps }) => ({
      tierSteps: (...given: never[]) =>
        (tierSteps!(...given) as { deductionMicros: bigint }[]).map((step) => ({
          ...step,
          deductionMicros: 0n,
        })),
    }),
    found: /maintenance margin|is liquidated at/,
  },
  {
    name: 'a part of a position takes its cost rounded to nothing',
    module: RULES,
    change: () => ({ costOfPart: () => 0n }),
    found: /clearing|entry cost/,
  },
  {
    name: 'reduce-only orders stay as they are when the position shrinks',
    module: `${KERNEL}/orders/order-book.ts`,
    change: () => ({ trimReducers: () => undefined }),
    found: /Orders reduce|reduce-only orders close no more than there is/,
  },
  {
    name: 'orders are not backed anew when the position changes',
    module: `${KERNEL}/orders/order-book.ts`,
    change: () => ({ backTogether: () => undefined }),
    found: /holds \d+ for a/,
  },
  {
    name: 'each order is netted against the whole position',
    module: `${KERNEL}/orders/backing.ts`,
    change: () => ({
      placesInLine: (trader: Trader, sign: 1 | -1, newcomer: PerpetualOrder | null = null) => {
        const { both } = trader.positions;
        const against = both !== null && both.sign !== sign ? both.lots : 0;
        return [...trader.orders, ...(newcomer === null ? [] : [newcomer])]
          .filter((order) => (order.slot !== 0 || order === newcomer) && order.sign === sign)
          .map((order) => ({
            order,
            opening: order.reduceOnly ? 0 : Math.max(0, order.leftLots - against),
          }));
      },
    }),
    found: /holds \d+ for a|filled in part/,
  },
  {
    name: 'a fill-or-kill keeps what it could fill in part',
    module: `${KERNEL}/state/scope.ts`,
    change: ({ Scope }) => ({
      Scope: class extends (Scope as unknown as typeof RealScope) {
        override close(): void {
          super.close('persist');
        }
      },
    }),
    found: /filled in part/,
  },
  {
    name: 'margins are kept by the position and never held',
    module: `${KERNEL}/money/postings.ts`,
    change: () => ({
      setMargin: (_: unknown, position: { margin: bigint }, margin: bigint) => {
        position.margin = margin;
      },
    }),
    found: /held|isolated margins add up/,
  },
  {
    name: 'cross positions need nothing of the wallet',
    module: `${KERNEL}/risk/risk.ts`,
    change: () => ({
      freeOf: (perp: { available(user: unknown): bigint }, user: unknown) => perp.available(user),
    }),
    found: /took|needs/,
  },
  {
    name: 'a refused order leaves the settings that it came with',
    module: `${KERNEL}/desk/settings.ts`,
    change: ({ changeSettings }) => ({
      changeSettings: (...given: never[]) => {
        const change = changeSettings!(...given);
        return typeof change === 'string' ? change : { ...(change as object), undo: () => undefined };
      },
    }),
    found: /A refused order changed|holds \d+ for a/,
  },
  {
    name: 'a refused order leaves the margins that its leverage asked for',
    module: `${KERNEL}/desk/settings.ts`,
    change: ({ changeSettings }) => ({
      changeSettings: (perp: never, trader: Trader, ...more: never[]) => {
        const { leverage, marginMode } = trader;
        const change = changeSettings!(perp, trader as never, ...more);
        if (typeof change === 'string') return change;
        return { ...(change as object), undo: () => Object.assign(trader, { leverage, marginMode }) };
      },
    }),
    found: /A refused order changed|holds \d+ for a|held/,
  },
];

afterEach(() => {
  vi.doUnmock(RULES);
  vi.resetModules();
});

describe('bugs that are planted', () => {
  it('are none without a plant', async () => {
    expect(await firstFinding()).toBeNull();
  });

  it('change what their modules export', async () => {
    for (const { name, module, change } of PLANTS) {
      const exports = (await import(module)) as Record<string, (...given: never[]) => unknown>;
      for (const changed of Object.keys(change(exports))) expect(exports, name).toHaveProperty(changed);
    }
  });

  it.each(inTurn('plants of contracts', PLANTS, 4))('are found: $name', async ({ module, change, found }) => {
    vi.doMock(module, async (real) => {
      const exports = (await real()) as Record<string, (...given: never[]) => unknown>;
      return { ...exports, ...change(exports) };
    });
    const finding = await firstFinding();
    vi.doUnmock(module);
    expect(finding).toMatch(found);
  });
});

/** Returns the first finding of the checks in markets of some seeds; null when all is well. */
async function firstFinding(): Promise<string | null> {
  vi.resetModules();
  const { runMarket } = await import('./random-market.ts');
  const { SheetFollower } = await import('./sheet-follower.ts');
  for (const seed of SEEDS) {
    const follower = new SheetFollower();
    try {
      runMarket({
        seed,
        commands: 250,
        restarts: false,
        settings: true,
        before: (stage, body) => follower.before(stage, body),
        after: (stage, body) => follower.after(stage, body),
      });
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  }
  return null;
}
