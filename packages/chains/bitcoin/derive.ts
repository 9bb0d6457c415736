import { ripemd160 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { writeWitnessAddress } from './addresses.ts';
import type { BitcoinNetwork } from './networks.ts';

/** The path of BIP-84 to the account whose keys receive deposits. */
export const depositAccountPath = ({ coinType }: BitcoinNetwork) => `m/84'/${coinType}'/0'`;
/** The path of BIP-84 to the key of the hot wallet, in an account of its own. */
export const hotPath = ({ coinType }: BitcoinNetwork) => `m/84'/${coinType}'/1'/0/0`;

/** Returns the P2WPKH address of a compressed public key. Throws RangeError for another key: its coins could not be spent. */
export function addressOfPublicKey(publicKey: Uint8Array, network: BitcoinNetwork): string {
  if (publicKey.length !== 33) throw new RangeError('A witness program takes compressed keys alone');
  return writeWitnessAddress({ version: 0, program: ripemd160(sha256(publicKey)) }, network.bech32);
}
