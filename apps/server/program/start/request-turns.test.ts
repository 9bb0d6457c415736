import { setImmediate as nextTurn } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { RequestTurns } from './request-turns.ts';

describe('turns of requests', () => {
  let run: (address: string, tookMs: number) => boolean;
  let begun: string[];
  beforeEach(() => {
    let timeMs = 0;
    const turns = new RequestTurns(() => timeMs);
    const addresses: string[] = [];
    begun = addresses;
    /** A request whose beginning takes so long. */
    run = (address, tookMs) =>
      turns.run(
        () => address,
        () => {
          addresses.push(address);
          timeMs += tookMs;
        },
      );
  });

  it('begin at once while there is time', () => {
    for (let n = 0; n < 4; n++) expect(run('a', 2)).toBe(true);
    expect(begun).toHaveLength(4);
    run('a', 2);
    expect(begun).toHaveLength(4);
  });

  it('let a quiet address pass a flood, and begin all at last, in their order', async () => {
    for (let n = 0; n < 50; n++) run('flood', 4);
    run('quiet', 4);
    expect(begun).toEqual(['flood', 'flood']);
    await nextTurn();
    expect(begun).toEqual(['flood', 'flood', 'flood', 'quiet']);
    while (begun.length < 51) await nextTurn();
    expect(begun.filter((address) => address === 'flood')).toHaveLength(50);
  });

  it('have time again in the next turn of the loop', async () => {
    run('a', 20);
    await nextTurn();
    run('b', 1);
    expect(begun).toEqual(['a', 'b']);
  });

  it('begin no more than 64 that waited in one turn, however quick they are', async () => {
    run('a', 20);
    for (let n = 0; n < 100; n++) run('a', 0);
    await nextTurn();
    expect(begun).toHaveLength(65);
  });

  it('keep no more than 256 of one address waiting', () => {
    run('a', 20);
    for (let n = 0; n < 256; n++) expect(run('a', 0)).toBe(true);
    expect(run('a', 0)).toBe(false);
    expect(run('b', 0)).toBe(true);
  });
});
