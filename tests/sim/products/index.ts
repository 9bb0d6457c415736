import { CORE_PLANTS } from '../core-plants.ts';
import type { Plant } from '../plant.ts';
import type { ProductModule } from '../product.ts';
import { custody } from './custody.ts';
import { finance } from './finance.ts';
import { loan } from './loan.ts';
import { margin } from './margin.ts';
import { mining } from './mining.ts';
import { otc } from './otc.ts';
import { perpetual } from './perpetual.ts';
import { quotes } from './quotes.ts';
import { referral } from './referral.ts';
import { seconds } from './seconds.ts';
import { spot } from './spot.ts';
import { staking } from './staking.ts';
import { swap } from './swap.ts';
import { time } from './time.ts';
import { transfer } from './transfer.ts';
import { waiting } from './waiting.ts';

/** All products, in the order in which they are listed. */
export const PRODUCTS: readonly ProductModule[] = [
  time,
  quotes,
  spot,
  waiting,
  transfer,
  custody,
  seconds,
  margin,
  perpetual,
  swap,
  referral,
  staking,
  finance,
  loan,
  mining,
  otc,
];

/** All bugs that can be planted. */
export const PLANTS: readonly Plant[] = [...CORE_PLANTS, ...PRODUCTS.flatMap((product) => product.plants)];
