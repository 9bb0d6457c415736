import type { FinanceOffer, FixedOffer } from '@candor/kernel';
import { billsModel } from './products/bills/bills.ts';
import { earnModel } from './products/earn/earn.ts';
import { loanModel } from './products/loan/loan.ts';
import { marginModel } from './products/margin/margin.ts';
import { marketModel } from './products/market/market.ts';
import { miningModel } from './products/mining/mining.ts';
import { otcModel } from './products/otc/otc.ts';
import { perpetualModel } from './products/perpetual/perpetual.ts';
import { referralModel } from './products/referral/referral.ts';
import { secondsModel } from './products/seconds/seconds.ts';
import { spotModel } from './products/spot/spot.ts';
import { swapModel } from './products/swap/swap.ts';

/** The read models, by the name under which their queries are found. */
export const readModels = {
  bills: billsModel,
  spot: spotModel,
  perpetual: perpetualModel,
  seconds: secondsModel,
  margin: marginModel,
  market: marketModel,
  swaps: swapModel,
  referral: referralModel,
  staking: earnModel<FixedOffer>('staking'),
  finance: earnModel<FinanceOffer>('finance'),
  mining: miningModel,
  loan: loanModel,
  otc: otcModel,
};
