import type { Amount, PriceTicks } from '@candor/money';
import type { SecondsResult, WouldHave } from '@candor/rules';
import type { SecondsState, SecondsTermsChange } from './commands.ts';
import type { SecondTerms, TickReading } from './contract.ts';

/** A contract was accepted on these terms. `simulated`: practice, where whoever holds the seed knows the outcome. */
export interface SecondAcceptedEvent {
  readonly type: 'secondAccepted';
  readonly terms: SecondTerms;
  readonly simulated: boolean;
}

/** The opening price is there: the countdown runs. */
export interface SecondOpenedEvent {
  readonly type: 'secondOpened';
  readonly contractId: number;
  readonly userId: number;
  readonly symbolId: number;
  readonly opening: TickReading;
}

/** Why a contract is void: the index was stale at the opening, or at too many of the closing ticks. */
export type VoidReason = 'opening-stale' | 'closing-stale';

/** The contract is over, with every input of its settlement. */
export interface SecondEndedEvent {
  readonly type: 'secondEnded';
  readonly contractId: number;
  readonly userId: number;
  readonly symbolId: number;
  readonly result: SecondsResult;
  readonly voidReason: VoidReason | null;
  /** Result that a void contract would have had by the valid prices that there were; null unless it is void. */
  readonly wouldHave: WouldHave | null;
  readonly opening: TickReading;
  readonly closing: readonly TickReading[];
  readonly closeTicks: PriceTicks | null;
  /** Amount paid to the user, the stake included. */
  readonly paid: Amount;
}

/** Judgement of a void contract without any valid closing tick: how it would have ended by the first index after it. */
export interface SecondVoidJudgedEvent {
  readonly type: 'secondVoidJudged';
  readonly contractId: number;
  readonly userId: number;
  readonly symbolId: number;
  readonly wouldHave: WouldHave;
  readonly reading: TickReading;
}

/** A user's own limits as they now stand. */
export interface SecondsLimitsEvent {
  readonly type: 'secondsLimits';
  readonly userId: number;
  readonly limit: Amount | null;
  readonly pending: Amount | null;
  readonly pendingFromMs: number;
  readonly coolingOffUntilMs: number;
  readonly selfExcludedUntilMs: number;
}

/** Change by an operator, as it was and as it is. */
export type SecondsChange =
  | { readonly what: 'terms'; readonly before: SecondsTermsChange | null; readonly after: SecondsTermsChange }
  | { readonly what: 'cap'; readonly before: Amount | null; readonly after: Amount }
  | { readonly what: 'user-cap'; readonly before: Amount | null; readonly after: Amount | null }
  | { readonly what: 'state'; readonly before: SecondsState; readonly after: SecondsState }
  | { readonly what: 'pool'; readonly before: Amount; readonly after: Amount };

/** An operator changed what holds for contracts that are opened later, or added to the pool. */
export interface SecondsChangedEvent {
  readonly type: 'secondsChanged';
  /** 0 for all symbols. */
  readonly symbolId: number;
  readonly change: SecondsChange;
  /** Reason that users read. */
  readonly reason: string;
}

export type SecondsEvent =
  | SecondsChangedEvent
  | SecondAcceptedEvent
  | SecondOpenedEvent
  | SecondEndedEvent
  | SecondVoidJudgedEvent
  | SecondsLimitsEvent;

export type SecondsRejection =
  | 'SECONDS_NOT_OFFERED'
  | 'SECONDS_NOT_ENABLED'
  | 'SECONDS_EXCLUDED'
  | 'SECONDS_LOSS_LIMIT'
  | 'SECONDS_EXPOSURE_CAP'
  | 'SECONDS_POOL_SHORT'
  | 'SECONDS_HALTED'
  | 'SECONDS_USER_CAP'
  | 'SECONDS_TERMS_CHANGED'
  | 'SECONDS_LIMIT_SHORTER';

declare module '../../rejections.ts' {
  interface ProductRejections {
    readonly seconds: SecondsRejection;
  }
}
