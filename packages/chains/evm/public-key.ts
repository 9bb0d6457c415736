import { publicKeyToAddress } from 'viem/utils';

/** Returns the address of an uncompressed secp256k1 public key in EIP-55's form. */
export function evmAddressOfPublicKey(publicKey: `0x04${string}`): string {
  return publicKeyToAddress(publicKey);
}
