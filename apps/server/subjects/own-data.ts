import { apikeysOwnData } from '../apikeys/own-data.ts';
import { bankOwnData } from '../bank/own-data.ts';
import { depositsOwnData } from '../deposits/own-data.ts';
import { factorsLeftOut, factorsOwnData } from '../factors/own-data.ts';
import { featuresOwnData } from '../features/own-data.ts';
import { filesOwnData } from '../files/own-data.ts';
import { identityLeftOut, identityOwnData } from '../identity/own-data.ts';
import type { Kyc } from '../kyc/index.ts';
import { kycOwnData } from '../kyc/own-data.ts';
import { marginOwnData } from '../margin/own-data.ts';
import { messagesOwnData } from '../messages/own-data.ts';
import { exportsOwnData } from '../mydata/own-data.ts';
import type { LeftOut, OwnData } from '../own-data.ts';
import { type PerpetualDataNeeds, perpetualOwnData } from '../perpetual/own-data.ts';
import { recoveryOwnData } from '../recovery/own-data.ts';
import { reviewLeftOut, reviewOwnData } from '../review/own-data.ts';
import { type SecondsDataNeeds, secondsOwnData } from '../seconds/own-data.ts';
import { spotOwnData } from '../spot/own-data.ts';
import { statementsOwnData } from '../statements/own-data.ts';
import { swapLeftOut, swapOwnData } from '../swap/own-data.ts';
import { termsOwnData } from '../terms/own-data.ts';
import { tiersOwnData } from '../tiers/own-data.ts';
import type { Touches } from '../touches/index.ts';
import { touchesOwnData } from '../touches/own-data.ts';
import { walletLeftOut, walletOwnData } from '../wallet/own-data.ts';
import { withdrawalsLeftOut, withdrawalsOwnData } from '../withdrawals/own-data.ts';

/** The services that the rooms read their users' data with. */
export type OwnDataNeeds = PerpetualDataNeeds &
  SecondsDataNeeds & {
    readonly touches: Touches;
    readonly kyc: Kyc;
    readonly bank: Parameters<typeof bankOwnData>[0];
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
  touchesOwnData,
  recoveryOwnData,
  reviewOwnData,
  kycOwnData(needs.kyc),
  bankOwnData(needs.bank),
  apikeysOwnData,
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
  ...walletLeftOut,
  ...swapLeftOut,
  ...withdrawalsLeftOut,
];
