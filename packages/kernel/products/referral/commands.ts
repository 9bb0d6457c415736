import type { ReferralTerms } from '@candor/rules';

/** Sets the shares of trading fees that are paid from now on. Rests of earlier fees are kept. */
export interface SetReferralTerms extends ReferralTerms {
  readonly type: 'setReferralTerms';
}

/** Names who invited a user, once and for ever: sent with the user's registration. */
export interface SetReferrer {
  readonly type: 'setReferrer';
  readonly accountUserId: number;
  readonly inviterId: number;
}

export type ReferralCommand = SetReferralTerms | SetReferrer;
