import type { CustodyVocabulary } from './custody/vocabulary.ts';
import type { MarginVocabulary } from './margin/vocabulary.ts';
import type { PerpetualVocabulary } from './perpetual/protocol/vocabulary.ts';
import type { SecondsVocabulary } from './seconds/vocabulary.ts';
import type { SpotVocabulary } from './spot/vocabulary.ts';
import type { SwapVocabulary } from './swap/vocabulary.ts';
import type { TransferVocabulary } from './transfer/vocabulary.ts';
import type { TreasuryVocabulary } from './treasury/vocabulary.ts';

/** The commands and events of all products, a union of each. One line a product. */
export type Vocabulary =
  | SpotVocabulary
  | PerpetualVocabulary
  | SecondsVocabulary
  | MarginVocabulary
  | TransferVocabulary
  | CustodyVocabulary
  | SwapVocabulary
  | TreasuryVocabulary;
