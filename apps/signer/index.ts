export { allowKey, forbidKey, readAllowedKeys, SignerKeyError } from './allowed-keys.ts';
export { fingerprintOf, isPublicKey } from './fingerprint.ts';
export { newWords } from './keystore.ts';
export { type AssetLimits, type ChainPolicy, isSignatureOf, type SignerPolicy } from './policy.ts';
export { MOST_FEE, MOST_GAS, practiceSignerPolicy, signerPolicy } from './practice-policy.ts';
export * from './protocol.ts';
export { openSigner, type SignerOptions } from './signer.ts';
export { connectSigner, serveSigner } from './socket.ts';
export { hasWallet, openWallet, practiceWallet, writeWallet } from './wallet-file.ts';
