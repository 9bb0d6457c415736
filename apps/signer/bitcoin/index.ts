export { type BitcoinSignerOptions, openBitcoinSigner } from './bitcoin-signer.ts';
export { connectOutputSigner } from './connect.ts';
export { type BitcoinKeys, bitcoinKeys } from './keys.ts';
export { type BitcoinPolicy, bitcoinPolicy, MOST_BITCOIN_FEE } from './policy.ts';
export type { InputKey, MergeRequest, OutputSigner, SignedSpend, SpendRequest } from './protocol.ts';
export { bitcoinWallet } from './wallet.ts';
