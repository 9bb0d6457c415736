import type { Outpoint } from '../port.ts';
import { ByteReader, toShownHash } from './bytes.ts';
import { hash256 } from './networks.ts';

export interface RawOutput {
  readonly amount: bigint;
  readonly script: Uint8Array;
}

export interface RawTransaction {
  /** Its id: the hash without signatures. */
  readonly hash: string;
  readonly inputs: readonly (Outpoint & { readonly sequence: number })[];
  readonly outputs: readonly RawOutput[];
  readonly isCoinbase: boolean;
  readonly weight: number;
}

export interface RawBlock {
  readonly hash: string;
  readonly parentHash: string;
  readonly timeMs: number;
  readonly transactions: readonly RawTransaction[];
}

const NO_HASH = '0'.repeat(64);
const HEADER_BYTES = 80;

/** Reads one transaction from hex. Throws RangeError for bytes that are none. */
export function readTransaction(hex: Uint8Array): RawTransaction {
  const reader = new ByteReader(hex);
  const transaction = takeTransaction(reader, hex);
  if (!reader.isAtEnd) throw new RangeError('More bytes than one transaction');
  return transaction;
}

/**
 * Reads a block, and recomputes what its hash commits to: the header and each transaction. Throws RangeError for bytes
 * that are none, or whose transactions are not those of its header.
 */
export function readBlock(bytes: Uint8Array): RawBlock {
  const reader = new ByteReader(bytes);
  const header = reader.take(HEADER_BYTES);
  const view = new DataView(header.buffer, header.byteOffset, HEADER_BYTES);
  const count = reader.count();
  const transactions: RawTransaction[] = [];
  for (let i = 0; i < count; i++) transactions.push(takeTransaction(reader, bytes));
  if (!reader.isAtEnd) throw new RangeError('More bytes than one block');
  if (merkleRoot(transactions.map(({ hash }) => hash)) !== toShownHash(header.subarray(36, 68)))
    throw new RangeError('The transactions are not those of the header');
  return {
    hash: toShownHash(hash256(header)),
    parentHash: toShownHash(header.subarray(4, 36)),
    timeMs: view.getUint32(68, true) * 1000,
    transactions,
  };
}

/**
 * Returns the root over the ids of a block's transactions. Throws RangeError where two neighbours are the same: such a
 * list has the root of a shorter one (CVE-2012-2459).
 */
export function merkleRoot(hashes: readonly string[]): string {
  let level: Buffer[] = hashes.map((hash) => Buffer.from(hash, 'hex').reverse());
  if (level.length === 0) throw new RangeError('A block has a transaction');
  while (level.length > 1) {
    const next: Buffer[] = [];
    for (let i = 0; i < level.length; i += 2) {
      const left = level[i]!;
      const right = level[i + 1];
      if (right !== undefined && left.equals(right)) throw new RangeError('A transaction stands there twice');
      next.push(Buffer.from(hash256(Buffer.concat([left, right ?? left]))));
    }
    level = next;
  }
  return toShownHash(level[0]!);
}

function takeTransaction(reader: ByteReader, bytes: Uint8Array): RawTransaction {
  const start = reader.position;
  const version = reader.take(4);
  const hasWitness = reader.peek() === 0;
  if (hasWitness && (reader.uint8() !== 0 || reader.uint8() !== 1))
    throw new RangeError('An unknown flag of a transaction');
  const bodyStart = reader.position;
  const inputs = Array.from({ length: reader.count() }, () => {
    const hash = toShownHash(reader.take(32));
    const index = reader.uint32();
    reader.take(reader.count());
    return { hash, index, sequence: reader.uint32() };
  });
  const outputs = Array.from({ length: reader.count() }, () => {
    const amount = reader.uint64();
    return { amount, script: Uint8Array.from(reader.take(reader.count())) };
  });
  const body = bytes.subarray(bodyStart, reader.position);
  if (hasWitness)
    for (const _ of inputs) for (let items = reader.count(); items > 0; items--) reader.take(reader.count());
  const lockTime = reader.take(4);
  const stripped = Buffer.concat([version, body, lockTime]);
  const total = reader.position - start;
  return {
    hash: toShownHash(hash256(stripped)),
    inputs,
    outputs,
    isCoinbase: inputs.length === 1 && inputs[0]!.hash === NO_HASH,
    weight: stripped.length * 3 + total,
  };
}

export const outpointKey = ({ hash, index }: Outpoint): string => `${hash}:${index}`;
