/**
 * Units of one asset on a chain and in the ledger, compared in the finer of the two: nothing is rounded until an amount is
 * booked.
 */
export interface FineUnits {
  ofChain(units: bigint): bigint;
  ofLedger(units: bigint): bigint;
  /** Whole units of the ledger, rounded down: a surplus below one unit is not booked yet, a shortage counts at once. */
  ledgerDown(fine: bigint): bigint;
  /** Whole units of the ledger, rounded up: a cost is never booked too low. */
  ledgerUp(fine: bigint): bigint;
}

export function fineUnits(decimals: number, scale: number): FineUnits {
  const finest = Math.max(decimals, scale);
  const chainStep = 10n ** BigInt(finest - decimals);
  const ledgerStep = 10n ** BigInt(finest - scale);
  const ledgerDown = (fine: bigint): bigint => {
    const whole = fine / ledgerStep;
    return fine < 0n && whole * ledgerStep !== fine ? whole - 1n : whole;
  };
  return {
    ofChain: (units) => units * chainStep,
    ofLedger: (units) => units * ledgerStep,
    ledgerDown,
    ledgerUp: (fine) => -ledgerDown(-fine),
  };
}
