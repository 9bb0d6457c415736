import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../tools/run.ts';
import { PLANTS as OF_DUST } from '../dust/plants.ts';
import { PLANTS as OF_MARGIN } from '../margin/plants.ts';
import { PLANTS as OF_THE_EXCHANGE } from '../property/plants.ts';
import { PLANTS as OF_SECONDS } from '../seconds/plants.ts';
import { PLANTS as OF_THE_SIMULATOR } from '../sim/products/index.ts';
import { REORGANISATION_PLANTS, WALLET_PLANTS } from '../sim/wallet/plants.ts';

const IN_PACKAGES = [OF_DUST, OF_MARGIN, OF_THE_EXCHANGE, OF_SECONDS, OF_THE_SIMULATOR];
const IN_THE_PROJECT = [WALLET_PLANTS, REORGANISATION_PLANTS];

// A quick run tries a few of them and would notice the others, whose line has changed, only when their turn comes.
test('each planted bug has its place in the code', () => {
  const planted = [
    ...IN_PACKAGES.flat().map((plant) => ({ ...plant, file: join('packages', plant.file) })),
    ...IN_THE_PROJECT.flat(),
  ];
  const lost = planted.filter(({ file, find }) => !readFileSync(join(root, file), 'utf8').includes(find));
  expect(lost.map(({ file, name }) => `${file}: ${name}`)).toEqual([]);
});
