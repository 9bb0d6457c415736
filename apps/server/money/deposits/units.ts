/** Base units of the ledger, rounded down: what is beyond its scale stays as dust. */
export function toLedger(units: bigint, decimals: number, scale: number): bigint {
  return decimals > scale ? units / 10n ** BigInt(decimals - scale) : units * 10n ** BigInt(scale - decimals);
}

/** Base units of the chain, rounded down where the chain's unit is the larger one. */
export function toChain(units: bigint, decimals: number, scale: number): bigint {
  return decimals > scale ? units * 10n ** BigInt(decimals - scale) : units / 10n ** BigInt(scale - decimals);
}
