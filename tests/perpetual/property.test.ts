import type { KernelEvent } from '@candor/kernel';
import { describe, expect, it } from 'vitest';
import { runMarket } from './random-market.ts';

const SEEDS = 60;
const COMMANDS = 400;

/** All kinds of events that perpetuals have: a run that never met one would prove nothing of it. */
const ALL: readonly KernelEvent['type'][] = [
  'perpetualState',
  'perpetualMark',
  'perpetualOrderAccepted',
  'perpetualOrderTriggered',
  'perpetualOrderRested',
  'perpetualOrderCut',
  'perpetualTrade',
  'perpetualOrderDone',
  'perpetualPosition',
  'perpetualSettings',
  'perpetualPositionMode',
  'perpetualExitSet',
  'perpetualExitDone',
  'perpetualFunding',
  'perpetualFundingPaid',
  'perpetualWarning',
  'perpetualLiquidated',
  'perpetualDeleveraged',
];

describe('random markets', () => {
  it('keep the books after every command, and meet everything', () => {
    const met = new Set<string>();
    for (let seed = 1; seed <= SEEDS; seed++) {
      for (const type of runSeed(seed, false).events.keys()) met.add(type);
    }
    expect(ALL.filter((type) => !met.has(type))).toEqual([]);
    expect([...met]).toEqual(expect.arrayContaining(['FOK filled', 'FOK expired', 'settings with an order']));
  });

  it('come to the same state with a restart before every command', () => {
    for (let seed = 100; seed < 112; seed++) {
      expect(runSeed(seed, true).hash, `seed ${seed}`).toBe(runSeed(seed, false).hash);
    }
  });
});

function runSeed(seed: number, restarts: boolean) {
  try {
    return runMarket({ seed, commands: COMMANDS, restarts, settings: true });
  } catch (error) {
    throw new Error(`Seed ${seed}: ${error instanceof Error ? error.stack : String(error)}`);
  }
}
