/** Another wallet waits so long before it can join in place of the one that did: its account's owner can cancel it until then. */
export { MINING_WALLET_WAIT_MS } from '@candor/products';
