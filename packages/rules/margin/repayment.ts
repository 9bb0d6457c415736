/** Parts of a repayment by what is owed: interest first. All in base units. */
export interface Repayment {
  readonly interest: bigint;
  readonly principal: bigint;
}

/** Splits a repayment; what exceeds the whole debt is left out. */
export function splitRepayment(units: bigint, owedInterest: bigint, principal: bigint): Repayment {
  const interest = units < owedInterest ? units : owedInterest;
  const rest = units - interest;
  return { interest, principal: rest < principal ? rest : principal };
}
