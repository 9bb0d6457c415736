import type { HousePart } from '../../gateway/subject.ts';
import { miningHouse } from '../../money/defi/index.ts';
import { loanHouse } from '../../money/loan/index.ts';
import { rechargesHouse } from '../../money/recharges/index.ts';
import { stakingHouse } from '../../money/staking/index.ts';
import { payoutsHouse } from '../../money/withdrawals/index.ts';
import { alertsHouse } from '../../trading/alerts/index.ts';
import { otcHouse } from '../../trading/otc/index.ts';
import { secondsHouse } from '../../trading/seconds/index.ts';

/** The parts of subjects that run once, in the house process. A subject that has one registers here. */
export const houseParts: readonly HousePart[] = [
  secondsHouse,
  rechargesHouse,
  payoutsHouse,
  alertsHouse,
  loanHouse,
  stakingHouse,
  miningHouse,
  otcHouse,
];
