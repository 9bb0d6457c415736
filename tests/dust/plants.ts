import type { Plant } from '../property/plants.ts';
import { marginLoops, perpetualLoops, type Run, secondsLoops, spotLoops, transferLoops } from './loops.ts';

/** A planted bug, the loops that meet it, and what they say. */
interface DustPlant extends Plant {
  readonly loops: (run: Run) => void;
  readonly found: RegExp;
}

/** Bugs that a million loops must find. */
export const PLANTS: readonly DustPlant[] = [
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
