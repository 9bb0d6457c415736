import { describe, expect, test } from 'vitest';
import { Random } from '../../../../tools/workload/random.ts';
import { FrameReader, FrameWriter, NoFrame } from './frames.ts';

const bodies = [
  Buffer.alloc(0),
  Buffer.from('one'),
  Buffer.alloc(300, 7),
  Buffer.alloc(70_000, 9),
  Buffer.from('x'),
];

function written(): Buffer {
  const writer = new FrameWriter();
  for (const [kind, body] of bodies.entries()) writer.frame(kind + 1, body.subarray(0, 2), body.subarray(2));
  return Buffer.from(writer.take());
}

function readIn(chunks: readonly Buffer[], maxBytes = 1 << 20): [number, Buffer][] {
  const reader = new FrameReader(maxBytes);
  const frames: [number, Buffer][] = [];
  for (const chunk of chunks) reader.push(chunk, (kind, body) => frames.push([kind, Buffer.from(body)]));
  return frames;
}

const expected = bodies.map((body, at) => [at + 1, body]);

describe('frames', () => {
  test('come out as they went in, whole or byte by byte', () => {
    const bytes = written();
    expect(readIn([bytes])).toEqual(expected);
    expect(readIn(Array.from(bytes, (_, at) => bytes.subarray(at, at + 1)))).toEqual(expected);
  });

  test('come out of pieces of any size', () => {
    const bytes = written();
    for (let seed = 1; seed <= 50; seed++) {
      const random = new Random(seed);
      const chunks: Buffer[] = [];
      for (let at = 0; at < bytes.length; ) {
        const size = random.int(1, random.pick([3, 50, 40_000]));
        chunks.push(bytes.subarray(at, at + size));
        at += size;
      }
      expect(readIn(chunks)).toEqual(expected);
    }
  });

  test('end where a length is none', () => {
    const huge = Buffer.from([255, 255, 255, 255, 1, 2, 3]);
    expect(() => readIn([huge])).toThrow(NoFrame);
    expect(() => readIn([Buffer.alloc(5)])).toThrow(NoFrame);
    expect(() => readIn([written()], 69_000)).toThrow(NoFrame);
  });

  test('are told by their length before any of the rest is there', () => {
    expect(() => readIn([Buffer.from([0, 0, 0, 16, 1])], 1 << 14)).toThrow(NoFrame);
  });

  test('are written into the same memory again only when nobody needs it', () => {
    const writer = new FrameWriter();
    writer.frame(1, Buffer.from('first'));
    const first = writer.take();
    const copy = Buffer.from(first);
    writer.frame(2, Buffer.from('second'));
    expect(first).toEqual(copy);
    writer.take();
    writer.reuse();
    writer.frame(3, Buffer.from('third'));
    expect(first).toEqual(copy);
    expect(readIn([Buffer.from(writer.take())])).toEqual([[3, Buffer.from('third')]]);
  });
});
