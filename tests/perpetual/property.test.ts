import type { KernelEvent } from '@candor/kernel';
import { describe, expect, it } from 'vitest';
import { inTurn, isQuick } from '../support/suite.ts';
import { runMarket } from './random-market.ts';

const SEEDS = 60;
const QUICK_SEEDS = 20;
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
    for (const seed of inTurn('seeds of contracts', seeds(1, SEEDS), QUICK_SEEDS)) {
      for (const type of runSeed(seed, false).events.keys()) met.add(type);
    }
    if (isQuick) return;
    expect(ALL.filter((type) => !met.has(type))).toEqual([]);
    expect([...met]).toEqual(expect.arrayContaining(['FOK filled', 'FOK expired', 'settings with an order']));
  });

  it('come to the same state with a restart before every command', () => {
    for (const seed of inTurn('restarts of contracts', seeds(100, 12), 4)) {
      expect(runSeed(seed, true).hash, `seed ${seed}`).toBe(runSeed(seed, false).hash);
    }
  });
});

const seeds = (first: number, count: number) => Array.from({ length: count }, (_, at) => first + at);

function runSeed(seed: number, restarts: boolean) {
  try {
    return runMarket({ seed, commands: COMMANDS, restarts, settings: true });
  } catch (error) {
    throw new Error(`Seed ${seed}: ${error instanceof Error ? error.stack : String(error)}`);
  }
}
