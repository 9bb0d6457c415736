import { KERNEL_VERSION } from '@candor/kernel';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { patientTuning } from '../../tests/support/patient-tuning.ts';
import { type FreshDatabase, freshDatabase } from '../../tests/support/postgres.ts';
import {
  firstUserId,
  limitOrder,
  listing,
  practiceGenesis,
  submission,
} from '../../tools/workload/exchange.ts';
import { exportJournal, JournalError, openEngine, ownKernelCodeHash, verifyExport } from './index.ts';

const rowFrame = 2;

let database: FreshDatabase;
let bytes: Buffer;

beforeEach(async () => {
  database = await freshDatabase();
  const connectionString = database.connectionString;
  const engine = await openEngine({
    connectionString,
    genesis: practiceGenesis,
    bootstrap: listing(4, 1),
    tuning: patientTuning,
  });
  for (let i = 0; i < 12; i++) {
    const order = limitOrder(1, i % 2 === 0 ? 'buy' : 'sell', 100_00, 1_000);
    await engine.submit(submission(firstUserId + (i % 4), order));
  }
  await engine.stop();
  const parts: Uint8Array[] = [];
  await exportJournal({
    connectionString,
    write: async (part) => {
      parts.push(part);
    },
  });
  bytes = Buffer.concat(parts);
});

afterEach(() => database.drop());

async function* inChunks(file: Buffer, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < file.length; at += size) yield file.subarray(at, at + size);
}

async function verify(file: Buffer, trusts: (hash: string) => boolean = () => true): Promise<number> {
  let commands = 0;
  for await (const { batch, view } of verifyExport({ bytes: inChunks(file, 4_096), trusts })) {
    commands += batch.commands.length;
    expect(view.seq).toBe(batch.lastSeq);
  }
  return commands;
}

/** Returns the bounds of each frame and the row that it belongs to: its own, or the next one's for a kernel. */
function frames(): { from: number; to: number; row: number }[] {
  const found: { from: number; to: number; row: number }[] = [];
  let row = 0;
  for (let at = bytes.indexOf('\n') + 1; at < bytes.length; ) {
    const to = at + 5 + bytes.readUInt32BE(at + 1);
    const isRow = bytes.readUInt8(at) === rowFrame;
    found.push({ from: at, to, row: row + 1 });
    if (isRow) row += 1;
    at = to;
  }
  return found;
}

describe('an exported journal', () => {
  test('is replayed from its own bytes alone, in chunks of any size', async () => {
    await database.drop();
    const commands = await verify(bytes);
    expect(commands).toBeGreaterThan(12);
    let batches = 0;
    for await (const { kernel } of verifyExport({ bytes: inChunks(bytes, 7), trusts: () => true })) {
      expect(kernel).toContain(KERNEL_VERSION);
      batches += 1;
    }
    expect(batches).toBe(frames().filter(({ from }) => bytes.readUInt8(from) === rowFrame).length);
    database = await freshDatabase();
  });

  test('names the first entry that does not stand, whichever byte was flipped', async () => {
    for (const { from, to, row } of frames()) {
      const step = Math.max(1, Math.floor((to - from) / 40));
      for (let at = from; at < to; at += step) {
        const flipped = Buffer.from(bytes);
        flipped.writeUInt8(flipped.readUInt8(at) ^ 1, at);
        const error = await verify(flipped).then(
          () => null,
          (thrown: unknown) => thrown,
        );
        expect(error, `byte ${at} of row ${row}`).toBeInstanceOf(JournalError);
        expect((error as JournalError).batchNo, `byte ${at}: ${(error as JournalError).message}`).toBe(row);
      }
    }
  });

  test('is refused where a row, the end or everything is missing, or where something stands behind', async () => {
    const [first, ...rest] = frames();
    const second = rest[2] as { from: number; to: number };
    const without = Buffer.concat([bytes.subarray(0, second.from), bytes.subarray(second.to)]);
    await expect(verify(without)).rejects.toMatchObject({ code: 'CHAIN_BROKEN', batchNo: 3 });
    await expect(verify(bytes.subarray(0, -53))).rejects.toMatchObject({ code: 'CHAIN_BROKEN' });
    await expect(verify(bytes.subarray(0, first?.from))).rejects.toMatchObject({ batchNo: 1 });
    await expect(verify(Buffer.alloc(0))).rejects.toMatchObject({ batchNo: 1 });
    await expect(verify(Buffer.concat([bytes, bytes.subarray(first?.from)]))).rejects.toBeInstanceOf(
      JournalError,
    );
  });

  test('runs no code that was not trusted, and its own is known by its hash', async () => {
    await expect(verify(bytes, () => false)).rejects.toMatchObject({ code: 'KERNEL_UNTRUSTED' });
    const own = await ownKernelCodeHash();
    expect(await verify(bytes, (hash) => hash === own)).toBeGreaterThan(12);
  });
});
