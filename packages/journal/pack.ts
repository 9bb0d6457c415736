import {
  type Applied,
  ByteReader,
  ByteWriter,
  decodeEnvelopes,
  type Envelope,
  encodeEnvelopes,
  type KernelEvent,
  type Outcome,
  packResults,
  unpackResults,
} from '@candor/kernel';
import { AppliedResult } from './batch.ts';
import type { AppliedCommand, CommittedBatch, Stamp } from './types.ts';

/**
 * Encodes a committed batch for another process of this machine. The stamps precede the envelopes: most readers need
 * no more of a command than its stamp and its events, and decoding its keys and terms costs more than both.
 */
export function packBatch(batch: CommittedBatch): Uint8Array {
  const { commands } = batch;
  const encoded = batch.encoded ?? encodeEnvelopes(commands.map(({ envelope }) => envelope));
  const writer = new ByteWriter();
  writer.count(batch.batchNo);
  writer.count(batch.firstSeq);
  writer.count(batch.lastSeq);
  writer.hex(batch.hash);
  writer.count(commands.length);
  let timeMs = 0;
  for (const { stamp } of commands) {
    writer.number(stamp.timeMs - timeMs);
    writer.number(stamp.userId);
    timeMs = stamp.timeMs;
  }
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
  return new UnpackedBatch(batchNo, firstSeq, lastSeq, hash, reader.rest());
}

class UnpackedBatch implements CommittedBatch {
  readonly batchNo: number;
  readonly firstSeq: number;
  readonly lastSeq: number;
  readonly hash: string;
  /** The bytes from the stamps on. */
  private readonly packed: Uint8Array;
  private made: readonly AppliedCommand[] | null = null;

  constructor(batchNo: number, firstSeq: number, lastSeq: number, hash: string, packed: Uint8Array) {
    this.batchNo = batchNo;
    this.firstSeq = firstSeq;
    this.lastSeq = lastSeq;
    this.hash = hash;
    this.packed = packed;
  }

  get commands(): readonly AppliedCommand[] {
    this.made ??= this.read();
    return this.made;
  }

  private read(): readonly AppliedCommand[] {
    const reader = new ByteReader(this.packed);
    const count = reader.count();
    if (count !== this.lastSeq - this.firstSeq + 1)
      throw new RangeError('A batch has not a stamp for each command');
    const stamps: Stamp[] = [];
    let timeMs = 0;
    for (let index = 0; index < count; index++) {
      timeMs += reader.number();
      stamps.push({ seq: this.firstSeq + index, timeMs, userId: reader.number() });
    }
    const envelopes = new PackedEnvelopes(reader.take(reader.count()), count);
    const results = unpackResults(reader.rest());
    if (results.length !== count) throw new RangeError('A batch has not a result for each command');
    return stamps.map(
      (stamp, index) => new UnpackedCommand(stamp, envelopes, index, results[index] as Applied),
    );
  }
}

/** The envelopes of a batch, decoded when one of them is first read. */
class PackedEnvelopes {
  private readonly bytes: Uint8Array;
  private readonly count: number;
  private made: readonly Envelope[] | null = null;

  constructor(bytes: Uint8Array, count: number) {
    this.bytes = bytes;
    this.count = count;
  }

  at(index: number): Envelope {
    if (this.made === null) {
      const envelopes = decodeEnvelopes(this.bytes);
      if (envelopes.length !== this.count)
        throw new RangeError('A batch has not an envelope for each command');
      this.made = envelopes;
    }
    return this.made[index] as Envelope;
  }
}

class UnpackedCommand implements AppliedCommand {
  readonly stamp: Stamp;
  private readonly envelopes: PackedEnvelopes;
  private readonly index: number;
  private readonly applied: Applied;

  constructor(stamp: Stamp, envelopes: PackedEnvelopes, index: number, applied: Applied) {
    this.stamp = stamp;
    this.envelopes = envelopes;
    this.index = index;
    this.applied = applied;
  }

  get envelope(): Envelope {
    return this.envelopes.at(this.index);
  }

  get outcome(): Outcome {
    return this.applied.outcome;
  }

  get events(): readonly KernelEvent[] {
    return this.applied.events;
  }
}
