import { createKernel } from '@candor/kernel';
import type { Amount } from '@candor/money';
import { describe, expect, it } from 'vitest';
import { codeOf, TestMarket } from '../support/test-market.ts';
import { ANN, addressOf, Bench, BOB, BTC, COIN, DAY_S, gear, HOUSE, START_MS, USDT, units } from './bench.ts';
import { NaiveStream } from './oracle.ts';

const MINUTE_MS = 60_000;

describe('the published vectors', () => {
  /** Vector 2 with its change of the rate at 150,000 s, which is announced a day before. */
  function played({ restarts = false } = {}) {
    const bench = new Bench({ gears: [gear('1', 500)] });
    const naive = new NaiveStream(units('5'), [[units('1'), 500]]);
    // the change is at a whole minute
    const offset = 40;
    const at = (second: number, act: () => void) => {
      bench.to(offset + second);
      naive.to(second);
      act();
      if (restarts) bench.restart();
    };
    const lock = (name: string, userId: number, amount: string) => {
      expect(bench.lock(userId, amount)).toBe('ok');
      naive.change(name, units(amount));
    };
    const unlock = (name: string, userId: number, amount: string) => {
      expect(bench.unlock(userId, amount)).toBe('ok');
      naive.change(name, -units(amount));
    };
    at(0, () => lock('A', ANN, '1000'));
    at(40_000, () => lock('B', BOB, '2500'));
    bench.change([gear('1', 800)], START_MS + (offset + 150_000) * 1_000);
    at(100_000, () => unlock('A', ANN, '400'));
    at(150_000, () => {
      naive.gears = [[units('1'), 800]];
    });
    at(260_000, () => unlock('B', BOB, '2500'));
    at(300_000, () => {
      expect(bench.fund('1')).toBe('ok');
      naive.fund(units('1'));
    });
    at(400_000, () => unlock('A', ANN, '600'));
    return { bench, naive, offset };
  }

  it('of a pool that ends and is funded again is paid to the unit', () => {
    const { bench, naive, offset } = played();
    const [end] = bench.of('miningPoolEnded');
    expect(end?.endSecond).toBe(START_MS / 1_000 + offset + 242_540);
    expect(bench.of('miningPoolEnded')).toHaveLength(1);
    expect(naive.output('A')).toBe(units('1.82198148'));
    expect(naive.output('B')).toBe(units('3.73356481'));
    expect(bench.claim(ANN)).toBe('ok');
    expect(bench.claim(BOB)).toBe('ok');
    expect(bench.rewards(ANN)).toBe(units('1.82198148'));
    expect(bench.rewards(BOB)).toBe(units('3.73356481'));
    expect(bench.named()).toEqual({
      pool: units('0.44445371'),
      escrow: 0n,
      rewards: units('5.55554629'),
    });
    expect(bench.stream).toMatchObject({ pool: units('0.44445371'), isEnded: false, endSecond: null });
    expect(bench.stream.seconds).toBe(offset + 242_540 + 100_000);
  });

  it('is the same with a kernel that is loaded again and again', () => {
    const hash = (restarts: boolean) => played({ restarts }).bench.kernel.stateHash();
    expect(hash(true)).toBe(hash(false));
  });

  it('of gears is paid to the unit', () => {
    const gears = [gear('100', 1_000), gear('1000', 1_500), gear('5000', 2_000)];
    const bench = new Bench({ pool: '100', gears });
    const naive = new NaiveStream(
      units('100'),
      gears.map(({ minAmount, dailyPpm }) => [minAmount, dailyPpm] as const),
    );
    const at = (second: number, amount: string) => {
      bench.to(second);
      naive.to(second);
      const code = amount.startsWith('-') ? bench.unlock(ANN, amount.slice(1)) : bench.lock(ANN, amount);
      expect(code).toBe('ok');
      naive.change('A', units(amount));
    };
    at(0, '100');
    expect(bench.position(ANN)).toMatchObject({ gear: 1, dailyPpm: 1_000 });
    at(36_000, '900');
    expect(bench.position(ANN)).toMatchObject({ gear: 2, dailyPpm: 1_500 });
    at(90_000, '-0.00000001');
    expect(bench.position(ANN)).toMatchObject({ gear: 1, dailyPpm: 1_000 });
    at(120_000, '4000.00000001');
    expect(bench.position(ANN)).toMatchObject({ gear: 3, dailyPpm: 2_000 });
    bench.to(172_800);
    naive.to(172_800);
    expect(naive.output('A')).toBe(units('7.43749999'));
    expect(bench.position(ANN).accrued).toBe(units('7.43749999'));
    expect(bench.stream.owed).toBe(units('7.4375'));
    expect(bench.stream.gears.map(({ holders, held }) => [holders, held])).toEqual([
      [0, 0n],
      [0, 0n],
      [1, units('5000')],
    ]);
  });
});

