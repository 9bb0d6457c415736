import { createKernel } from '@candor/kernel';
import { describe, expect, it } from 'vitest';
import { ANN, Bench, BOB, COIN, DAY_S, gear, START_MS, units } from './bench.ts';
import { NaiveStream } from './oracle.ts';

describe('the published vectors', () => {
  /** Vector 2 with its change of the rate at 150,000 s, which is announced a day before. */
  function played({ restarts = false, claims = false } = {}) {
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
    at(260_000, () => {
      if (claims) expect([bench.claim(ANN), bench.claim(BOB)]).toEqual(['ok', 'ok']);
      unlock('B', BOB, '2500');
    });
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

  it('of a pool that ended pays a claim made later up to its end, in full', () => {
    const { bench } = played({ claims: true });
    const claims = bench.of('miningClaimed');
    const owed = [units('1.26642592'), units('3.73356481')];
    expect(claims.map(({ userId, amount }) => [userId, amount])).toEqual([
      [ANN, owed[0]],
      [BOB, owed[1]],
    ]);
    // nothing of the pool was left to be claimed between its end and its funding
    expect(bench.claim(BOB)).toBe('MINING_NOTHING_EARNED');
    expect(bench.claim(ANN)).toBe('ok');
    expect([bench.rewards(ANN), bench.rewards(BOB)]).toEqual([units('1.82198148'), units('3.73356481')]);
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
