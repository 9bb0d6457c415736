import { createKernel } from '@candor/kernel';
import { expect, test } from 'vitest';
import { grow } from '../property/plants.ts';
import { inTurn, isQuick } from '../support/suite.ts';
import { marginLoops, perpetualLoops, type Run, secondsLoops, spotLoops, transferLoops } from './loops.ts';
import { PLANTS } from './plants.ts';

/** A million loops and more over all products; DUST_LOOPS=1000000 makes it a million for each. */
const run: Run = {
  createKernel,
  loops: Number(process.env.DUST_LOOPS ?? (isQuick ? 20_000 : 200_000)),
  block: 10_000,
};
const timeout = 300_000;

test.each([
  ['with fees', 1_000, 3],
  ['without fees', 0, 7],
])('spot, bought and sold again %s', { timeout }, (_, ppm, priceTicks) => spotLoops(run, ppm, priceTicks));

test('transfers there and back', { timeout }, () => transferLoops(run));

test('margin, borrowed and paid back at once', { timeout }, () => marginLoops(run));

test('perpetuals, opened and closed again', { timeout }, () => perpetualLoops(run));

test('second contracts of 1 to 10 units', { timeout }, () => secondsLoops(run));

test.each(inTurn('plants of dust', PLANTS))(
  'a planted bug is found: $name',
  { timeout },
  async ({ loops, found, ...plant }) => {
    const { kernel, remove } = await grow(plant);
    try {
      expect(() => loops({ createKernel: kernel.createKernel, loops: 2_000, block: 1_000 })).toThrow(found);
    } finally {
      remove();
    }
  },
);
