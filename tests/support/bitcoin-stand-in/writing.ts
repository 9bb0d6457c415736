import { merkleRoot } from '@candor/chains/bitcoin';
import { sha256 } from '@noble/hashes/sha2.js';

/** The genesis block of regtest. */
export const GENESIS = [
  '0100000000000000000000000000000000000000000000000000000000000000000000003ba3edfd7a7b12b27ac72c3e67768f617fc81bc3',
  '888a51323a9fb8aa4b1e5e4adae5494dffff7f2002000000',
  '01',
  '01000000010000000000000000000000000000000000000000000000000000000000000000ffffffff4d04ffff001d0104455468652054696d',
  '65732030332f4a616e2f32303039204368616e63656c6c6f72206f6e206272696e6b206f66207365636f6e64206261696c6f757420666f72',
  '2062616e6b73ffffffff0100f2052a01000000434104678afdb0fe5548271967f1a67130b7105cd6a828e03909a67962e0ea1f61deb649f6',
  'bc3f4cef38c4f35504e51ec112de5c384df7ba0b8d578a4c702b6bf11d5fac00000000',
].join('');

const REGTEST_BITS = 0x207fffff;
const SUBSIDY = 5_000_000_000n;
const HALVING = 150;
const RESERVED = '00'.repeat(32);

/** Hash of a header or transaction in hex, as it is shown. */
export function hash256(hex: string): string {
  const bytes = sha256(sha256(Uint8Array.from(Buffer.from(hex, 'hex'))));
  return Buffer.from(bytes).reverse().toString('hex');
}

/** Writes the first transaction of a block: BIP-34's height, the subsidy with the fees, BIP-141's commitment. */
export function coinbaseOf({
  height,
  salt,
  script,
  fees,
  transactions,
}: {
  readonly height: number;
  readonly salt: number;
  readonly script: Uint8Array;
  readonly fees: bigint;
  readonly transactions: readonly string[];
}): string {
  const subsidy = SUBSIDY >> BigInt(Math.floor(height / HALVING));
  const note = Buffer.concat([push(height), push(salt + 0x10000)]);
  const witnessIds = ['0'.repeat(64), ...transactions.map(hash256)];
  const root = Buffer.from(merkleRoot(witnessIds), 'hex').reverse().toString('hex');
  const commitment = Buffer.from(hash256(root + RESERVED), 'hex')
    .reverse()
    .toString('hex');
  return [
    '02000000',
    '0001',
    '01',
    '00'.repeat(32),
    'ffffffff',
    sized(note.toString('hex')),
    'ffffffff',
    '02',
    amount(subsidy + fees),
    sized(Buffer.from(script).toString('hex')),
    amount(0n),
    sized(`6a24aa21a9ed${commitment}`),
    '0120',
    RESERVED,
    '00000000',
  ].join('');
}

/** Writes a block with its proof of work, which takes two attempts on regtest. */
export function blockOf(parent: string, root: string, time: number, transactions: readonly string[]): string {
  const reversed = (hash: string) => Buffer.from(hash, 'hex').reverse().toString('hex');
  const start = `00000020${reversed(parent)}${reversed(root)}${uint32(time)}${uint32(REGTEST_BITS)}`;
  for (let nonce = 0; ; nonce++) {
    const header = start + uint32(nonce);
    // The target of regtest is half of all hashes.
    if (Number.parseInt(hash256(header).slice(0, 2), 16) < 0x7f)
      return header + count(transactions.length) + transactions.join('');
  }
}

const uint32 = (value: number): string => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes.toString('hex');
};
const amount = (satoshi: bigint): string => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(satoshi);
  return bytes.toString('hex');
};
const count = (length: number): string =>
  length < 0xfd
    ? Buffer.of(length).toString('hex')
    : `fd${Buffer.of(length & 0xff, length >> 8).toString('hex')}`;
const sized = (hex: string): string => count(hex.length / 2) + hex;

function push(value: number): Buffer {
  const bytes: number[] = [];
  for (let rest = value; rest > 0; rest = Math.floor(rest / 256)) bytes.push(rest % 256);
  if ((bytes.at(-1) ?? 0) >= 0x80) bytes.push(0);
  return Buffer.of(bytes.length, ...bytes);
}
