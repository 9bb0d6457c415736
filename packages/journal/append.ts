import { createHash } from 'node:crypto';
import type { AppliedResult } from './batch.ts';
import type { KernelCode } from './kernel-code.ts';
import { packPayload, type RowBody, rowKind } from './row.ts';

import type { Head } from './writer.ts';

/** Encodes the envelopes of commands as a row stores them, before compression. */
export function encodeCommands(code: KernelCode, commands: readonly AppliedResult[]): Uint8Array {
  return code.module.encodeEnvelopes(
    commands.map((command) => command.envelope),
    commands.map((command) => command.packed),
  );
}

/** Builds the row that follows `head` and contains `commands`; `encoded` is their encoding, if already available. */
export function commandsRow(
  code: KernelCode,
  head: Head,
  commands: readonly AppliedResult[],
  stateHash: string | null,
  encoded: Uint8Array = encodeCommands(code, commands),
): RowBody {
  const last = commands.at(-1) as AppliedResult;
  return {
    ...nextRow(code, head),
    lastSeq: last.envelope.seq,
    timeMs: last.envelope.timeMs,
    kind: rowKind.commands,
    ...packPayload(encoded, commands.length),
    eventsDigest: digestOf(code, commands),
    stateDigest: stateHash === null ? null : Buffer.from(stateHash, 'hex'),
  };
}

/** The row that says that from here on `code` applies the commands, on a state with `stateHash`. */
export function upgradeRow(
  from: KernelCode,
  code: KernelCode,
  head: Head,
  timeMs: number,
  stateHash: string,
): RowBody {
  const payload = JSON.stringify({
    fromCodeHash: from.codeHash.toString('hex'),
    toCodeHash: code.codeHash.toString('hex'),
    stateHash,
  });
  return {
    ...nextRow(code, head),
    lastSeq: head.seq,
    timeMs,
    kind: rowKind.upgrade,
    ...packPayload(Buffer.from(payload), 1),
    eventsDigest: digestOf(code, []),
    stateDigest: Buffer.from(stateHash, 'hex'),
  };
}

/** More than one commit's rows take: room for it is room for some of them. */
const proofBytes = 32_768;

/** The row that shows that the journal takes rows again: no command, and bytes that follow from the head. */
export function proofRow(code: KernelCode, head: Head, timeMs: number): RowBody {
  const payload = createHash('shake256', { outputLength: proofBytes }).update(head.hash).digest();
  return {
    ...nextRow(code, head),
    lastSeq: head.seq,
    timeMs,
    kind: rowKind.proof,
    ...packPayload(payload, 1),
    eventsDigest: digestOf(code, []),
    stateDigest: null,
  };
}

/** Digest of the outcomes and events that the kernel returned for the commands, in order. */
export function digestOf(code: KernelCode, commands: readonly AppliedResult[]): Buffer {
  return Buffer.from(code.module.digestEvents(commands.map((command) => command.applied)), 'hex');
}

function nextRow(code: KernelCode, head: Head) {
  return {
    batchNo: head.batchNo + 1,
    firstSeq: head.seq + 1,
    epoch: head.epoch,
    kernelVersion: code.version,
    codeHash: code.codeHash,
  };
}
