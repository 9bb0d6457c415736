import type { Amount } from '@candor/money';
import { describe, expect, it } from 'vitest';
import { MAX_DUE_ITEMS_BESIDE } from '../../packages/kernel/due/due-slice.ts';
import { codeOf, TestMarket } from '../support/test-market.ts';
import { ANN, Bench, BOB, BTC, COIN, DAY_S, gear, HOUSE, START_MS, USDT, units } from './bench.ts';

const MINUTE_MS = 60_000;

describe('a pool', () => {
  it('ends in the order of time among several, in a process that was loaded again as in one that never stopped', () => {
    const played = (first: number, last: number, isLoaded: boolean) => {
      const bench = new Bench({ assetId: last, pool: '3' });
      bench.give(ANN, first, '100000');
      bench.sure(0, { type: 'setMiningTerms', assetId: first, gears: [gear('1', 500)] });
      bench.fund('2', first);
      for (const assetId of [USDT, BTC]) bench.lock(ANN, '1000', assetId);
      if (isLoaded) bench.restart();
      bench.to(10 * DAY_S);
      return bench.of('miningPoolEnded').map(({ assetId }) => assetId);
    };
    for (const [first, last] of [
      [BTC, USDT],
      [USDT, BTC],
    ] as const)
      for (const isLoaded of [false, true]) expect(played(first, last, isLoaded)).toEqual([first, last]);
  });

  it('keeps what it has while nobody holds anything', () => {
    const bench = new Bench();
    bench.to(100);
    expect(bench.lock(ANN, '1000')).toBe('ok');
    expect(bench.position(ANN).accrued).toBe(0n);
    expect(bench.stream.free).toBe(units('5'));
    bench.to(100 + DAY_S);
    expect(bench.position(ANN).accrued).toBe(units('0.5'));
  });

  it('that is funded by a unit keeps its rate, and ends later at most', () => {
    const bench = new Bench();
    bench.lock(ANN, '1000');
    bench.to(1_000);
    const before = bench.stream;
    expect(bench.fund('0.00000001')).toBe('ok');
    const { perDay, accrued, endSecond } = { ...bench.stream, ...bench.position(ANN) };
    expect({ perDay, accrued }).toEqual({ perDay: before.perDay, accrued: bench.position(ANN).accrued });
    expect(endSecond! - before.endSecond!).toBeGreaterThanOrEqual(0);
    expect(endSecond! - before.endSecond!).toBeLessThanOrEqual(1);
  });

  it('takes no more than its house account has, and keeps what is owed and what the next day earns', () => {
    const bench = new Bench();
    bench.give(HOUSE, BTC, '2');
    expect(bench.fund('2.00000001', BTC, HOUSE)).toBe('INSUFFICIENT_BALANCE');
    expect(bench.fund('2', BTC, ANN)).toBe('NOT_PERMITTED');
    expect(bench.fund('2', BTC, HOUSE)).toBe('ok');
    bench.lock(ANN, '1000');
    bench.to(DAY_S);
    expect(bench.stream).toMatchObject({ pool: units('7'), owed: units('0.5'), free: units('6.5') });
    expect(bench.fund('-6.00000001', BTC, HOUSE)).toBe('INSUFFICIENT_BALANCE');
    expect(bench.fund('-6', BTC, HOUSE)).toBe('ok');
    expect(bench.stream).toMatchObject({ pool: units('1'), owed: units('0.5'), isEnded: false });
    // lower rates take a day's notice, and so does an end that the house brings about
    expect(bench.stream.endSecond! - START_MS / 1_000).toBe(2 * DAY_S);
    expect(bench.fund('-0.00000001', BTC, HOUSE)).toBe('INSUFFICIENT_BALANCE');
    bench.to(9 * DAY_S);
    expect(bench.of('miningPoolEnded')).toHaveLength(1);
    expect(bench.position(ANN).accrued).toBe(units('1'));
    expect(bench.claim(ANN)).toBe('ok');
    expect(bench.named().pool).toBe(0n);
  });

  it('takes a lock by the gears of now alone, and the journal keeps which were accepted', () => {
    const bench = new Bench();
    expect(bench.lock(ANN, '100', BTC, 2)).toBe('MINING_TERMS_CHANGED');
    expect(bench.lock(ANN, '100', BTC, 1)).toBe('ok');
    const effectiveMs = Math.ceil((START_MS + DAY_S * 1_000) / MINUTE_MS) * MINUTE_MS;
    bench.change([gear('50', 100)], effectiveMs);
    bench.to(effectiveMs / 1_000 - START_MS / 1_000);
    expect(bench.lock(ANN, '100', BTC, 1)).toBe('MINING_TERMS_CHANGED');
    expect(bench.lock(ANN, '100', BTC, 2)).toBe('ok');
    expect(bench.of('miningLocked').map(({ termsNo }) => termsNo)).toEqual([1, 2]);
    // what was locked before leaves whatever the gears are
    expect(bench.unlock(ANN, '200')).toBe('ok');
  });

  it('that has ended pays a claim in full, takes no lock, and starts at its funding', () => {
    const bench = new Bench();
    bench.lock(ANN, '1000');
    bench.to(20 * DAY_S);
    expect(bench.stream).toMatchObject({ isEnded: true, owed: units('5') });
    expect(bench.lock(BOB, '1000')).toBe('MINING_POOL_EMPTY');
    expect(bench.claim(ANN)).toBe('ok');
    expect(bench.rewards(ANN)).toBe(units('5'));
    expect(bench.fund('1')).toBe('ok');
    expect(bench.stream.isEnded).toBe(false);
    bench.to(21 * DAY_S);
    expect(bench.position(ANN).accrued).toBe(units('0.5'));
  });

  it('that has ended stays so until it can pay a second, and nobody locks meanwhile', () => {
    const bench = new Bench();
    bench.lock(ANN, '1000');
    bench.lock(BOB, '99000');
    bench.to(20 * DAY_S);
    // two seconds cost more than a thousand units, and a unit is none of them
    expect(bench.fund('0.00000001')).toBe('ok');
    expect(bench.stream.isEnded).toBe(true);
    expect(bench.unlock(BOB, '99000')).toBe('ok');
    expect(bench.unlock(ANN, '1000')).toBe('ok');
    expect(bench.lock(ANN, '1')).toBe('MINING_POOL_EMPTY');
    const { free } = bench.stream;
    expect(free).toBeGreaterThan(0n);
    bench.give(HOUSE, BTC, '1');
    expect(bench.fund('-0.00000001', BTC, HOUSE)).toBe('ok');
    expect(bench.stream.isEnded).toBe(true);
    expect(bench.of('miningPoolEnded')).toHaveLength(1);
  });

  it('is told its end at the change of gears that it cannot pay', () => {
    // a day at the first rate takes 100 units, a second at the next one more than is left then
    const bench = new Bench({ pool: '0.0000011', gears: [gear('1', 1)] });
    expect(bench.lock(ANN, '1')).toBe('ok');
    const effectiveMs = Math.ceil((START_MS + DAY_S * 1_000) / MINUTE_MS) * MINUTE_MS;
    bench.change([gear('1', 10_000)], effectiveMs);
    bench.to(effectiveMs / 1_000 - START_MS / 1_000);
    const told = bench.events.map(({ type }) => type).filter((type) => type.startsWith('mining'));
    expect(told.slice(-2)).toEqual(['miningTermsSet', 'miningPoolEnded']);
    expect(bench.stream.isEnded).toBe(true);
  });

  it('ends with others in slices', () => {
    const bench = new Bench();
    const coins = Array.from({ length: MAX_DUE_ITEMS_BESIDE + 2 }, (_, at) => 7_000 + at);
    for (const assetId of coins) {
      bench.sure(0, { type: 'listAsset', assetId, code: `C${assetId}`, name: 'A coin', scale: 8 });
      bench.sure(0, { type: 'setMiningTerms', assetId, gears: [gear('1', 500)] });
      bench.give(ANN, assetId, '1000');
      expect([bench.fund('1', assetId), bench.lock(ANN, '1000', assetId)]).toEqual(['ok', 'ok']);
    }
    bench.nowMs += 30 * DAY_S * 1_000;
    bench.sure(BOB, { type: 'cancelAll', symbolId: null });
    expect(bench.of('miningPoolEnded')).toHaveLength(MAX_DUE_ITEMS_BESIDE);
    // whose turn is still to come has ended all the same, and says so
    const seen = () => coins.map((assetId) => bench.kernel.mining.stream(assetId)!);
    const between = seen();
    expect(between.map(({ isEnded }) => isEnded)).toEqual(coins.map(() => true));
    bench.sure(0, { type: 'tick' });
    expect(seen().map(({ owed, seconds }) => [owed, seconds])).toEqual(
      between.map(({ owed, seconds }) => [owed, seconds]),
    );
    expect(bench.of('miningPoolEnded').map(({ assetId }) => assetId)).toEqual(coins);
  });

  it('is moved with a reason', () => {
    const bench = new Bench();
    const funding = { type: 'fundMining', assetId: BTC, amount: units('1'), fromUserId: 0 } as const;
    expect(bench.code(0, { ...funding, reason: ' no ' })).toBe('INVALID_COMMAND');
    expect(bench.code(0, { ...funding, reason: 'As published', assetId: USDT })).toBe('MINING_CLOSED');
    expect(bench.stream.pool).toBe(units('5'));
  });

  it('pays whoever holds already for more, as long as it can pay a second of all', () => {
    const bench = new Bench({ pool: '0.00000012', gears: [gear('1', 10_000)] });
    // a second of a coin is some 11.6 units
    expect(bench.lock(ANN, '1')).toBe('ok');
    expect(bench.lock(ANN, '0.01')).toBe('ok');
    expect(bench.lock(ANN, '1')).toBe('MINING_POOL_EMPTY');
    expect(bench.stream.perDay).toBe(units('0.0101'));
    expect(bench.unlock(ANN, '0.00999999')).toBe('ok');
    expect(bench.stream.perDay).toBe(units('0.01000001'));
  });

  it('with less than a second of a lock refuses it', () => {
    const bench = new Bench({ pool: '0.00000001' });
    expect(bench.lock(ANN, '1000')).toBe('MINING_POOL_EMPTY');
    expect(bench.lock(ANN, '1')).toBe('ok');
    // a unit of the pool lasts two seconds of a coin at 500 ppm
    bench.to(1);
    expect(bench.stream.isEnded).toBe(true);
  });
});