it('pays what the oracle pays, second by second, over random lives', () => {
  let state = 11;
  const random = (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state % below;
  };
  for (let run = 0; run < 12; run++) {
    const gears = [gear('3', 700), gear('10.5', 2_000 + random(4_000)), gear('40', 9_999)];
    const bench = new Bench({ users: 3, pool: '0.01', gears });
    const naive = new NaiveStream(
      units('0.01'),
      gears.map(({ minAmount, dailyPpm }) => [minAmount, dailyPpm] as const),
    );
    let second = 0;
    for (let step = 0; step < 60; step++) {
      second += random(300);
      bench.to(second);
      naive.to(second);
      expect(bench.stream.isEnded).toBe(naive.endedAt !== null);
      const user = ANN + random(3);
      const amount = BigInt(1 + random(2_000_000_000));
      const decimal = `${amount / COIN}.${String(amount % COIN).padStart(8, '0')}`;
      const act = random(10);
      if (act < 4 && bench.lock(user, decimal) === 'ok') naive.change(String(user), amount);
      else if (act < 7 && bench.unlock(user, decimal) === 'ok') naive.change(String(user), -amount);
      else if (act === 7) {
        const before = bench.rewards(user);
        const claimed = naive.claim(String(user));
        bench.claim(user);
        expect(bench.rewards(user) - before).toBe(claimed);
      } else if (act === 8 && bench.fund('0.0003') === 'ok') naive.fund(units('0.0003'));
      naive.to(second);
      for (let each = ANN; each < ANN + 3; each++)
        expect(bench.position(each)?.accrued ?? 0n).toBe(naive.units(String(each)));
    }
  }
});

