import { InvariantError } from '@candor/money';
import { describe, expect, it } from 'vitest';
import { assertAnswers, assertCommands, assertDelivered, assertFollows, assertSnapshot } from './asserts.ts';
import { checkChain } from './replay.ts';
import { type Row, type RowBody, rowHash, rowKind } from './row.ts';
import type { AppliedCommand } from './types.ts';

const hash = Buffer.alloc(32, 1);
const end = { epoch: 3, batchNo: 7, seq: 20, hash, timeMs: 1_000 };
const row: RowBody = {
  batchNo: 8,
  firstSeq: 21,
  lastSeq: 22,
  epoch: 3,
  timeMs: 1_000,
  kernelVersion: 'core-14',
  codeHash: hash,
  kind: rowKind.commands,
  codec: 0,
  payload: Buffer.alloc(1),
  eventsDigest: Buffer.alloc(16),
  stateDigest: null,
};

describe('a row is appended only where it follows the head', () => {
  it('takes the next row, in the same time or later, with commands or as a proof', () => {
    assertFollows(row, hash, end);
    assertFollows({ ...row, timeMs: 2_000 }, hash, end);
    assertFollows({ ...row, kind: rowKind.proof, lastSeq: 20 }, hash, end);
  });

  const others: Readonly<Record<string, readonly Partial<RowBody>[]>> = {
    JOURNAL_ROW: [{ batchNo: 7 }, { batchNo: 9 }],
    JOURNAL_SEQ: [{ firstSeq: 20 }, { firstSeq: 22 }],
    JOURNAL_EPOCH: [{ epoch: 2 }, { epoch: 4 }],
    JOURNAL_TIME: [{ timeMs: 999 }, { timeMs: Number.NaN }],
    JOURNAL_COUNT: [{ lastSeq: 20 }, { kind: rowKind.proof }, { kind: rowKind.upgrade, lastSeq: 21 }],
    JOURNAL_EVENTS: [{ eventsDigest: Buffer.alloc(0) }],
    JOURNAL_STATE: [{ stateDigest: Buffer.alloc(0) }],
  };
  it.each(Object.entries(others))('%s', (code, changes) => {
    for (const change of changes) expect(() => assertFollows({ ...row, ...change }, hash, end)).toThrow(code);
  });

  it('JOURNAL_HASH', () => {
    expect(() => assertFollows(row, Buffer.alloc(31), end)).toThrow('JOURNAL_HASH');
  });
});

it('a row holds one command or more, up to the bound, one after the other', () => {
  const commands = (...stamps: readonly (readonly [seq: number, timeMs: number])[]) =>
    stamps.map(([seq, timeMs]) => ({ envelope: { seq, timeMs } })) as unknown as AppliedCommand[];
  assertCommands(commands([21, 5], [22, 5], [23, 6]), 20, 3);
  const others: Readonly<Record<string, readonly AppliedCommand[]>> = {
    JOURNAL_COMMANDS: commands(),
    JOURNAL_FIRST: commands([22, 5]),
    JOURNAL_LAST: commands([21, 5], [23, 5]),
    JOURNAL_BACK: commands([21, 6], [22, 5]),
  };
  for (const [code, wrong] of Object.entries(others))
    expect(() => assertCommands(wrong, 20, 3)).toThrow(code);
  expect(() => assertCommands(commands([21, 5], [22, 5]), 20, 1)).toThrow('JOURNAL_COMMANDS');
});

it('batches are delivered once and in order, and each sender gets an answer', () => {
  const before = { batchNo: 7, seq: 20 };
  const batch = { batchNo: 8, firstSeq: 21, lastSeq: 20, commands: [] };
  assertDelivered(before, batch);
  for (const change of [{ batchNo: 7 }, { batchNo: 9 }, { firstSeq: 22, lastSeq: 21 }, { lastSeq: 21 }])
    expect(() => assertDelivered(before, { ...batch, ...change })).toThrow(InvariantError);
  assertAnswers(2, 2);
  expect(() => assertAnswers(2, 1)).toThrow('JOURNAL_ANSWERS');
});

it('a snapshot stands at a place of the chain, with a hash of its state', () => {
  const at = { batchNo: 8, seq: 22, hash };
  assertSnapshot(at, 10, 'ab');
  expect(() => assertSnapshot(at, 0, 'ab')).toThrow('JOURNAL_SNAPSHOT');
  expect(() => assertSnapshot({ ...at, hash: Buffer.alloc(3) }, 10, 'ab')).toThrow('JOURNAL_SNAPSHOT_HASH');
});

it('a chain whose epoch or time goes back is refused, although its hashes hold', async () => {
  const from = { batchNo: 7, seq: 20, hash };
  async function* chained(bodies: readonly RowBody[]): AsyncGenerator<Row> {
    let previous: Buffer = hash;
    for (const body of bodies) {
      previous = rowHash(previous, body);
      yield { ...body, kernelNo: 1, hash: previous };
    }
  }
  const next = { ...row, batchNo: 9, firstSeq: 23, lastSeq: 23 };
  const read = async (second: RowBody) => {
    const rows: Row[] = [];
    for await (const each of checkChain(chained([row, second]), from, 9)) rows.push(each);
    return rows.length;
  };
  expect(await read({ ...next, epoch: 4, timeMs: 1_001 })).toBe(2);
  for (const change of [{ epoch: 2 }, { timeMs: 999 }])
    await expect(read({ ...next, ...change })).rejects.toMatchObject({ code: 'CHAIN_BROKEN', batchNo: 9 });
});
