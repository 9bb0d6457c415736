import type { KernelEvent } from '@candor/kernel';
import type { Amount } from '@candor/money';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { DueSlice, MAX_DUE_ITEMS_BESIDE, MAX_URGENT_ITEMS } from '../../packages/kernel/due/due-slice.ts';
import { ALICE, Bench, BTC_USDT, quotesAt, START_TICK, thisKernel, USDT, units } from './bench.ts';

const PER_USER = 50;
const FIRST_USER = 2_000;
const OPENING_MS = 3_000;
/** More than three slices fall due with one tick. */
const USERS = Math.ceil((3 * MAX_URGENT_ITEMS) / PER_USER) + 2;
const CONTRACTS = USERS * PER_USER;
const LAST_USER = FIRST_USER + USERS - 1;
const HUGE = units(1_000_000n);

type Ended = Extract<KernelEvent, { type: 'secondEnded' }>;
const endedIn = (events: readonly KernelEvent[]) =>
  events.filter((event): event is Ended => event.type === 'secondEnded');

/** Many contracts of many users that all wait for the same ticks, opened at one moment. */
function crowded(): Bench {
  const bench = new Bench(thisKernel, false);
  for (const symbolId of [0, BTC_USDT]) bench.expectOk({ type: 'setExposureCap', symbolId, cap: HUGE });
  bench.expectOk({ type: 'fundSecondsPool', assetId: USDT, amount: HUGE, fromUserId: 0 });
  bench.tick(1_000);
  for (let user = FIRST_USER; user <= LAST_USER; user++) {
    bench.expectOk({ type: 'openAccount', accountUserId: user, kind: 'user' });
    bench.fund(user, units(BigInt(PER_USER)) as Amount);
    for (let n = 0; n < PER_USER; n++) bench.open({ quantity: 1 }, user);
  }
  return bench;
}

/** Sends ticks of time until nothing waits; gives what happened, and the most items that one command took. */
function drain(bench: Bench): KernelEvent[] {
  const events: KernelEvent[] = [];
  while (bench.kernel.nextDueMs <= bench.nowMs) events.push(...bench.send({ type: 'tick' }).events);
  return events;
}

/** The closing ticks of the contracts, each at a price of its own, journaled without waiting for the slices. */
function close(bench: Bench): KernelEvent[] {
  const events = bench.tickUntil(START_TICK + 1 + (OPENING_MS + 30_000) / 250 - 5, 1_000);
  events.push(...drain(bench));
  for (const mid of [1_030, 1_010, 1_050, 1_020, 1_040]) events.push(...bench.tick(mid).events);
  return events;
}

afterEach(() => vi.restoreAllMocks());

describe('a mass of second contracts that fall due with one tick', () => {
  it('is settled in slices by the ticks that decide it, however long that takes', () => {
    const takes = vi.spyOn(DueSlice.prototype, 'take');
    const bench = crowded();
    const most = { items: 0, opened: 0, ended: 0 };
    const send = bench.send.bind(bench);
    bench.send = (body, userId) => {
      takes.mockClear();
      const applied = send(body, userId);
      const items = takes.mock.results.filter(({ value }) => value === true).length;
      const count = (type: string) => applied.events.filter((event) => event.type === type).length;
      most.items = Math.max(most.items, items);
      most.opened = Math.max(most.opened, count('secondOpened'));
      most.ended = Math.max(most.ended, count('secondEnded'));
      return applied;
    };
    const first = close(bench);
    expect(endedIn(first).length).toBeLessThan(CONTRACTS);
    // prices move on while contracts still wait to read theirs
    const later = [...bench.tick(2_000).events, ...bench.tick(500).events, ...drain(bench)];
    const ended = endedIn([...first, ...later]);
    expect(most).toEqual({ items: MAX_URGENT_ITEMS, opened: MAX_URGENT_ITEMS, ended: MAX_URGENT_ITEMS });
    expect(ended).toHaveLength(CONTRACTS);
    for (const { result, opening, closing, closeTicks } of ended) {
      expect({ result, closeTicks, opening: opening.priceTicks }).toEqual({
        result: 'won',
        closeTicks: 1_030,
        opening: 1_000,
      });
      expect(closing.map(({ priceTicks }) => priceTicks)).toEqual([1_030, 1_010, 1_050, 1_020, 1_040]);
    }
    for (const { sum } of bench.kernel.ledgerSums()) expect(sum).toBe(0n);
    expect(bench.kernel.seconds.pool()).toMatchObject({ reserved: 0n, stakes: 0n });
    bench.replay();
  });

  it('lets a sender’s own contracts go first', () => {
    const bench = crowded();
    close(bench);
    expect(bench.kernel.seconds.contracts(LAST_USER)).toHaveLength(PER_USER);
    const { events } = bench.send({ type: 'cancelAll', symbolId: null }, LAST_USER);
    const own = endedIn(events).filter(({ userId }) => userId === LAST_USER);
    expect(own).toHaveLength(PER_USER);
    expect(endedIn(events).length).toBeLessThanOrEqual(PER_USER + MAX_DUE_ITEMS_BESIDE);
    expect(bench.kernel.seconds.contracts(LAST_USER)).toEqual([]);
    expect(bench.wallet(LAST_USER)).toBe(units(BigInt(PER_USER)) + (units(BigInt(PER_USER)) * 8n) / 10n);
    drain(bench);
    bench.replay();
  });

  it('goes on the same after a restart between any two slices', () => {
    const bench = crowded();
    close(bench);
    while (bench.kernel.nextDueMs <= bench.nowMs) {
      bench.restart();
      bench.send({ type: 'tick' });
    }
    bench.replay();
  });

  it('that ends void is judged in slices by the first index that comes', () => {
    const bench = crowded();
    bench.tickUntil(START_TICK + 1 + OPENING_MS / 250, 1_000);
    drain(bench);
    // no venue is heard until all closing ticks are past
    while (bench.nowMs < (START_TICK + 1) * 250 + OPENING_MS + 31_000) bench.tick();
    const ended = endedIn([...drain(bench)]);
    expect(bench.kernel.seconds.contracts(ALICE)).toEqual([]);
    expect(bench.kernel.seconds.pool().reserved).toBe(0n);
    expect(ended).not.toEqual([]);
    expect(ended.every(({ result }) => result === 'void')).toBe(true);
    const judged: number[] = [];
    bench.nowMs += 250;
    const first = bench.tickNow(quotesAt(1_100, bench.nowMs)).events;
    const later = [...bench.tick(900).events, ...drain(bench)];
    for (const event of [...first, ...later]) {
      if (event.type !== 'secondVoidJudged') continue;
      judged.push(event.contractId);
      expect(event).toMatchObject({ wouldHave: 'won', reading: { priceTicks: 1_100 } });
    }
    expect(first.filter(({ type }) => type === 'secondVoidJudged')).toHaveLength(MAX_URGENT_ITEMS);
    expect(new Set(judged).size).toBe(CONTRACTS);
    bench.replay();
  });
});