describe('a pool', () => {
  it('ends in the order of time among several, in a process that was loaded again as in one that never stopped', () => {
    const ends = [false, true].map((isLoaded) => {
      const bench = new Bench({ assetId: USDT, pool: '3' });
      bench.give(ANN, BTC, '100000');
      bench.sure(0, { type: 'setMiningTerms', assetId: BTC, gears: [gear('1', 500)] });
      bench.fund('2');
      for (const assetId of [USDT, BTC]) bench.lock(ANN, '1000', assetId);
      if (isLoaded) bench.restart();
      bench.to(10 * DAY_S);
      return bench.of('miningPoolEnded').map(({ assetId }) => assetId);
    });
    expect(ends).toEqual([
      [BTC, USDT],
      [BTC, USDT],
    ]);
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

  it('takes no more than its house account has, and gives back only what is not owed', () => {
    const bench = new Bench();
    bench.give(HOUSE, BTC, '2');
    expect(bench.fund('2.00000001', BTC, HOUSE)).toBe('INSUFFICIENT_BALANCE');
    expect(bench.fund('2', BTC, ANN)).toBe('NOT_PERMITTED');
    expect(bench.fund('2', BTC, HOUSE)).toBe('ok');
    bench.lock(ANN, '1000');
    bench.to(DAY_S);
    expect(bench.stream).toMatchObject({ pool: units('7'), owed: units('0.5'), free: units('6.5') });
    expect(bench.fund('-6.50000001', BTC, HOUSE)).toBe('INSUFFICIENT_BALANCE');
    expect(bench.fund('-6.5', BTC, HOUSE)).toBe('ok');
    expect(bench.stream).toMatchObject({ pool: units('0.5'), owed: units('0.5'), isEnded: true });
    expect(bench.of('miningPoolEnded')).toHaveLength(1);
    bench.to(9 * DAY_S);
    expect(bench.position(ANN).accrued).toBe(units('0.5'));
    expect(bench.claim(ANN)).toBe('ok');
    expect(bench.named().pool).toBe(0n);
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
    for (const bench of [often, once]) bench.lock(ANN, '1000');
    for (let second = 7; second < 7_000; second += 7) {
      often.to(second);
      often.claim(ANN);
    }
    for (const bench of [often, once]) {
      bench.to(7_000);
      bench.claim(ANN);
    }
    expect(often.rewards(ANN)).toBe(once.rewards(ANN));
    expect(often.position(ANN).earned).toBe(once.position(ANN).earned);
  });

  it('gains nothing by leaving and coming back within a second', () => {
    const bench = new Bench();
    bench.lock(ANN, '1000');
    bench.to(777);
    bench.claim(ANN);
    const before = bench.rewards(ANN);
    for (let i = 0; i < 200; i++) {
      expect(bench.unlock(ANN, '999')).toBe('ok');
      expect(bench.claim(ANN)).toBe('MINING_NOTHING_EARNED');
      expect(bench.lock(ANN, '999')).toBe('ok');
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

describe('joining', () => {
  it('is once a user and once an address, and moves nothing', () => {
    const bench = new Bench();
    const join = (accountUserId: number, address: string) =>
      bench.code(0, { type: 'joinMining', accountUserId, address });
    expect(join(ANN, addressOf(77))).toBe('MINING_JOINED');
    bench.sure(0, { type: 'openAccount', accountUserId: 77, kind: 'user' });
    expect(join(77, addressOf(ANN))).toBe('MINING_ADDRESS_TAKEN');
    expect(bench.lock(77, '1')).toBe('MINING_NOT_JOINED');
    for (const address of [
      '',
      '0x',
      `${addressOf(77)}0`,
      addressOf(77).slice(2),
      addressOf(0xab).toUpperCase(),
    ])
      expect(join(77, address)).toBe('INVALID_COMMAND');
    expect(join(HOUSE, addressOf(78))).toBe('NOT_PERMITTED');
    expect(join(99, addressOf(78))).toBe('UNKNOWN_ACCOUNT');
    const entries = bench.of('entry').length;
    expect(join(77, addressOf(77))).toBe('ok');
    expect(bench.of('entry')).toHaveLength(entries);
    expect(bench.kernel.mining.addressOf(77)).toBe(addressOf(77));
    expect(bench.kernel.mining.userOf(addressOf(77))).toBe(77);
    expect(bench.kernel.mining.participants()).toBe(3);
  });
});

describe('another address', () => {
  it('takes the place of the joined one, and neither is ever free again', () => {
    const bench = new Bench();
    const [before, after] = [addressOf(ANN), addressOf(77)];
    const move = (accountUserId: number, address: string) =>
      bench.code(0, { type: 'moveMining', accountUserId, address });
    bench.sure(0, { type: 'openAccount', accountUserId: 77, kind: 'user' });
    bench.asked(ANN, after);
    expect(move(77, after)).toBe('MINING_NOT_JOINED');
    expect(move(ANN, addressOf(BOB))).toBe('MINING_ADDRESS_TAKEN');
    expect(move(ANN, before)).toBe('MINING_ADDRESS_TAKEN');
    expect(move(ANN, after.toUpperCase())).toBe('INVALID_COMMAND');
    const entries = bench.of('entry').length;
    expect(move(ANN, after)).toBe('ok');
    expect(bench.of('entry')).toHaveLength(entries);
    expect(bench.of('miningAddressMoved')).toEqual([
      { type: 'miningAddressMoved', userId: ANN, before, address: after },
    ]);
    const { mining } = bench.kernel;
    expect([mining.addressOf(ANN), mining.userOf(after), mining.userOf(before)]).toEqual([after, ANN, ANN]);
    expect(mining.participants()).toBe(2);
    expect(move(ANN, before)).toBe('MINING_ADDRESS_TAKEN');
    for (const address of [before, after])
      expect(bench.code(0, { type: 'joinMining', accountUserId: 77, address })).toBe('MINING_ADDRESS_TAKEN');
  });

  it('waits a week by the journal’s clock from the last time it was asked for', () => {
    const bench = new Bench();
    const [first, last] = [addressOf(77), addressOf(78)];
    const ask = (accountUserId: number, address: string) =>
      bench.code(0, { type: 'askMiningMove', accountUserId, address });
    const move = (address: string) => bench.code(0, { type: 'moveMining', accountUserId: ANN, address });
    bench.sure(0, { type: 'openAccount', accountUserId: 77, kind: 'user' });
    expect(move(first)).toBe('MINING_WALLET_WAITS');
    expect(ask(77, first)).toBe('MINING_NOT_JOINED');
    expect(ask(ANN, addressOf(BOB))).toBe('MINING_ADDRESS_TAKEN');
    expect(ask(ANN, addressOf(ANN))).toBe('MINING_ADDRESS_TAKEN');
    expect(ask(ANN, 'elsewhere')).toBe('INVALID_COMMAND');
    expect(bench.code(ANN, { type: 'askMiningMove', accountUserId: ANN, address: first })).toBe(
      'NOT_PERMITTED',
    );
    expect(ask(ANN, first)).toBe('ok');
    bench.to(6 * DAY_S);
    expect(ask(ANN, last)).toBe('ok');
    const opensMs = bench.nowMs + 7 * DAY_S * 1_000;
    expect(bench.of('miningMoveAsked').at(-1)).toEqual({
      type: 'miningMoveAsked',
      userId: ANN,
      address: last,
      opensMs,
    });
    // a week after the first one was asked for, neither is open
    bench.to(8 * DAY_S);
    expect([move(first), move(last)]).toEqual(['MINING_WALLET_WAITS', 'MINING_WALLET_WAITS']);
    bench.nowMs = opensMs - 1;
    expect(move(last)).toBe('MINING_WALLET_WAITS');
    expect(bench.kernel.mining.waitingMove(ANN)).toEqual({ address: last, opensMs, isOpen: false });
    bench.restart();
    bench.nowMs = opensMs;
    bench.sure(0, { type: 'tick' });
    expect(bench.kernel.mining.waitingMove(ANN)).toEqual({ address: last, opensMs, isOpen: true });
    expect([move(first), move(last)]).toEqual(['MINING_WALLET_WAITS', 'ok']);
    expect(bench.kernel.mining.waitingMove(ANN)).toBeNull();
  });

  it('waits no more once it is cancelled, also after its week', () => {
    const bench = new Bench();
    const address = addressOf(77);
    const cancel = (of: string, accountUserId = ANN) =>
      bench.code(0, { type: 'cancelMiningMove', accountUserId, address: of });
    expect(cancel(address)).toBe('MINING_WALLET_WAITS');
    bench.asked(ANN, address);
    expect([cancel(addressOf(78)), cancel(address, BOB)]).toEqual([
      'MINING_WALLET_WAITS',
      'MINING_WALLET_WAITS',
    ]);
    expect(bench.code(ANN, { type: 'cancelMiningMove', accountUserId: ANN, address })).toBe('NOT_PERMITTED');
    expect(cancel(address)).toBe('ok');
    expect(bench.of('miningMoveCancelled')).toEqual([{ type: 'miningMoveCancelled', userId: ANN, address }]);
    expect(bench.kernel.mining.waitingMove(ANN)).toBeNull();
    expect(bench.code(0, { type: 'moveMining', accountUserId: ANN, address })).toBe('MINING_WALLET_WAITS');
    // somebody else who joined with it meanwhile keeps it
    bench.asked(ANN, address);
    bench.sure(0, { type: 'openAccount', accountUserId: 77, kind: 'user' });
    bench.sure(0, { type: 'joinMining', accountUserId: 77, address });
    expect(bench.code(0, { type: 'moveMining', accountUserId: ANN, address })).toBe('MINING_ADDRESS_TAKEN');
  });

  it('is the only one that rewards leave for, from then on', () => {
    const bench = new Bench();
    bench.lock(ANN, '1000');
    bench.to(5_000);
    bench.claim(ANN);
    const withdraw = (withdrawalNo: number, address: string) =>
      bench.code(0, {
        ...({ type: 'withdrawMiningRewards', withdrawalNo, accountUserId: ANN, assetId: BTC } as const),
        ...{ amount: 100n as Amount, fee: 1n as Amount, address },
      });
    const rewards = bench.rewards(ANN);
    expect(withdraw(1, addressOf(ANN))).toBe('ok');
    bench.asked(ANN, addressOf(77));
    bench.sure(0, { type: 'moveMining', accountUserId: ANN, address: addressOf(77) });
    expect(withdraw(2, addressOf(ANN))).toBe('MINING_ADDRESS');
    expect(withdraw(3, addressOf(77))).toBe('ok');
    // what was on its way to the earlier one comes back where it is not paid
    bench.sure(0, { type: 'releaseWithdrawal', withdrawalNo: 1, reason: 'cancelled' });
    expect(bench.rewards(ANN)).toBe(rewards - 101n);
    bench.restart();
    expect(bench.kernel.mining.userOf(addressOf(ANN))).toBe(ANN);
    expect(bench.code(0, { type: 'joinMining', accountUserId: BOB, address: addressOf(ANN) })).not.toBe('ok');
  });
});

it('replays from its journal to the same state', () => {
  const bench = new Bench();
  bench.lock(ANN, '1000');
  bench.to(5_000);
  bench.claim(ANN);
  bench.lock(BOB, '20');
  bench.to(20 * DAY_S);
  bench.unlock(ANN, '1');
  const kernel = createKernel({ audit: true });
  for (const envelope of bench.sent) kernel.apply(envelope);
  expect(kernel.stateHash()).toBe(bench.kernel.stateHash());
});
