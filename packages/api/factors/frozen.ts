import type { calls } from '../table.ts';

/**
 * Acts that a frozen account may still do: those that take risk away, and those by which it is unfrozen. A frozen
 * account may close what is open; nothing may leave it.
 */
export const actsWhenFrozen: ReadonlySet<string> = new Set<keyof typeof calls>([
  'cancelEntrust',
  'cancelAllEntrust',
  'currencyOrderCancel',
  'contractOrderCancel',
  'contractLossCancel',
  'contractStopOrder',
  'closeContract',
  'oneKeyClose',
  'cancelContract',
  'marginCancelAll',
  'allStill',
  'fixedStill',
  'repayLoan',
  'cancelLoanApplication',
  'setSecondContractLimits',
  'redeemPledge',
  'setPledgeRenewal',
  'redeemFinance',
  'unlockMining',
  'claimMining',
  'cancelMiningWallet',
  'cancelWithdrawal',
  'removeWithdrawalAddress',
  'requestStatement',
  'readNotices',
  'setLanguage',
  'setTimeZone',
  'acceptTerms',
  'logoutEverywhere',
  'freezeAccount',
  'unfreezeAccount',
  'submitRecovery',
  'cancelRecovery',
  'cancelOwnRecovery',
  'deleteApi',
]);
