import {
  CHAT_TEXT_LENGTH,
  CLOSING_DAYS,
  DAILY_LIMITS_USDT,
  DATA_EXPORT_DAYS,
  KYC_REVIEW_HOURS,
  LOAN_REVIEW_HOURS,
  LOAN_TWO_REVIEWERS_ABOVE,
  MINING_WALLET_WAIT_MS,
  PASSWORD_LENGTH,
  RECHARGE_REVIEW_HOURS,
  RECOVERY_DAYS,
  RECOVERY_HOLD_HOURS,
  WITHDRAWAL_CONFIRM_MINUTES,
  WITHDRAWAL_REVIEW_HOURS,
} from '@candor/api';
import {
  type ArticleFigure,
  REFERRAL_GENERATIONS,
  SAFETY_FUND_PERCENT,
  WITHDRAWAL_ARRIVAL_HOURS,
} from '@candor/products';
import {
  CLOSING_TICKS,
  CLOSING_TICKS_MIN,
  FEE_VOLUME_DAYS,
  FUNDING_DAMPER_PPB,
  FUNDING_INTEREST_PPB,
  LIMIT_RAISE_DELAY_MS,
  MAX_COOLING_OFF_MS,
  MAX_CREDIT_SCORE,
  MAX_EXCLUSION_MS,
  OPENING_DELAY_MS,
  OTC_NOTICE_MS,
  SWAP_QUOTE_MS,
  TERMS_NOTICE_MS,
} from '@candor/rules';
import { HOLD_HOURS } from '../factors/index.ts';

const SECOND_MS = 1_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** A percent in parts per billion. */
const PERCENT_PPB = 10_000_000;

const values: Readonly<Record<ArticleFigure, number | string>> = {
  arrivalHours: WITHDRAWAL_ARRIVAL_HOURS,
  chatTextLength: CHAT_TEXT_LENGTH,
  closingDays: CLOSING_DAYS,
  confirmMinutes: WITHDRAWAL_CONFIRM_MINUTES,
  coolingOffDays: MAX_COOLING_OFF_MS / DAY_MS,
  dailyLimitAdvanced: DAILY_LIMITS_USDT.advanced,
  dailyLimitNone: DAILY_LIMITS_USDT.none,
  dailyLimitPrimary: DAILY_LIMITS_USDT.primary,
  dataExportDays: DATA_EXPORT_DAYS,
  exclusionDays: MAX_EXCLUSION_MS / DAY_MS,
  feeVolumeDays: FEE_VOLUME_DAYS,
  feesNoticeHours: TERMS_NOTICE_MS.setFeeTiers / HOUR_MS,
  fundingDamper: FUNDING_DAMPER_PPB / PERCENT_PPB,
  fundingInterest: FUNDING_INTEREST_PPB / PERCENT_PPB,
  holdHours: HOLD_HOURS,
  kycReviewHours: KYC_REVIEW_HOURS,
  limitsNoticeHours: TERMS_NOTICE_MS.setSymbolLimits / HOUR_MS,
  loanReviewHours: LOAN_REVIEW_HOURS,
  loanTwoReviewersAbove: LOAN_TWO_REVIEWERS_ABOVE,
  lossLimitHours: LIMIT_RAISE_DELAY_MS / HOUR_MS,
  marginNoticeHours: TERMS_NOTICE_MS.setMarginTerms / HOUR_MS,
  maxCreditScore: MAX_CREDIT_SCORE,
  miningWalletDays: MINING_WALLET_WAIT_MS / DAY_MS,
  otcNoticeHours: OTC_NOTICE_MS / HOUR_MS,
  passwordMinLength: PASSWORD_LENGTH.least,
  rechargeReviewHours: RECHARGE_REVIEW_HOURS,
  recoveryDays: RECOVERY_DAYS,
  recoveryHoldHours: RECOVERY_HOLD_HOURS,
  referralGenerations: REFERRAL_GENERATIONS,
  safetyFundShare: SAFETY_FUND_PERCENT,
  secondsClosingTicks: CLOSING_TICKS,
  secondsClosingTicksMin: CLOSING_TICKS_MIN,
  secondsOpeningDelay: OPENING_DELAY_MS / SECOND_MS,
  swapQuoteSeconds: SWAP_QUOTE_MS / SECOND_MS,
  tiersNoticeHours: TERMS_NOTICE_MS.setPerpetualTiers / HOUR_MS,
  withdrawalReviewHours: WITHDRAWAL_REVIEW_HOURS,
};

const shown = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));

/** Returns the values of all figures that an article may name, as decimals; a percentage without its sign. */
export function articleFigureValues(): Readonly<Record<string, string>> {
  return shown;
}
