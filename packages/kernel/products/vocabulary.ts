import type { CustodyVocabulary } from './custody/vocabulary.ts';
import type { FinanceVocabulary } from './finance/vocabulary.ts';
import type { LoanVocabulary } from './loan/vocabulary.ts';
import type { MarginVocabulary } from './margin/vocabulary.ts';
import type { MiningVocabulary } from './mining/vocabulary.ts';
import type { OtcVocabulary } from './otc/vocabulary.ts';
import type { PerpetualVocabulary } from './perpetual/protocol/vocabulary.ts';
import type { ReferralVocabulary } from './referral/vocabulary.ts';
import type { SecondsVocabulary } from './seconds/vocabulary.ts';
import type { SpotVocabulary } from './spot/vocabulary.ts';
import type { StakingVocabulary } from './staking/vocabulary.ts';
import type { SwapVocabulary } from './swap/vocabulary.ts';
import type { TransferVocabulary } from './transfer/vocabulary.ts';
import type { TreasuryVocabulary } from './treasury/vocabulary.ts';

export type * from './custody/vocabulary.ts';
export type * from './finance/vocabulary.ts';
export type * from './loan/vocabulary.ts';
export type * from './margin/vocabulary.ts';
export type * from './mining/vocabulary.ts';
export type * from './otc/vocabulary.ts';
export type * from './perpetual/protocol/vocabulary.ts';
export type * from './referral/vocabulary.ts';
export type * from './seconds/vocabulary.ts';
export type * from './spot/vocabulary.ts';
export type * from './staking/vocabulary.ts';
export type * from './swap/vocabulary.ts';
export type * from './transfer/vocabulary.ts';
export type * from './treasury/vocabulary.ts';

/** The commands and events of all products, a union of each. A product registers here, in three lines of its name. */
export type Vocabulary =
  | SpotVocabulary
  | PerpetualVocabulary
  | SecondsVocabulary
  | MarginVocabulary
  | TransferVocabulary
  | CustodyVocabulary
  | SwapVocabulary
  | ReferralVocabulary
  | StakingVocabulary
  | FinanceVocabulary
  | LoanVocabulary
  | TreasuryVocabulary
  | MiningVocabulary
  | OtcVocabulary;
