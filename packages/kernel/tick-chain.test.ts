import type { PriceTicks } from '@candor/money';
import { NO_TICK_HASH, tickHash } from '@candor/prices';
import { beforeEach, expect, test } from 'vitest';
import { codeOf, TestMarket } from '../../tests/support/test-market.ts';
import type { IndexTick, TickRecord } from './commands.ts';
import { loadKernel } from './machine.ts';

let market: TestMarket;
beforeEach(() => {
  market = new TestMarket();
});

/** Returns a tick after the kernel's last one, whose record follows except for the given changes. */
function next(change: Partial<TickRecord> = {}, price = 10_000): IndexTick {
  market.wait(250);
  const { tickNo, recordNo, hash } = market.kernel.chain;
  const tick = {
    tickNo: tickNo + 1,
    chainedMs: market.nowMs,
    quotes: [
      {
        venueId: 1,
        symbolId: 1,
        venueTimeMs: market.nowMs - 7,
        bidTicks: price as PriceTicks,
        askTicks: price as PriceTicks,
      },
    ],
  };
  const at = { no: recordNo + 1, previousHash: hash };
  const record = { ...at, hash: tickHash({ ...at, ...tick }), ...change };
  return { type: 'indexTick', ...tick, record };
}

/** Expects a refusal that changes nothing. */
function refused(tick: IndexTick, code: string): void {
  const { chain } = market.kernel;
  const before = market.kernel.index(1);
  const applied = market.system(tick);
  expect([codeOf(applied), applied.events]).toEqual([code, []]);
  expect(market.kernel.chain).toEqual(chain);
  expect(market.kernel.index(1)).toEqual(before);
}

test('records follow one another by number and hash, across a restart too', () => {
  expect(market.kernel.chain).toMatchObject({ recordNo: 0, hash: NO_TICK_HASH });
  for (let no = 1; no <= 5; no++) {
    const tick = next({}, 10_000 + no);
    expect(codeOf(market.system(tick))).toBe('ok');
    expect(market.kernel.chain).toEqual({
      tickNo: tick.tickNo,
      chainedMs: tick.chainedMs,
      recordNo: no,
      hash: tick.record!.hash,
    });
    if (no === 3) market.restart();
  }
  expect(market.kernel.index(1)).toMatchObject({ priceTicks: 10_005 });
});

test('a record that does not follow, or whose hash is not that of what it says, is refused and changes nothing', () => {
  market.system(next());
  market.system(next());
  for (const no of [0, 1, 2, 4, -3, 0.5, Number.NaN]) refused(next({ no }), 'TICK_CHAIN_BROKEN');
  refused(next({ previousHash: NO_TICK_HASH }), 'TICK_CHAIN_BROKEN');
  refused(next({ hash: NO_TICK_HASH }), 'TICK_CHAIN_BROKEN');
  refused(next({ hash: '' }), 'TICK_CHAIN_BROKEN');
  const good = next();
  refused({ ...good, tickNo: good.tickNo + 1 }, 'TICK_CHAIN_BROKEN');
  refused({ ...good, chainedMs: good.chainedMs! - 1 }, 'TICK_CHAIN_BROKEN');
  refused({ ...good, quotes: [] }, 'TICK_CHAIN_BROKEN');
  const [quote] = good.quotes;
  for (const field of ['bidTicks', 'askTicks', 'venueTimeMs'] as const)
    refused({ ...good, quotes: [{ ...quote!, [field]: quote![field] + 1 }] }, 'TICK_CHAIN_BROKEN');
  expect(codeOf(market.system(good))).toBe('ok');
});

test('a record that came before is out of order, so that whoever sent it again knows', () => {
  const first = next();
  market.system(first);
  refused(first, 'TICK_OUT_OF_ORDER');
});

test('what is no record is refused as such', () => {
  refused(next({ previousHash: 'AB'.repeat(32) }), 'INVALID_COMMAND');
  const { chainedMs: _, ...unchained } = next();
  refused(unchained, 'INVALID_COMMAND');
  for (const chainedMs of [Number.POSITIVE_INFINITY, 1e300, Number.NaN])
    refused({ ...next(), chainedMs }, 'INVALID_COMMAND');
});

test('ticks without a record are taken until the first with one, and never again', () => {
  expect(codeOf(market.index(10_000))).toBe('ok');
  const { record: _, ...bare } = next();
  expect(codeOf(market.system(bare))).toBe('ok');
  expect(codeOf(market.system(next()))).toBe('ok');
  const { record: __, ...late } = next();
  refused(late, 'TICK_CHAIN_BROKEN');
  market.restart();
  refused(late, 'TICK_CHAIN_BROKEN');
});

test('a clock that runs ahead is bounded by the command’s time, and the hash covers what the recorder said', () => {
  const tick = next();
  const ahead = { ...tick, chainedMs: market.nowMs + 900 };
  const { no, previousHash } = tick.record!;
  const hash = tickHash({ ...ahead, no, previousHash });
  expect(codeOf(market.system({ ...ahead, record: { no, previousHash, hash } }))).toBe('ok');
  expect(market.kernel.chain).toMatchObject({ chainedMs: market.nowMs, hash });
});

test('the snapshot carries the last record', () => {
  market.system(next());
  const loaded = loadKernel(market.kernel.snapshot());
  expect(loaded.chain).toEqual(market.kernel.chain);
});
