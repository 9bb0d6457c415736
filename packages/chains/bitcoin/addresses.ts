import { sha256 } from '@noble/hashes/sha2.js';
import { base58check, bech32, bech32m } from '@scure/base';
import type { BitcoinNetwork } from './networks.ts';

/** A witness program as an address names it. */
export interface WitnessProgram {
  readonly version: number;
  readonly program: Uint8Array;
}

const base58 = base58check(sha256);
const LONGEST_BECH32 = 90;
const HASH_BYTES = 20;
const PROGRAM_BYTES = 32;
const OP_1 = 0x51;

/**
 * Reads an address of BIP-173 or BIP-350: version 0 bears bech32, all later ones bech32m. Returns null for what is none
 * on the network. Versions that have no rules yet are read too.
 */
export function readWitnessAddress(text: string, hrp: string): WitnessProgram | null {
  for (const coder of [bech32, bech32m]) {
    const decoded = coder.decodeUnsafe(text, LONGEST_BECH32);
    if (decoded === undefined || decoded.prefix !== hrp) continue;
    const [version, ...data] = decoded.words;
    if (version === undefined || version > 16 || (version === 0) !== (coder === bech32)) return null;
    const program = coder.fromWordsUnsafe(data);
    if (program === undefined || program === null) return null;
    if (program.length < 2 || program.length > 40) return null;
    if (version === 0 && program.length !== HASH_BYTES && program.length !== PROGRAM_BYTES) return null;
    return { version, program };
  }
  return null;
}

/** Writes a witness program as an address of the network. */
export function writeWitnessAddress({ version, program }: WitnessProgram, hrp: string): string {
  const coder = version === 0 ? bech32 : bech32m;
  return coder.encode(hrp, [version, ...coder.toWords(program)]);
}

/**
 * Returns the address in its one written form, or null if the house pays to no such address. Witness versions without
 * rules are refused, as anybody may take coins that are sent there.
 */
export function normaliseBitcoinAddress(text: string, network: BitcoinNetwork): string | null {
  const script = scriptOfAddress(text, network);
  return script === null ? null : addressOfScript(script, network);
}

/** Returns the output script that pays to an address; null if it is none that the house pays to. */
export function scriptOfAddress(text: string, network: BitcoinNetwork): Uint8Array | null {
  const witness = readWitnessAddress(text, network.bech32);
  if (witness !== null) {
    const { version, program } = witness;
    if (version > 1 || (version === 1 && program.length !== PROGRAM_BYTES)) return null;
    return Uint8Array.of(version === 0 ? 0 : OP_1, program.length, ...program);
  }
  const payload = readBase58(text);
  if (payload === null || payload.length !== HASH_BYTES + 1) return null;
  const hash = payload.subarray(1);
  if (payload[0] === network.pubKeyHash) return Uint8Array.of(0x76, 0xa9, HASH_BYTES, ...hash, 0x88, 0xac);
  if (payload[0] === network.scriptHash) return Uint8Array.of(0xa9, HASH_BYTES, ...hash, 0x87);
  return null;
}

/** Returns the address that an output script pays to; null for a script that has none. */
export function addressOfScript(script: Uint8Array, network: BitcoinNetwork): string | null {
  const { length } = script;
  if (length === 22 && script[0] === 0 && script[1] === HASH_BYTES)
    return writeWitnessAddress({ version: 0, program: script.subarray(2) }, network.bech32);
  if (length === 34 && (script[0] === 0 || script[0] === OP_1) && script[1] === PROGRAM_BYTES)
    return writeWitnessAddress(
      { version: script[0] === 0 ? 0 : 1, program: script.subarray(2) },
      network.bech32,
    );
  if (
    length === 25 &&
    startsWith(script, 0x76, 0xa9, HASH_BYTES) &&
    script[23] === 0x88 &&
    script[24] === 0xac
  )
    return base58.encode(Uint8Array.of(network.pubKeyHash, ...script.subarray(3, 23)));
  if (length === 23 && startsWith(script, 0xa9, HASH_BYTES) && script[22] === 0x87)
    return base58.encode(Uint8Array.of(network.scriptHash, ...script.subarray(2, 22)));
  return null;
}

function startsWith(bytes: Uint8Array, ...first: readonly number[]): boolean {
  return first.every((byte, at) => bytes[at] === byte);
}

function readBase58(text: string): Uint8Array | null {
  try {
    return base58.decode(text);
  } catch {
    return null;
  }
}
