import { alertCalls } from './alerts/index.ts';
import { apiKeyCalls } from './apikeys/index.ts';
import { articleCalls } from './articles/index.ts';
import { bankCalls } from './bank/index.ts';
import { chatCalls } from './chat/index.ts';
import { defiCalls } from './defi/index.ts';
import { depositCalls } from './deposits/index.ts';
import { entryCalls } from './entry/index.ts';
import { factorCalls } from './factors/index.ts';
import { featureCalls } from './features/index.ts';
import { fileCalls } from './files/index.ts';
import { financeCalls } from './finance/index.ts';
import { identityCalls } from './identity/index.ts';
import { kycCalls } from './kyc/index.ts';
import { listingCalls } from './listing/index.ts';
import { loanCalls } from './loan/index.ts';
import { marginCalls } from './margin/index.ts';
import { marketCalls } from './market/index.ts';
import { mt5Calls } from './mt5/index.ts';
import { myDataCalls } from './mydata/index.ts';
import { noticeCalls } from './notices/index.ts';
import { otcCalls } from './otc/index.ts';
import { perpetualCalls } from './perpetual/index.ts';
import { platformCalls } from './platform/index.ts';
import { rechargeCalls } from './recharges/index.ts';
import { recoveryCalls } from './recovery/index.ts';
import { referralCalls } from './referral/index.ts';
import { secondsCalls } from './seconds/index.ts';
import { settledCalls } from './settled/index.ts';
import { spotCalls } from './spot/index.ts';
import { stakingCalls } from './staking/index.ts';
import { statementCalls } from './statements/index.ts';
import { swapCalls } from './swap/index.ts';
import { termsCalls } from './terms/index.ts';
import { tierCalls } from './tiers/index.ts';
import { touchCalls } from './touches/index.ts';
import { walletCalls } from './wallet/index.ts';
import { watchlistCalls } from './watchlist/index.ts';
import { withdrawalCalls } from './withdrawals/index.ts';

export * from './alerts/index.ts';
export * from './apikeys/index.ts';
export * from './articles/index.ts';
export * from './bank/index.ts';
export * from './chat/index.ts';
export * from './defi/index.ts';
export * from './deposits/index.ts';
export * from './earn/index.ts';
export * from './entry/index.ts';
export * from './factors/index.ts';
export * from './features/index.ts';
export * from './files/index.ts';
export * from './finance/index.ts';
export * from './identity/index.ts';
export * from './kyc/index.ts';
export * from './listing/index.ts';
export * from './loan/index.ts';
export * from './margin/index.ts';
export * from './market/index.ts';
export * from './mt5/index.ts';
export * from './mydata/index.ts';
export * from './notices/index.ts';
export * from './otc/index.ts';
export * from './perpetual/index.ts';
export * from './platform/index.ts';
export * from './recharges/index.ts';
export * from './recovery/index.ts';
export * from './referral/index.ts';
export * from './seconds/index.ts';
export * from './settled/index.ts';
export * from './spot/index.ts';
export * from './staking/index.ts';
export * from './statements/index.ts';
export * from './swap/index.ts';
export * from './terms/index.ts';
export * from './tiers/index.ts';
export * from './touches/index.ts';
export * from './wallet/index.ts';
export * from './watchlist/index.ts';
export * from './withdrawals/index.ts';

/** The calls of each subject. A subject registers here, in three lines of its name. */
export const subjectCalls = {
  platform: platformCalls,
  identity: identityCalls,
  entry: entryCalls,
  factors: factorCalls,
  apikeys: apiKeyCalls,
  wallet: walletCalls,
  deposits: depositCalls,
  market: marketCalls,
  watchlist: watchlistCalls,
  alerts: alertCalls,
  spot: spotCalls,
  otc: otcCalls,
  perpetual: perpetualCalls,
  loan: loanCalls,
  margin: marginCalls,
  seconds: secondsCalls,
  settled: settledCalls,
  defi: defiCalls,
  files: fileCalls,
  kyc: kycCalls,
  recharges: rechargeCalls,
  bank: bankCalls,
  touches: touchCalls,
  withdrawals: withdrawalCalls,
  statements: statementCalls,
  swap: swapCalls,
  staking: stakingCalls,
  finance: financeCalls,
  mt5: mt5Calls,
  mydata: myDataCalls,
  tiers: tierCalls,
  terms: termsCalls,
  features: featureCalls,
  recovery: recoveryCalls,
  notices: noticeCalls,
  referral: referralCalls,
  chat: chatCalls,
  articles: articleCalls,
  listing: listingCalls,
} as const;