describe('a position', () => {
  it('gains nothing by many claims', () => {
    const often = new Bench();
    const once = new Bench();
    for (const bench of [often, once]) {
      bench.lock(ANN, '1000');
      bench.quietly();
    }
    for (let second = 2; second < 20_000; second += 2) {
      often.to(second);
      often.claim(ANN);
    }
    for (const bench of [often, once]) {
      bench.to(20_000);
      bench.claim(ANN);
    }
    expect(often.of('miningClaimed')).toHaveLength(10_000);
    expect(often.rewards(ANN)).toBe(once.rewards(ANN));
    expect(often.position(ANN).earned).toBe(once.position(ANN).earned);
  });

  it('gains nothing by leaving and coming back within a second', () => {
    const bench = new Bench();
    bench.lock(ANN, '1000');
    bench.to(777);
    bench.claim(ANN);
    const before = bench.rewards(ANN);
    bench.quietly();
    for (let i = 0; i < 1_000; i++) {
      const amount = i % 2 === 0 ? '999.99999999' : '0.00000001';
      expect(bench.unlock(ANN, amount)).toBe('ok');
      expect(bench.claim(ANN)).toBe('MINING_NOTHING_EARNED');
      expect(bench.lock(ANN, amount)).toBe('ok');
    }
    expect(bench.rewards(ANN)).toBe(before);
  });

  it('that is left without a claim keeps what it earned, and has nothing more to come', () => {
    const bench = new Bench();
    bench.lock(ANN, '1000');
    bench.to(DAY_S);
    expect(bench.unlock(ANN, '1000.00000001')).toBe('MINING_NOT_LOCKED');
    expect(bench.unlock(ANN, '999.99999999')).toBe('ok');
    expect(bench.unlock(ANN, '0.00000001')).toBe('ok');
    expect(bench.spot(ANN)).toEqual({ available: units('100000'), held: 0n });
    bench.to(2 * DAY_S);
    expect(bench.position(ANN)).toMatchObject({ held: 0n, gear: 0, accrued: units('0.5') });
    expect(bench.claim(ANN)).toBe('ok');
    expect(bench.claim(ANN)).toBe('MINING_NOTHING_EARNED');
    expect(bench.position(ANN)).toMatchObject({ accrued: 0n, earned: 0n, claimed: units('0.5') });
  });

  it('keeps its past at its rate when the gears change, though nobody touches it', () => {
    const bench = new Bench({ gears: [gear('100', 500)] });
    bench.lock(ANN, '1000');
    const effectiveMs = Math.ceil((START_MS + 2 * DAY_S * 1_000) / MINUTE_MS) * MINUTE_MS;
    bench.change([gear('500', 100), gear('1000', 200)], effectiveMs);
    const second = effectiveMs / 1_000 - START_MS / 1_000;
    bench.to(second);
    expect(bench.stream).toMatchObject({ termsNo: 2 });
    bench.to(second + DAY_S);
    const early = (COIN * 1_000n * 500n * BigInt(second)) / (86_400n * 1_000_000n);
    expect(bench.position(ANN).accrued).toBe(early + units('0.2'));
    expect(bench.unlock(ANN, '0.00000001')).toBe('ok');
    const [move] = bench.of('miningUnlocked');
    expect(move?.spans).toEqual([
      { termsNo: 1, dailyPpm: 500, seconds: second },
      { termsNo: 2, dailyPpm: 200, seconds: DAY_S },
    ]);
    expect(bench.position(ANN)).toMatchObject({ gear: 1, dailyPpm: 100 });
  });

  it('is of what its user has in the spot wallet, and of no house account', () => {
    const bench = new Bench();
    for (const amount of ['0', '-1']) {
      expect(bench.lock(ANN, amount)).toBe('QUANTITY_INVALID');
      expect(bench.unlock(ANN, amount)).toBe('QUANTITY_INVALID');
    }
    expect(bench.lock(ANN, '100000.00000001')).toBe('INSUFFICIENT_BALANCE');
    expect(bench.lock(ANN, '100000')).toBe('ok');
    bench.give(HOUSE, BTC, '10');
    // no server joins a house account: the refusal stands before that is asked for
    expect(bench.lock(HOUSE, '10')).toBe('MINING_NOT_JOINED');
    expect([bench.lock(99, '10'), bench.unlock(99, '10')]).toEqual(['MINING_NOT_JOINED', 'UNKNOWN_ACCOUNT']);
    expect(bench.kernel.mining.positions(HOUSE)).toEqual([]);
  });

  it('below the lowest gear earns nothing, and no lock ends there', () => {
    const bench = new Bench({ gears: [gear('100', 500)] });
    expect(bench.lock(ANN, '99.99999999')).toBe('MINING_AMOUNT');
    expect(bench.lock(ANN, '100')).toBe('ok');
    expect(bench.unlock(ANN, '60')).toBe('ok');
    bench.to(DAY_S);
    expect(bench.position(ANN)).toMatchObject({ held: units('40'), gear: 0, accrued: 0n });
    expect(bench.stream).toMatchObject({ holders: 1, held: units('40'), endSecond: null });
    expect(bench.lock(ANN, '60')).toBe('ok');
  });
});

