/** One line of a receipt, recomputed. */
export interface CheckStep {
  /** Figure of the line: 'amount', 'fee', … The reader's language names it. */
  readonly name: string;
  readonly stated: string;
  readonly recomputed: string;
  readonly ok: boolean;
}

/** Result of recomputing a receipt. `ok` only when every step is. */
export interface Check {
  readonly ok: boolean;
  readonly steps: readonly CheckStep[];
}

/** Joins steps into a check. */
export function checkOf(steps: readonly CheckStep[]): Check {
  return { ok: steps.length > 0 && steps.every((step) => step.ok), steps };
}

/** Returns the step at which a receipt goes wrong, the first that does not hold; null when all do. */
export function firstWrongStep(check: Check): CheckStep | null {
  return check.steps.find((step) => !step.ok) ?? null;
}
