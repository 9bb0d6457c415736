import { alertErrors } from './alerts/errors.ts';
import { apiKeyErrors } from './apikeys/errors.ts';
import { articleErrors } from './articles/errors.ts';
import { bankErrors } from './bank/errors.ts';
import { chatErrors } from './chat/errors.ts';
import { defiErrors } from './defi/errors.ts';
import { depositErrors } from './deposits/errors.ts';
import { entryErrors } from './entry/errors.ts';
import { factorErrors } from './factors/errors.ts';
import { featureErrors } from './features/errors.ts';
import { fileErrors } from './files/errors.ts';
import { financeErrors } from './finance/errors.ts';
import { identityErrors } from './identity/errors.ts';
import { kycErrors } from './kyc/errors.ts';
import { listingErrors } from './listing/errors.ts';
import { loanErrors } from './loan/errors.ts';
import { marginErrors } from './margin/errors.ts';
import { mt5Errors } from './mt5/errors.ts';
import { myDataErrors } from './mydata/errors.ts';
import { noticeErrors } from './notices/errors.ts';
import { operatorErrors } from './operator/errors.ts';
import { orderErrors } from './order-errors.ts';
import { otcErrors } from './otc/errors.ts';
import { perpetualErrors } from './perpetual/errors.ts';
import { rechargeErrors } from './recharges/errors.ts';
import { recoveryErrors } from './recovery/errors.ts';
import { secondsErrors } from './seconds/errors.ts';
import { sharedErrors } from './shared-errors.ts';
import { stakingErrors } from './staking/errors.ts';
import { statementErrors } from './statements/errors.ts';
import { swapErrors } from './swap/errors.ts';
import { termsErrors } from './terms/errors.ts';
import { tierErrors } from './tiers/errors.ts';
import { walletErrors } from './wallet/errors.ts';
import { watchlistErrors } from './watchlist/errors.ts';
import { withdrawalErrors } from './withdrawals/errors.ts';

/** Every reason for which a call can be rejected. Codes never change; the catalogues hold the text as `error.<KEY>`. */
export const errors = {
  ...sharedErrors,
  ...orderErrors,
  ...identityErrors,
  ...entryErrors,
  ...factorErrors,
  ...fileErrors,
  ...kycErrors,
  ...bankErrors,
  ...apiKeyErrors,
  ...walletErrors,
  ...depositErrors,
  ...rechargeErrors,
  ...statementErrors,
  ...watchlistErrors,
  ...alertErrors,
  ...perpetualErrors,
  ...marginErrors,
  ...secondsErrors,
  ...defiErrors,
  ...withdrawalErrors,
  ...swapErrors,
  ...stakingErrors,
  ...financeErrors,
  ...loanErrors,
  ...otcErrors,
  ...listingErrors,
  ...mt5Errors,
  ...myDataErrors,
  ...tierErrors,
  ...termsErrors,
  ...featureErrors,
  ...recoveryErrors,
  ...noticeErrors,
  ...chatErrors,
  ...articleErrors,
  ...operatorErrors,
} as const satisfies Record<string, { readonly code: number }>;

export type ErrorKey = keyof typeof errors;

const keysByCode = new Map<number, ErrorKey>(
  Object.entries(errors).map(([key, entry]) => [entry.code, key as ErrorKey]),
);

/** The key of a code, or null where this version does not know it. */
export function errorKeyOf(code: number): ErrorKey | null {
  return keysByCode.get(code) ?? null;
}

/** The id under which the catalogues translate an error. */
export function errorMessageId(key: ErrorKey): `error.${ErrorKey}` {
  return `error.${key}`;
}
