import { expect, it } from 'vitest';
import { createReconnect } from './reconnect.ts';

/** Pauses of tries that are lost as soon as they are begun. */
function pauses(count: number, chance: number): number[] {
  const reconnect = createReconnect(
    () => chance,
    () => 0,
  );
  return Array.from({ length: count }, () => {
    reconnect.begun();
    return reconnect.lost();
  });
}

it('waits the published delay at first, and longer after each failure, up to half a minute', () => {
  expect(pauses(6, 0)).toEqual([3_000, 6_000, 12_000, 24_000, 30_000, 30_000]);
});

it('adds up to the same again by chance, never less than the delay', () => {
  expect(pauses(5, 0.5)).toEqual([4_500, 9_000, 18_000, 36_000, 45_000]);
});

it('spreads the pages of a server that restarts over the whole of the first delay', () => {
  const first = Array.from({ length: 3_000 }, (_, page) => pauses(1, page / 3_000)[0]!);
  const bySecond = Map.groupBy(first, (ms) => Math.floor(ms / 1_000));
  expect([...bySecond].map(([second, pages]) => [second, pages.length])).toEqual([
    [3, 1_000],
    [4, 1_000],
    [5, 1_000],
  ]);
});

it('begins again with the shortest pause after a connection that lasted, and only then', () => {
  let now = 0;
  const reconnect = createReconnect(
    () => 0,
    () => now,
  );
  const lostAfter = (ms: number) => {
    reconnect.begun();
    reconnect.opened();
    now += ms;
    return reconnect.lost();
  };
  // accepted and cut at once, as a server does that cannot serve
  expect([50, 50, 9_999].map(lostAfter)).toEqual([3_000, 6_000, 12_000]);
  expect([10_000, 50].map(lostAfter)).toEqual([3_000, 6_000]);
});

it('waits longer where a connection never opens, or opens and says nothing, however long each try takes', () => {
  let now = 0;
  const reconnect = createReconnect(
    () => 0,
    () => now,
  );
  const neverOpen = () => {
    reconnect.begun();
    now += 12_000;
    return reconnect.lost(12_000);
  };
  const silentFor = (silentMs: number, openMs: number) => {
    reconnect.begun();
    now += 1_000;
    reconnect.opened();
    now += openMs;
    return reconnect.lost(silentMs);
  };
  expect([neverOpen(), neverOpen(), silentFor(12_000, 12_000), silentFor(12_000, 21_999)]).toEqual([
    3_000, 6_000, 12_000, 24_000,
  ]);
  // the one that stood before does not count for a later one that never opens
  expect([silentFor(12_000, 22_000), neverOpen(), neverOpen()]).toEqual([3_000, 6_000, 12_000]);
});
