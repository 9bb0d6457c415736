import type { Amount } from '@candor/money';
import type { Direction } from '@candor/rules';

/** A period that is offered, with what a winner gets beside the stake, in parts per million of it. */
export interface SecondsPeriod {
  readonly periodS: number;
  readonly payoutPpm: number;
}

/**
 * Sets what is offered on a symbol from now on; contracts that were accepted keep their terms. Quantities are whole
 * coins of the stake asset, which is one and the same for all symbols. No period: nothing more is accepted.
 */
export interface SetSecondsTerms {
  readonly type: 'setSecondsTerms';
  readonly symbolId: number;
  readonly assetId: number;
  readonly minQuantity: number;
  readonly maxQuantity: number;
  readonly periods: readonly SecondsPeriod[];
  readonly formula: number;
}

/** Sets who may open second contracts from now on: users of these countries (ISO 3166 alpha-2), or all in practice mode. */
export interface EnableSeconds {
  readonly type: 'enableSeconds';
  readonly practice: boolean;
  readonly countries: readonly string[];
}

/** Adds to the pool that pays winners: from a house user's spot wallet or, with user 0 in practice mode, from practice custody. */
export interface FundSecondsPool {
  readonly type: 'fundSecondsPool';
  readonly assetId: number;
  readonly amount: Amount;
  readonly fromUserId: number;
}

/** The most that all open contracts of a symbol (of all together: symbol 0) may pay out. Nothing is accepted without. */
export interface SetExposureCap {
  readonly type: 'setExposureCap';
  readonly symbolId: number;
  readonly cap: Amount;
}

/** Changes to an offer that an operator may make. */
export interface SecondsTermsChange {
  readonly minQuantity: number;
  readonly maxQuantity: number;
  readonly periods: readonly SecondsPeriod[];
}

/** Operators' changes carry the reason that users read. All of them touch only contracts that are opened later. */
export interface ChangeSecondsTerms extends SecondsTermsChange {
  readonly type: 'changeSecondsTerms';
  readonly symbolId: number;
  readonly reason: string;
}

/** Changes what all open contracts of a symbol (of all together: symbol 0) may pay out. */
export interface ChangeSecondsCap {
  readonly type: 'changeSecondsCap';
  readonly symbolId: number;
  readonly cap: Amount;
  readonly reason: string;
}

/** Sets the most that the open contracts of one user may pay out; null for no bound of their own. */
export interface SetSecondsUserCap {
  readonly type: 'setSecondsUserCap';
  readonly cap: Amount | null;
  readonly reason: string;
}

/** Halts or reopens a symbol's contracts (all symbols': symbol 0). Open ones go on to their end by their own terms. */
export interface SetSecondsState {
  readonly type: 'setSecondsState';
  readonly symbolId: number;
  readonly state: SecondsState;
  readonly reason: string;
}

export type SecondsState = 'trading' | 'halted';

/** Adds to the pool like `fundSecondsPool`, published to users with its reason. */
export interface AddToSecondsPool {
  readonly type: 'addToSecondsPool';
  readonly assetId: number;
  readonly amount: Amount;
  readonly fromUserId: number;
  readonly reason: string;
}

/**
 * Opens a contract for the sender. `country` is what the server knows of the sender, never what the sender says.
 * `payoutPpm` is the rate that the sender was shown: under another one nothing is opened. Null takes today's.
 */
export interface OpenSecondContract {
  readonly type: 'openSecondContract';
  readonly symbolId: number;
  readonly direction: Direction;
  readonly periodS: number;
  readonly quantity: number;
  readonly payoutPpm: number | null;
  readonly clientOrderId: string | null;
  readonly country: string | null;
}

/** Changes the sender's own limits; null leaves one as it is. A loss limit of null is none. */
export interface SetSecondsLimits {
  readonly type: 'setSecondsLimits';
  readonly dailyLoss: { readonly limit: Amount | null } | null;
  readonly coolingOffUntilMs: number | null;
  readonly selfExcludedUntilMs: number | null;
}

export type SecondsCommand =
  | SetSecondsTerms
  | EnableSeconds
  | FundSecondsPool
  | SetExposureCap
  | ChangeSecondsTerms
  | ChangeSecondsCap
  | SetSecondsUserCap
  | SetSecondsState
  | AddToSecondsPool
  | OpenSecondContract
  | SetSecondsLimits;
