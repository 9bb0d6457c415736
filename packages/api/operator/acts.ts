import { accountDeskActs } from './account-acts.ts';
import { approvalsDeskActs } from './approvals-acts.ts';
import { articlesDeskActs } from './articles-acts.ts';
import { contentDeskActs } from './content-acts.ts';
import { correctionsDeskActs } from './corrections-acts.ts';
import { custodyDeskActs } from './custody-acts.ts';
import { featuresDeskActs } from './features-acts.ts';
import { financeDeskActs } from './finance-acts.ts';
import { jobsDeskActs } from './jobs-acts.ts';
import { loanDeskActs } from './loan-acts.ts';
import { marketTermsDeskActs } from './market-terms-acts.ts';
import { messagesDeskActs } from './messages-acts.ts';
import { miningDeskActs } from './mining-acts.ts';
import { operatorsDeskActs } from './operators-acts.ts';
import { otcDeskActs } from './otc-acts.ts';
import { rateDeskActs } from './rates-acts.ts';
import { referralDeskActs } from './referral-acts.ts';
import { reviewDeskActs } from './review-acts.ts';
import { secondsDeskActs } from './seconds-acts.ts';
import { signingDeskActs } from './signing-acts.ts';
import { stakingDeskActs } from './staking-acts.ts';
import { supportDeskActs } from './support-acts.ts';
import { swapDeskActs } from './swap-acts.ts';
import { symbolsDeskActs } from './symbols-acts.ts';
import { termsDeskActs } from './terms-acts.ts';
import { tiersDeskActs } from './tiers-acts.ts';
import { usersDeskActs } from './users-acts.ts';

// apart from the calls, so that a page that names acts ships no schema

/** Every act that the operators' log knows by its words: one line a desk that acts. */
export const operatorActs = {
  ...accountDeskActs,
  ...usersDeskActs,
  ...reviewDeskActs,
  ...signingDeskActs,
  ...symbolsDeskActs,
  ...marketTermsDeskActs,
  ...secondsDeskActs,
  ...swapDeskActs,
  ...referralDeskActs,
  ...loanDeskActs,
  ...stakingDeskActs,
  ...financeDeskActs,
  ...miningDeskActs,
  ...otcDeskActs,
  ...rateDeskActs,
  ...tiersDeskActs,
  ...termsDeskActs,
  ...featuresDeskActs,
  ...contentDeskActs,
  ...articlesDeskActs,
  ...correctionsDeskActs,
  ...custodyDeskActs,
  ...approvalsDeskActs,
  ...supportDeskActs,
  ...messagesDeskActs,
  ...jobsDeskActs,
  ...operatorsDeskActs,
} as const;

export type OperatorActs = typeof operatorActs;
export type OperatorActName = keyof OperatorActs;

/** True for an act that is declared; entries of other versions may name others. */
export function isOperatorAct(name: unknown): name is OperatorActName {
  return typeof name === 'string' && Object.hasOwn(operatorActs, name);
}
