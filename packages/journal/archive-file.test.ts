import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zstdCompressSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ArchiveBuilder, ArchiveFile } from './archive-file.ts';
import { type Row, rowHash } from './row.ts';

const zeros = '0'.repeat(64);

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'candor-archive-'));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

/** Reads rows 1 to `lastRow` of a file whose only chunk, or whose kernels, hold these bytes. */
async function readMadeUp(content: { chunk?: Buffer; kernels?: Buffer }, lastRow: number): Promise<void> {
  const chunk = zstdCompressSync(content.chunk ?? Buffer.alloc(0));
  const kernels = zstdCompressSync(content.kernels ?? Buffer.alloc(0));
  const header = Buffer.from(
    JSON.stringify({
      firstRow: 1,
      lastRow,
      firstSeq: 1,
      lastSeq: 1,
      previousHash: zeros,
      hash: zeros,
      fromMs: 0,
      toMs: 0,
      kernelBytes: kernels.length,
      chunks: [{ firstRow: 1, firstSeq: 1, previousHash: zeros, bytes: chunk.length }],
    }),
  );
  const length = Buffer.alloc(4);
  length.writeUInt32BE(header.length);
  const parts = Buffer.concat([Buffer.from('candor/journal-archive/1\n'), length, header, kernels, chunk]);
  const path = join(folder, 'made-up');
  await writeFile(path, Buffer.concat([parts, createHash('sha256').update(parts).digest()]));
  const file = await ArchiveFile.open(path);
  try {
    for await (const _ of file.rows(1, lastRow));
  } finally {
    await file.close();
  }
}

test.each([
  ['a chunk that is larger than chunks become', { chunk: Buffer.alloc((16 << 20) + 1) }, 2, /larger than/],
  ['a row that is larger than rows become', { chunk: Buffer.alloc((256 << 20) + 2_048) }, 1, /larger than/],
  ['kernels that are larger than they become', { kernels: Buffer.alloc((128 << 20) + 1) }, 2, /larger than/],
  ['a chunk of too many frames', { chunk: Buffer.alloc(5 * 513) }, 2, /more than 512 frames/],
  ['too many kernels', { kernels: Buffer.alloc(5 * 4_097) }, 2, /more than 4096 frames/],
])('%s is refused before it is taken apart', async (_, content, lastRow, why) => {
  await expect(readMadeUp(content, lastRow)).rejects.toMatchObject({
    code: 'ARCHIVE_UNREADABLE',
    message: expect.stringMatching(why),
  });
});

test('a row that is larger than a chunk may be stands by itself, and is read back', async () => {
  const codeHash = createHash('sha256').update('code').digest();
  const builder = new ArchiveBuilder();
  builder.addKernel({ no: 1, version: '1', codeHash, bundle: Buffer.from('code') });
  let previous: Buffer = Buffer.alloc(32);
  const sizes = [10, (16 << 20) - 100, (16 << 20) + 5, 10];
  for (const [index, size] of sizes.entries()) {
    const seq = index + 1;
    const numbers = {
      batchNo: seq,
      firstSeq: seq,
      lastSeq: seq,
      epoch: 1,
      timeMs: seq,
      kind: 0,
      codec: 0,
      kernelNo: 1,
    };
    const bytes = { payload: randomBytes(size), eventsDigest: Buffer.alloc(32), stateDigest: null };
    const body = { ...numbers, ...bytes, kernelVersion: '1', codeHash };
    const row: Row = { ...body, hash: rowHash(previous, body) };
    builder.add(row, previous);
    previous = row.hash;
  }
  const { header, bytes } = builder.finish()!;
  expect(header.chunks).toHaveLength(4);
  const path = join(folder, 'large');
  await writeFile(path, bytes);
  const file = await ArchiveFile.open(path);
  const read: number[] = [];
  for await (const page of file.rows(1, 4)) read.push(...page.map(({ payload }) => payload.length));
  await file.close();
  expect(read).toEqual(sizes);
});

test('a file that the disk can not read is unreadable like one that was altered', async () => {
  await expect(ArchiveFile.open(folder)).rejects.toMatchObject({
    code: 'ARCHIVE_UNREADABLE',
    message: expect.stringMatching(/EISDIR/),
  });
});
