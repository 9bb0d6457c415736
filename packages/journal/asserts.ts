import { assert } from '@candor/money';
import { type RowBody, rowKind } from './row.ts';
import type { AppliedCommand, CommittedBatch } from './types.ts';

/** Bytes of the hash of a row. */
const HASH_BYTES = 32;

/** The end of the chain that a row is to follow. */
interface End {
  readonly epoch: number;
  readonly batchNo: number;
  readonly seq: number;
  readonly hash: Buffer;
  /** Time of the last row that this connection wrote; 0 before the first. */
  readonly timeMs: number;
}

/** Asserts that a row follows the head: in its numbers, its epoch and its time. @throws InvariantError */
export function assertFollows(row: RowBody, hash: Buffer, end: End): void {
  const { batchNo, firstSeq, lastSeq, epoch, timeMs, kind } = row;
  assert(batchNo === end.batchNo + 1, 'JOURNAL_ROW', { batchNo, head: end.batchNo });
  assert(firstSeq === end.seq + 1, 'JOURNAL_SEQ', { firstSeq, head: end.seq });
  assert(epoch === end.epoch, 'JOURNAL_EPOCH', { epoch, head: end.epoch });
  assert(Number.isSafeInteger(timeMs) && timeMs >= end.timeMs, 'JOURNAL_TIME', { timeMs, head: end.timeMs });
  const isEmpty = lastSeq === firstSeq - 1;
  assert(kind === rowKind.commands ? lastSeq >= firstSeq : isEmpty, 'JOURNAL_COUNT', { firstSeq, lastSeq });
  assert(hash.length === HASH_BYTES && end.hash.length === HASH_BYTES, 'JOURNAL_HASH', { batchNo });
  assert(row.eventsDigest.length > 0, 'JOURNAL_EVENTS', { batchNo });
  assert(row.stateDigest === null || row.stateDigest.length > 0, 'JOURNAL_STATE', { batchNo });
}

/** Asserts the commands of a row: one after the other from the head on, in one time or a later one. @throws InvariantError */
export function assertCommands(
  commands: readonly Pick<AppliedCommand, 'envelope'>[],
  headSeq: number,
  most: number,
): void {
  const { length } = commands;
  assert(length > 0 && length <= most, 'JOURNAL_COMMANDS', { commands: length, most });
  const [first, last] = [commands[0]!.envelope, commands[length - 1]!.envelope];
  assert(first.seq === headSeq + 1, 'JOURNAL_FIRST', { seq: first.seq, head: headSeq });
  assert(last.seq === headSeq + length, 'JOURNAL_LAST', { seq: last.seq, head: headSeq, commands: length });
  assert(last.timeMs >= first.timeMs, 'JOURNAL_BACK', { first: first.timeMs, last: last.timeMs });
}

/** Asserts that a batch is delivered after the one before it, and once. @throws InvariantError */
export function assertDelivered(
  before: { readonly batchNo: number; readonly seq: number },
  { batchNo, firstSeq, lastSeq, commands }: Omit<CommittedBatch, 'hash'>,
): void {
  assert(batchNo === before.batchNo + 1, 'JOURNAL_DELIVERY', { batchNo, before: before.batchNo });
  assert(firstSeq === before.seq + 1, 'JOURNAL_DELIVERY_SEQ', { firstSeq, before: before.seq });
  assert(commands.length === lastSeq - firstSeq + 1, 'JOURNAL_DELIVERED', { firstSeq, lastSeq });
}

/** Asserts that each sender of a batch gets the answer to a command of its own. @throws InvariantError */
export function assertAnswers(senders: number, commands: number): void {
  assert(senders === commands, 'JOURNAL_ANSWERS', { senders, commands });
}

/** Asserts that a snapshot stands where the chain does: after a row, with a hash of its state. @throws InvariantError */
export function assertSnapshot(
  at: { readonly batchNo: number; readonly seq: number; readonly hash: Buffer },
  bytes: number,
  stateHash: string,
): void {
  assert(at.batchNo >= 0 && at.seq >= 0 && bytes > 0, 'JOURNAL_SNAPSHOT', { batchNo: at.batchNo, bytes });
  assert(at.hash.length === HASH_BYTES && stateHash.length > 0, 'JOURNAL_SNAPSHOT_HASH', {
    batchNo: at.batchNo,
  });
}
