import type { Vocabulary } from '../products/vocabulary.ts';

/** The commands that change published terms: an operator's change to one of them is announced before it applies. */
export const TERMS_CHANGES = [
  'setFeeTiers',
  'setSymbolLimits',
  'setPerpetualLimits',
  'setPerpetualTiers',
  'setMarginAsset',
  'setMarginTerms',
] as const;
export type TermsChangeType = (typeof TERMS_CHANGES)[number];
export type TermsChange = Extract<Vocabulary['command'], { readonly type: TermsChangeType }>;

/**
 * Announces a change of terms, with the reason that users read. It applies at `effectiveMs`, a whole minute, no sooner
 * than its notice allows and within 90 days; until then the terms that stand hold. Of each market's or asset's terms one
 * change is announced at a time.
 */
export interface ScheduleChange {
  readonly type: 'scheduleChange';
  readonly effectiveMs: number;
  readonly reason: string;
  readonly change: TermsChange;
}

/** Withdraws an announced change: the terms that stand stay. */
export interface WithdrawChange {
  readonly type: 'withdrawChange';
  readonly changeNo: number;
  readonly reason: string;
}

export type ChangeCommand = ScheduleChange | WithdrawChange;
