/** Words of deposits. No schemas: browsers load this module. */

/**
 * Why a coin is no longer listed on a network: no code stands at its contract, the contract names other decimals than are
 * listed, or it moves other amounts than its events say.
 */
export const DELISTED_REASONS = ['contract', 'decimals', 'amounts'] as const;
export type DelistedReason = (typeof DELISTED_REASONS)[number];
