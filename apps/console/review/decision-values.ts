/** Answer to an item of the checklist; '' while there is none. */
export type CheckAnswer = '' | 'met' | 'unmet';

/** Values of the form of a decision. */
export interface DecisionValues {
  readonly choice: string;
  /** From outside, where the approval asks for one. */
  readonly reference: string;
  /** Question to the user, where more is asked for. */
  readonly question: string;
  /** Answers to the checklist by the codes of its items. */
  readonly checks: Readonly<Record<string, CheckAnswer>>;
}
