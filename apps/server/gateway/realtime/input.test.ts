import { PassThrough } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { InputTurns, MeteredSocket } from './input.ts';

describe('input in turns', () => {
  let timeMs: number;
  let turns: InputTurns;
  /** Whose slice was read, and how long it was. */
  let read: [name: string, bytes: number][];
  beforeEach(() => {
    timeMs = 0;
    read = [];
    turns = new InputTurns(() => timeMs);
  });

  /** A client that has sent so many bytes; reading a slice of them takes so long. */
  function client(name: string, bytes: number, tookMs: number): void {
    const mine = read;
    const socket = new PassThrough({ highWaterMark: 1_000_000 });
    const input = new MeteredSocket(socket, {
      turns,
      admit(slice) {
        mine.push([name, slice]);
        timeMs += tookMs;
        return true;
      },
      onError(error) {
        throw error;
      },
    });
    input.resume();
    socket.write(Buffer.alloc(bytes));
  }

  it('is read in slices of at most 2 KB, round-robin over all clients', async () => {
    client('a', 5_000, 0);
    client('b', 5_000, 0);
    while (read.length < 6) await nextTurn();
    expect(read.map(([name]) => name).join('')).toBe('ababab');
    expect(read.map(([, bytes]) => bytes)).toEqual([2_048, 2_048, 2_048, 2_048, 904, 904]);
  });

  it('leaves the loop to others once a turn has had its time', async () => {
    client('a', 40_000, 1);
    const perTurn: number[] = [];
    while (read.length < 20) {
      const before = read.length;
      await nextTurn();
      perTurn.push(read.length - before);
    }
    expect(Math.max(...perTurn)).toBe(4);
  });
});
