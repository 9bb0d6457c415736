import { keccak_256 } from '@noble/hashes/sha3.js';

/** The account of BIP-44 whose keys receive deposits of all EVM chains. */
export const DEPOSIT_ACCOUNT_PATH = "m/44'/60'/0'/0";
const LARGEST_INDEX = 2 ** 31 - 1;
const ADDRESS = /^0x[0-9a-fA-F]{40}$/;
const ZERO = /^0x0{40}$/;
const LOWER = /^0x[0-9a-f]{40}$/;
const UPPER = /^0x[0-9A-F]{40}$/;

/** Returns the BIP-44 path of a deposit address. Throws RangeError for an index that has none. */
export function depositPath(index: number): `m/44'/60'/${string}` {
  if (!Number.isSafeInteger(index) || index < 0 || index > LARGEST_INDEX)
    throw new RangeError('An index of an address is a whole number below 2^31');
  return `${DEPOSIT_ACCOUNT_PATH}/${index}`;
}

/**
 * Returns the address with EIP-55's checksum, or null if it is none: mixed case must bear the right checksum, one case
 * alone bears none. The zero address is no recipient.
 */
export function normaliseEvmAddress(text: string): string | null {
  if (!ADDRESS.test(text) || ZERO.test(text)) return null;
  const address = withChecksum(text.slice(2).toLowerCase());
  return LOWER.test(text) || UPPER.test(text) || text === address ? address : null;
}

/** EIP-55: a letter is a capital where the digit of the hash in its place is 8 or more. */
function withChecksum(digits: string): string {
  const hash = Buffer.from(keccak_256(Buffer.from(digits))).toString('hex');
  return `0x${digits.replace(/[a-f]/g, (letter, at: number) =>
    Number.parseInt(hash[at]!, 16) >= 8 ? letter.toUpperCase() : letter,
  )}`;
}
