export { normaliseAddress } from './address-rules.ts';
export { BITCOIN_MAINNET, BITCOIN_REGTEST, type BitcoinNetwork } from './bitcoin/networks.ts';
export * from './chain-error.ts';
export { DEPOSIT_ACCOUNT_PATH, depositPath, normaliseEvmAddress } from './evm/addresses.ts';
export * from './join/index.ts';
export * from './port.ts';
export { isPracticeChainId } from './practice-ids.ts';
export type { NodeHealth, NodeState } from './quorum/health.ts';