describe('terms', () => {
  it('of a coin are set once, and announced from then on', () => {
    const bench = new Bench();
    const change = { type: 'setMiningTerms', assetId: BTC, gears: [gear('1', 900)] } as const;
    expect(bench.code(0, change)).toBe('NOT_PERMITTED');
    const soon = Math.ceil((bench.nowMs + 3_600_000) / MINUTE_MS) * MINUTE_MS;
    const announced = {
      type: 'scheduleChange',
      effectiveMs: soon,
      reason: 'Too soon for a rate',
      change,
    } as const;
    expect(bench.code(0, announced)).toBe('CHANGE_TOO_SOON');
    for (const gears of [
      [gear('0', 500)],
      [gear('1', 500), gear('1', 600)],
      [gear('1', 500), gear('2', 400)],
      [gear('1', 10_001)],
    ])
      expect(bench.code(0, { ...announced, change: { ...change, gears } })).toBe('INVALID_COMMAND');
    const large = { ...change, gears: [{ minAmount: (2n ** 62n) as Amount, dailyPpm: 500 }] };
    expect(bench.code(0, { ...announced, change: large })).toBe('AMOUNT_TOO_LARGE');
    const unknown = { ...change, assetId: 9_999 };
    expect(bench.code(0, { ...announced, change: unknown })).toBe('UNKNOWN_ASSET');
  });

  it('of the first coin open mining once: two who open different coins open one', () => {
    const bench = new Bench();
    const open = (assetId: number, dailyPpm: number) =>
      bench.code(0, { type: 'openMining', assetId, gears: [gear('1', dailyPpm)] });
    expect([open(USDT, 500), open(BTC, 500)]).toEqual(['NOT_PERMITTED', 'NOT_PERMITTED']);
    expect(bench.kernel.mining.streams().map(({ assetId }) => assetId)).toEqual([BTC]);
    const fresh = new TestMarket();
    const first = (assetId: number, dailyPpm: number) =>
      codeOf(fresh.system({ type: 'openMining', assetId, gears: [gear('1', dailyPpm)] }));
    expect(first(BTC, 1_000_001)).toBe('INVALID_COMMAND');
    expect([first(BTC, 500), first(USDT, 500)]).toEqual(['ok', 'NOT_PERMITTED']);
    expect(fresh.kernel.mining.streams().map(({ assetId }) => assetId)).toEqual([BTC]);
  });

  it('without gears close a coin: nobody locks or earns, and everybody leaves', () => {
    const bench = new Bench();
    bench.lock(ANN, '1000');
    const effectiveMs = Math.ceil((START_MS + DAY_S * 1_000) / MINUTE_MS) * MINUTE_MS;
    bench.change([], effectiveMs);
    bench.to(effectiveMs / 1_000 - START_MS / 1_000);
    const { accrued } = bench.position(ANN);
    bench.to(9 * DAY_S);
    expect(bench.position(ANN).accrued).toBe(accrued);
    expect(bench.lock(BOB, '1000')).toBe('MINING_CLOSED');
    expect(bench.unlock(ANN, '1000')).toBe('ok');
    expect(bench.claim(ANN)).toBe('ok');
    expect(bench.rewards(ANN)).toBe(accrued);
  });
});
