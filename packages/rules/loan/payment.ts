/** Unpaid parts of one instalment. */
export interface OwedInstalment {
  readonly interest: bigint;
  readonly principal: bigint;
  readonly overdue: bigint;
}

/** Everything that a loan owes at one second. */
export interface LoanOwed {
  /** Instalments that are due, oldest first. */
  readonly due: readonly OwedInstalment[];
  /** Interest up to this second on the principal that is not due. */
  readonly earlyInterest: bigint;
  /** Principal that is not due. */
  readonly principal: bigint;
}

/** A payment, by the same parts; what it did not reach is 0. */
export interface LoanPayment extends LoanOwed {
  /** Amount that nothing was left to pay with; 0 unless more was paid than is owed. */
  readonly rest: bigint;
}

/** Sum of the instalments that are due, with their overdue interest. */
export function dueOf({ due }: LoanOwed): bigint {
  return due.reduce((sum, { interest, principal, overdue }) => sum + interest + principal + overdue, 0n);
}

/** Price of repaying all at once. */
export function allOf(owed: LoanOwed): bigint {
  return dueOf(owed) + owed.earlyInterest + owed.principal;
}

/**
 * Divides a payment in the published order: instalments that are due, the oldest first and of each its interest before
 * its principal; then overdue interest, the oldest first; then interest to the second and principal that is not due.
 */
export function splitLoanPayment(amount: bigint, owed: LoanOwed): LoanPayment {
  let rest = amount;
  const take = (wanted: bigint): bigint => {
    const taken = rest < wanted ? rest : wanted;
    rest -= taken;
    return taken;
  };
  const parts = owed.due.map(({ interest, principal }) => ({
    interest: take(interest),
    principal: take(principal),
  }));
  const due = parts.map((part, i) => ({ ...part, overdue: take(owed.due[i]!.overdue) }));
  const earlyInterest = take(owed.earlyInterest);
  const principal = take(owed.principal);
  return { due, earlyInterest, principal, rest };
}
