import { createKernel, type Envelope } from '@candor/kernel';
import { expect, test } from 'vitest';
import { listing, practiceGenesis } from '../../tools/workload/exchange.ts';
import { AppliedResult } from './batch.ts';
import { packBatch, unpackBatch } from './pack.ts';
import type { CommittedBatch } from './types.ts';

function batchOf(): CommittedBatch {
  const kernel = createKernel();
  const bodies = [practiceGenesis, ...listing(2, 1)];
  const commands = bodies.map((body, index) => {
    const timeMs = 1_800_000_000_000 + 10 * index;
    const envelope: Envelope = { seq: index + 1, timeMs, userId: 0, key: null, bodyHash: null, body };
    return new AppliedResult(envelope, kernel.apply(envelope));
  });
  return { batchNo: 1, firstSeq: 1, lastSeq: commands.length, hash: 'ab'.repeat(32), commands };
}

const factsOf = ({ commands }: CommittedBatch) =>
  commands.map(({ stamp: { seq, timeMs, userId }, outcome, events }) => ({
    seq,
    timeMs,
    userId,
    outcome,
    events,
  }));

test('a batch arrives as it was', () => {
  const batch = batchOf();
  const heard = unpackBatch(packBatch(batch));
  expect(factsOf(heard)).toEqual(factsOf(batch));
  expect(heard.commands.map(({ envelope }) => envelope)).toEqual(
    batch.commands.map(({ envelope }) => envelope),
  );
});

test('stamps, outcomes and events are read without the envelopes', () => {
  const batch = batchOf();
  const heard = unpackBatch(packBatch({ ...batch, encoded: Uint8Array.of(99) }));
  expect(factsOf(heard)).toEqual(factsOf(batch));
  expect(() => heard.commands[0]?.envelope).toThrow(RangeError);
});

test('a batch whose stamps are too few is refused', () => {
  const batch = batchOf();
  const heard = unpackBatch(packBatch({ ...batch, lastSeq: batch.lastSeq + 1 }));
  expect(() => heard.commands).toThrow(RangeError);
});
