/** Another wallet waits so long before it can join in place of the one that did: its account's owner can cancel it until then. */
export const MINING_WALLET_WAIT_MS = 7 * 86_400_000;
