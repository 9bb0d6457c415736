import type { ByteReader, ByteWriter } from '../codec/bytes.ts';
import { amount, big, count, flag, list, number, record } from '../codec/fields.ts';
import { Stream, type StreamedPosition, type StreamFacts } from './streamed-book.ts';
import type { Gear, StreamedVersion } from './streamed-terms.ts';

export const gearsField = list(record<Gear>({ minAmount: amount, dailyPpm: number }));
const facts = record<StreamFacts>({
  assetId: count,
  seconds: count,
  second: count,
  earned: big,
  claimed: big,
  isEnded: flag,
});
const versions = list(
  record<StreamedVersion>({ termsNo: count, gears: gearsField, fromSeconds: count, beganMs: number }),
);
const positions = list(
  record<StreamedPosition>({ userId: number, held: big, seconds: count, earned: big, claimed: big }),
);

/** Writes streams by their coins, their positions by users. The pools stand in the ledger. */
export function writeStreams(writer: ByteWriter, streams: ReadonlyMap<number, Stream>): void {
  const all = [...streams.values()].sort((a, b) => a.assetId - b.assetId);
  writer.count(all.length);
  for (const stream of all) {
    facts.write(writer, stream.facts());
    versions.write(writer, stream.versions);
    positions.write(
      writer,
      [...stream.positions.values()].sort((a, b) => a.userId - b.userId),
    );
  }
}

export function readStreams(reader: ByteReader, streams: Map<number, Stream>): void {
  for (let left = reader.count(); left > 0; left--) {
    const kept = facts.read(reader);
    const stream = new Stream(kept.assetId);
    stream.versions.push(...versions.read(reader));
    for (const position of positions.read(reader)) stream.positions.set(position.userId, position);
    stream.restore(kept);
    streams.set(kept.assetId, stream);
  }
}
