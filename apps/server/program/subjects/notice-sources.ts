import type { NoticeSource } from '../../gateway/notices/index.ts';
import { miningNotices } from '../../money/defi/notices.ts';
import { type DepositNoticesNeeds, depositNotices } from '../../money/deposits/notices.ts';
import type { EarnNoticesNeeds } from '../../money/earn/index.ts';
import { financeNotices } from '../../money/finance/notices.ts';
import { type LoanNoticesNeeds, loanNotices } from '../../money/loan/notices.ts';
import { stakingNotices } from '../../money/staking/notices.ts';
import { type WalletNoticesNeeds, walletNotices } from '../../money/wallet/notices.ts';
import { type WithdrawalNoticesNeeds, withdrawalNotices } from '../../money/withdrawals/notices.ts';
import { type MarginNoticesNeeds, marginNotices } from '../../trading/margin/notices.ts';
import { type MarketNoticesNeeds, marketNotices } from '../../trading/market/notices.ts';
import { type OtcNoticesNeeds, otcNotices } from '../../trading/otc/notices.ts';
import { type PerpetualNoticesNeeds, perpetualNotices } from '../../trading/perpetual/notices.ts';
import { type SecondsNoticesNeeds, secondsNotices } from '../../trading/seconds/notices.ts';
import { type SpotNoticesNeeds, spotNotices } from '../../trading/spot/notices.ts';
import { referralNotices } from '../../users/referral/notices.ts';

/** The services that the notices of subjects are read with. */
export type NoticeSourceNeeds = DepositNoticesNeeds &
  WalletNoticesNeeds &
  WithdrawalNoticesNeeds &
  MarginNoticesNeeds &
  MarketNoticesNeeds &
  PerpetualNoticesNeeds &
  SecondsNoticesNeeds &
  EarnNoticesNeeds &
  LoanNoticesNeeds &
  OtcNoticesNeeds &
  SpotNoticesNeeds;

/** The notices of all subjects: one line a subject. */
export const noticeSources = (needs: NoticeSourceNeeds): readonly NoticeSource[] => [
  depositNotices(needs),
  walletNotices(needs),
  withdrawalNotices(needs),
  marginNotices(needs),
  marketNotices(needs),
  perpetualNotices(needs),
  secondsNotices(needs),
  spotNotices(needs),
  stakingNotices(needs),
  loanNotices(needs),
  financeNotices(needs),
  otcNotices(needs),
  miningNotices(),
  referralNotices(),
];
