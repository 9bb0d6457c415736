/** Base units of a chain. The caller made sure that the ledger's amount is whole there. */
export function toChain(units: bigint, scale: number, decimals: number): bigint {
  return decimals >= scale
    ? units * 10n ** BigInt(decimals - scale)
    : units / 10n ** BigInt(scale - decimals);
}

/** Base units of the ledger, rounded up: a cost is never booked too low. */
export function toLedgerUp(units: bigint, decimals: number, scale: number): bigint {
  if (decimals <= scale) return units * 10n ** BigInt(scale - decimals);
  const step = 10n ** BigInt(decimals - scale);
  return (units + step - 1n) / step;
}
