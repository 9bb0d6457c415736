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

/**
 * Names an agent, or another share of one: the nearest agent above a payer gets it beside the three generations. From
 * `effectiveMs` on, or at once where that has passed; another share of the same agent replaces one that is still to come.
 * A day's notice is needed to lower what counts or was announced, and to move a raise to a later time.
 */
export interface SetAgent {
  readonly type: 'setAgent';
  readonly accountUserId: number;
  /** In parts per million of each trading fee; 0 for an agent no longer. */
  readonly sharePpm: number;
  readonly effectiveMs: number;
  readonly reason: string;
}

/**
 * The account is closed: fees earn it nothing from here on, neither by generation nor as an agent, now or later. Earnings
 * from before are paid when their day is over.
 */
export interface EndReferral {
  readonly type: 'endReferral';
  readonly accountUserId: number;
}

export type ReferralCommand = SetReferralTerms | SetReferrer | SetAgent | EndReferral;
