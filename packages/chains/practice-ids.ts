/** Chains whose coins are worth nothing: a local node and the public test networks of Ethereum. */
const PRACTICE_CHAIN_IDS: ReadonlySet<number> = new Set([31_337, 11_155_111, 17_000, 560_048]);

/** True for a chain whose coins are worth nothing. A practice journal touches these alone, a real one none of them. */
export function isPracticeChainId(chainId: number): boolean {
  return PRACTICE_CHAIN_IDS.has(chainId);
}
