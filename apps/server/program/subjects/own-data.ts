import type { LeftOut, OwnData } from '../../base/records/own-data.ts';
import { filesOwnData } from '../../gateway/files/own-data.ts';
import { messagesOwnData } from '../../gateway/messages/own-data.ts';
import { noticesLeftOut, noticesOwnData } from '../../gateway/notices/own-data.ts';
import { reviewLeftOut, reviewOwnData } from '../../gateway/review/own-data.ts';
import { bankOwnData } from '../../money/bank/own-data.ts';
import type { Defi } from '../../money/defi/index.ts';
import { defiLeftOut, defiOwnData } from '../../money/defi/own-data.ts';
import { depositsOwnData } from '../../money/deposits/own-data.ts';
import { financeLeftOut, financeOwnData } from '../../money/finance/own-data.ts';
import { loanOwnData } from '../../money/loan/own-data.ts';
import { stakingLeftOut, stakingOwnData } from '../../money/staking/own-data.ts';
import { statementsOwnData } from '../../money/statements/own-data.ts';
import { tiersOwnData } from '../../money/tiers/own-data.ts';
import { walletLeftOut, walletOwnData } from '../../money/wallet/own-data.ts';
import { withdrawalsLeftOut, withdrawalsOwnData } from '../../money/withdrawals/own-data.ts';
import type { Touches } from '../../operators/touches/index.ts';
import { touchesOwnData } from '../../operators/touches/own-data.ts';
import { alertsOwnData } from '../../trading/alerts/own-data.ts';
import { marginOwnData } from '../../trading/margin/own-data.ts';
import { otcLeftOut, otcOwnData } from '../../trading/otc/own-data.ts';
import { type PerpetualDataNeeds, perpetualOwnData } from '../../trading/perpetual/own-data.ts';
import { type SecondsDataNeeds, secondsOwnData } from '../../trading/seconds/own-data.ts';
import { spotOwnData } from '../../trading/spot/own-data.ts';
import { swapLeftOut, swapOwnData } from '../../trading/swap/own-data.ts';
import { apikeysOwnData } from '../../users/apikeys/own-data.ts';
import { articlesOwnData } from '../../users/articles/own-data.ts';
import { chatLeftOut, chatOwnData } from '../../users/chat/own-data.ts';
import { factorsLeftOut, factorsOwnData } from '../../users/factors/own-data.ts';
import { featuresOwnData } from '../../users/features/own-data.ts';
import { identityLeftOut, identityOwnData } from '../../users/identity/own-data.ts';
import type { Kyc } from '../../users/kyc/index.ts';
import { kycOwnData } from '../../users/kyc/own-data.ts';
import { listingOwnData } from '../../users/listings/own-data.ts';
import { exportsOwnData } from '../../users/mydata/own-data.ts';
import { recoveryOwnData } from '../../users/recovery/own-data.ts';
import { type ReferralDataNeeds, referralLeftOut, referralOwnData } from '../../users/referral/own-data.ts';
import { termsOwnData } from '../../users/terms/own-data.ts';

/** The services that the rooms read their users' data with. */
export type OwnDataNeeds = PerpetualDataNeeds &
  SecondsDataNeeds &
  Pick<ReferralDataNeeds, 'now'> & {
    readonly touches: Touches;
    readonly kyc: Kyc;
    readonly bank: Parameters<typeof bankOwnData>[0];
    readonly defi: Defi;
    readonly deposits: Parameters<typeof depositsOwnData>[0]['deposits'];
  };

/**
 * The records of users of every room, for the export and for the end of an account: one line a room. What comes first is
 * deleted first; the user's own row comes last.
 */
export const ownData = (needs: OwnDataNeeds): readonly OwnData[] => [
  exportsOwnData,
  statementsOwnData,
  messagesOwnData,
  noticesOwnData,
  touchesOwnData,
  recoveryOwnData,
  reviewOwnData,
  kycOwnData(needs.kyc),
  bankOwnData(needs.bank),
  apikeysOwnData,
  chatOwnData,
  articlesOwnData,
  filesOwnData,
  factorsOwnData,
  depositsOwnData(needs),
  withdrawalsOwnData(needs),
  walletOwnData(needs),
  spotOwnData(needs),
  perpetualOwnData(needs),
  secondsOwnData(needs),
  marginOwnData(needs),
  swapOwnData(needs),
  referralOwnData(needs),
  stakingOwnData(needs),
  loanOwnData(needs),
  financeOwnData(needs),
  defiOwnData({ ...needs, ...needs.defi }),
  otcOwnData(needs),
  listingOwnData,
  alertsOwnData,
  featuresOwnData,
  termsOwnData,
  tiersOwnData,
  identityOwnData,
];

/** Tables that hold users' ids and are in no export, each with its reason. */
export const leftOut: readonly LeftOut[] = [
  ...identityLeftOut,
  ...factorsLeftOut,
  ...reviewLeftOut,
  ...noticesLeftOut,
  ...walletLeftOut,
  ...swapLeftOut,
  ...defiLeftOut,
  ...stakingLeftOut,
  ...financeLeftOut,
  ...withdrawalsLeftOut,
  ...referralLeftOut,
  ...chatLeftOut,
  ...otcLeftOut,
];
