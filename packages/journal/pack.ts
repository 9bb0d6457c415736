import {
  type Applied,
  ByteReader,
  ByteWriter,
  decodeEnvelopes,
  encodeEnvelopes,
  packResults,
  unpackResults,
} from '@candor/kernel';
import { AppliedResult } from './batch.ts';
import type { AppliedCommand, CommittedBatch } from './types.ts';

/** Encodes a committed batch for another process of this machine. */
export function packBatch(batch: CommittedBatch): Uint8Array {
  const { commands } = batch;
  const encoded = batch.encoded ?? encodeEnvelopes(commands.map(({ envelope }) => envelope));
  const writer = new ByteWriter();
  writer.count(batch.batchNo);
  writer.count(batch.firstSeq);
  writer.count(batch.lastSeq);
  writer.hex(batch.hash);
  writer.count(encoded.length);
  writer.raw(encoded);
  writer.raw(packResults(commands.map(appliedOf)));
  return writer.finish();
}

function appliedOf(command: AppliedCommand): Applied {
  return command instanceof AppliedResult ? command.applied : command;
}

/**
 * The inverse of `packBatch`. Throws RangeError for invalid bytes. An error inside the commands is thrown when they
 * are first accessed, because they are decoded then.
 */
export function unpackBatch(bytes: Uint8Array): CommittedBatch {
  const reader = new ByteReader(bytes);
  const batchNo = reader.count();
  const firstSeq = reader.count();
  const lastSeq = reader.count();
  const hash = reader.hex();
  const encoded = reader.take(reader.count());
  return new UnpackedBatch(batchNo, firstSeq, lastSeq, hash, encoded, reader.rest());
}

class UnpackedBatch implements CommittedBatch {
  readonly batchNo: number;
  readonly firstSeq: number;
  readonly lastSeq: number;
  readonly hash: string;
  readonly encoded: Uint8Array;
  private readonly results: Uint8Array;
  private made: readonly AppliedCommand[] | null = null;

  constructor(
    batchNo: number,
    firstSeq: number,
    lastSeq: number,
    hash: string,
    encoded: Uint8Array,
    results: Uint8Array,
  ) {
    this.batchNo = batchNo;
    this.firstSeq = firstSeq;
    this.lastSeq = lastSeq;
    this.hash = hash;
    this.encoded = encoded;
    this.results = results;
  }

  get commands(): readonly AppliedCommand[] {
    this.made ??= this.read();
    return this.made;
  }

  private read(): readonly AppliedCommand[] {
    const envelopes = decodeEnvelopes(this.encoded);
    const results = unpackResults(this.results);
    if (envelopes.length !== results.length)
      throw new RangeError('A batch has not a result for each command');
    return envelopes.map((envelope, index) => new AppliedResult(envelope, results[index] as Applied));
  }
}
