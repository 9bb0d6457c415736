import { custody } from './custody/custody-product.ts';
import { finance } from './finance/finance-product.ts';
import { loan } from './loan/loan-product.ts';
import { margin } from './margin/margin-product.ts';
import { mining } from './mining/mining-product.ts';
import { otc } from './otc/otc-product.ts';
import { perpetual } from './perpetual/perpetual-product.ts';
import { referral } from './referral/referral-product.ts';
import { seconds } from './seconds/seconds-product.ts';
import { spot } from './spot/spot-product.ts';
import { staking } from './staking/staking-product.ts';
import { swap } from './swap/swap-product.ts';
import { transfer } from './transfer/transfer-product.ts';
import { treasury } from './treasury/treasury-product.ts';

/** All products, in the order in which they are made and called. */
// biome-ignore format: one line a product
export const PRODUCTS = [
  spot,
  perpetual,
  seconds,
  margin,
  transfer,
  treasury,
  custody,
  swap,
  referral,
  staking,
  finance,
  loan,
  mining,
  otc,
] as const;

type Room = (typeof PRODUCTS)[number];

/** The views of all products, by their names. */
export type ProductViews = {
  readonly [R in Room as R['name']]: ReturnType<R['create']>['view'];
};
