export type { AssetLimits, ChainPolicy, SignerPolicy } from './policy.ts';
export { practiceSignerPolicy } from './practice-policy.ts';
export * from './protocol.ts';
export { openSigner, type SignerOptions } from './signer.ts';
export { connectSigner, serveSigner } from './socket.ts';
export { practiceWallet } from './wallet-file.ts';
