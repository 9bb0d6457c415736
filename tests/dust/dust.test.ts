import { createKernel } from '@candor/kernel';
import { expect, test } from 'vitest';
import { grow, type Plant } from '../property/plants.ts';
import { inTurn, isQuick } from '../support/suite.ts';
import { marginLoops, perpetualLoops, type Run, secondsLoops, spotLoops, transferLoops } from './loops.ts';

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

interface DustPlant extends Plant {
  readonly loops: (run: Run) => void;
  readonly found: RegExp;
}

const PLANTS: readonly DustPlant[] = [
  {
    name: 'fees round down',
    file: 'rules/fees.ts',
    find: 'return mulDivCeilSafe(receivedUnits, feePpm, PPM)',
    replace: 'return Math.floor((receivedUnits * feePpm) / PPM)',
    loops: (few) => spotLoops(few, 1_000, 3),
    found: /the loops cost 0/,
  },
  {
    name: 'a transfer leaves a unit behind',
    file: 'kernel/products/transfer/transfer-product.ts',
    find: '{ account: source, assetId, amount: -amount },',
    replace:
      '{ account: source, assetId, amount: 1n - amount }, { account: state.accounts.find(-1), assetId, amount: -1n },',
    loops: transferLoops,
    found: /the user gained/,
  },
  {
    name: 'interest rounds down',
    file: 'rules/margin/risk.ts',
    find: 'return ceilDiv(exact, BILLION);',
    replace: 'return exact / BILLION;',
    loops: marginLoops,
    found: /the loops cost 0/,
  },
  {
    name: 'the first unit of a perpetual is free of fees',
    file: 'rules/fees.ts',
    find: 'export function tradingFee(',
    replace:
      'export function tradingFee(...given: [bigint, number]): bigint { const fee = fullFee(...given); return fee > 0n ? fee - 1n : fee; }\nfunction fullFee(',
    loops: perpetualLoops,
    found: /the loops cost 0/,
  },
  {
    name: 'a tie wins',
    file: 'rules/seconds/outcome.ts',
    find: "if (closeTicks === openTicks) return 'even';",
    replace: "if (closeTicks === openTicks) return 'won';",
    loops: secondsLoops,
    found: /the pool is not what it was/,
  },
];

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
