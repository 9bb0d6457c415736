import type { SetExposureCap } from '@candor/kernel';
import { type Amount, formatDecimalTrimmed } from '@candor/money';
import { expect, it } from 'vitest';
import { roomNow } from '../../apps/web/seconds/room.ts';
import { returnedIfRight, secondProblem } from '../../apps/web/seconds/second-problem.ts';
import type { Pool } from '../../apps/web/seconds/second-rows.ts';
import { mostSwap } from '../../apps/web/swap/most-swap.ts';
import { Random } from '../../tools/workload/random.ts';
import * as margin from '../margin/bench.ts';
import { ALICE, Bench, BOB, BTC_USDT, COIN, START_TICK, USDT, units } from '../seconds/bench.ts';

// The ledger does what the tickets of second contracts and swaps and the dialog of a loan show.

const coins = (amount: bigint) => formatDecimalTrimmed(amount as Amount, 8);
const MID = 500_000;
const WRONG = {
  SECONDS_LOSS_LIMIT: 'loss',
  SECONDS_EXPOSURE_CAP: 'room',
  SECONDS_USER_CAP: 'room',
  SECONDS_POOL_SHORT: 'room',
  INSUFFICIENT_BALANCE: 'balance',
  QUANTITY_INVALID: 'quantity',
} as const;

function poolOf(bench: Bench): Pool {
  const { available, reserved, stakes, userCap, exposures } = bench.kernel.seconds.pool();
  return {
    coin: 'USDT',
    available: coins(available),
    reserved: coins(reserved),
    stakes: coins(stakes),
    seq: 1,
    userCap: userCap === null ? null : coins(userCap),
    exposures: exposures.map((each) => ({
      symbol: each.symbolId === 0 ? null : 'BTCUSDT',
      cap: coins(each.cap),
      reserved: coins(each.reserved),
    })),
  };
}

function limitsOf(bench: Bench) {
  const { limit, lostToday, openStakes, openPayouts } = bench.kernel.seconds.limits(ALICE);
  const left = limit === null ? null : limit - lostToday - openStakes;
  return {
    remaining: left === null ? null : coins(left > 0n ? left : 0n),
    openPayouts: coins(openPayouts),
  };
}

it('the ticket of a second contract names exactly what is refused, and what is paid', () => {
  const met = new Map<string, number>();
  for (let seed = 1; seed <= 60; seed++) {
    const random = new Random(seed);
    const bench = new Bench(undefined, false);
    const payoutPpm = random.pick([800_000, 850_000]);
    const periodS = payoutPpm === 800_000 ? 30 : 60;
    const cap = (symbolId: number): SetExposureCap => ({
      type: 'setExposureCap',
      symbolId,
      cap: (BigInt(random.int(20, 900)) * COIN) as Amount,
    });
    bench.expectOk(cap(0));
    bench.expectOk(cap(BTC_USDT));
    if (random.chance(0.4))
      bench.expectOk({
        type: 'setSecondsUserCap',
        cap: (BigInt(random.int(10, 300)) * COIN) as Amount,
        reason: 'A test',
      });
    if (random.chance(0.4)) {
      const dailyLoss = { limit: units(BigInt(random.int(1, 400))) };
      const none = { coolingOffUntilMs: null, selfExcludedUntilMs: null };
      bench.expectOk({ type: 'setSecondsLimits', dailyLoss, ...none }, ALICE);
    }
    if (random.chance(0.4)) {
      const amount = units(BigInt(random.int(700, 990)));
      const out = { from: 'second', to: 'spot', fromSymbolId: 0, toSymbolId: 0, assetId: USDT } as const;
      bench.expectOk({ type: 'transfer', ...out, amount }, ALICE);
    }
    bench.tickUntil(START_TICK + 4, MID);
    for (const userId of [ALICE, BOB])
      if (random.chance(0.6)) bench.open({ quantity: random.int(1, 120) }, userId);
    for (let n = 0; n < 6; n++) {
      const whole = random.int(1, 620);
      const balance = coins(bench.wallet(ALICE));
      const problem = secondProblem({
        offer: { symbol: 'BTCUSDT', minQuantity: 1, maxQuantity: 500 },
        whole,
        payoutPpm,
        balance,
        limits: limitsOf(bench),
        pool: poolOf(bench),
      });
      const before = bench.wallet(ALICE);
      const { outcome } = bench.open({ quantity: whole, periodS, direction: random.pick(['up', 'down']) });
      const name = `seed ${seed}, ${n}: ${whole} at ${payoutPpm}, ${problem?.kind}`;
      const refused = outcome.ok ? undefined : WRONG[outcome.code as keyof typeof WRONG];
      expect(problem === null, `${name}, ${JSON.stringify(outcome)}`).toBe(outcome.ok);
      if (!outcome.ok) expect(refused, name).toBeDefined();
      met.set(problem?.kind ?? 'accepted', (met.get(problem?.kind ?? 'accepted') ?? 0) + 1);
      if (problem?.kind === 'room') {
        expect(problem.most, name).toBeLessThan(whole);
        expect(
          roomNow(poolOf(bench), 'BTCUSDT', limitsOf(bench).openPayouts).payout,
          name,
        ).toBeGreaterThanOrEqual(0n);
      }
      if (!outcome.ok) continue;
      expect(before - bench.wallet(ALICE), name).toBe(BigInt(whole) * COIN);
    }
    const open = bench.kernel.seconds.contracts(ALICE).map(({ terms }) => terms);
    const last = Math.max(0, ...open.map(({ closeTickNo }) => closeTickNo));
    if (last === 0) continue;
    const before = bench.wallet(ALICE);
    bench.tickUntil(bench.nowMs / 250 + 13, MID);
    bench.tickUntil(last + 1, MID + 1_000);
    const won = open.filter(({ direction }) => direction === 'up');
    const shown = won.reduce(
      (sum, { quantity, payoutPpm: ppm }) =>
        sum + Number(returnedIfRight(String(quantity), String(ppm / 10_000))) * 1e8,
      0,
    );
    expect(bench.wallet(ALICE) - before, `seed ${seed}`).toBe(BigInt(Math.round(shown)));
  }
  for (const kind of ['accepted', 'quantity', 'balance', 'loss', 'room'])
    expect([kind, (met.get(kind) ?? 0) > 4]).toEqual([kind, true]);
});

it('the most of a swap is taken where the house has the other coin, and a quote is what arrives', () => {
  let [quoted, refused] = [0, 0];
  for (let seed = 1; seed <= 80; seed++) {
    const random = new Random(seed);
    const bench = margin.ready();
    const { BTC, COIN: UNIT } = margin;
    const reason = 'A test';
    const assets = [
      [BTC, BTC_USDT, random.int(1, 300)],
      [USDT, 0, random.int(1, 9_000_000)],
    ] as const;
    for (const [assetId, symbolId, most] of assets) {
      const held = (BigInt(random.int(1, assetId === BTC ? 400 : 9_000_000)) * UNIT) / 100n;
      bench.mustDo(0, { type: 'fundSwaps', assetId, amount: held as Amount, fromUserId: 0, reason });
      bench.mustDo(0, {
        type: 'setSwapTerms',
        assetId,
        symbolId,
        reason,
        minAmount: 1n as Amount,
        spreadPpm: random.int(0, 5_000),
        maxAmount: ((BigInt(most) * UNIT) / 100n) as Amount,
        maxInventory: (held + (BigInt(random.int(1, most)) * UNIT) / 100n) as Amount,
      });
    }
    const [from, to] = random.chance(0.5) ? [BTC, USDT] : [USDT, BTC];
    const termsOf = (id: number) => bench.kernel.swap.assets().find(({ assetId }) => assetId === id)!;
    const { maxAmount, maxInventory, inventory } = termsOf(from);
    const free = bench.kernel.transfer.transferable(margin.ALICE, 'spot', 0, from);
    const text = mostSwap(coins(free), {
      maxAmount: coins(maxAmount),
      maxInventory: coins(maxInventory),
      inventory: coins(inventory),
    });
    const most = BigInt(Math.round(Number(text) * 1e8));
    const ask = (amount: bigint) =>
      bench.do(margin.ALICE, {
        type: 'quoteSwap',
        fromAssetId: from,
        toAssetId: to,
        amount: amount as Amount,
      }).outcome;
    const above = ask(most + 1n);
    expect(above.ok, `seed ${seed}`).toBe(false);
    const outcome = ask(most);
    const name = `seed ${seed}: ${text} of ${from}, ${JSON.stringify(outcome)}`;
    if (!outcome.ok) {
      // the other coin's inventory alone, which stands beside it
      expect(outcome.code, name).toBe('SWAP_HOUSE_LIMIT');
      refused++;
      continue;
    }
    quoted++;
    const quote = bench.kernel.swap.quote(margin.ALICE)!;
    const at = (assetId: number) =>
      bench.kernel.balances(margin.ALICE, 'spot').find((each) => each.assetId === assetId)?.available ?? 0n;
    const before = [at(from), at(to)] as const;
    bench.mustDo(margin.ALICE, { type: 'acceptSwap', swapId: quote.swapId });
    expect([before[0] - at(from), at(to) - before[1]], name).toEqual([most, quote.arrives]);
  }
  expect([quoted > 20, refused > 0]).toEqual([true, true]);
});

it('the most of a loan is lent, a unit more is not, and the risk afterwards is the one shown', () => {
  let lent = 0;
  for (let seed = 1; seed <= 60; seed++) {
    const random = new Random(seed);
    const symbolId = random.pick([0, margin.BTC_USDT]);
    const bench = margin.ready(symbolId);
    const wallet = symbolId === 0 ? ('margin-cross' as const) : ('margin-isolated' as const);
    const assetId = random.pick([margin.BTC, margin.USDT]);
    const look = (amount: bigint) =>
      bench.kernel.margin.preview(margin.ALICE, wallet, symbolId, assetId, amount as Amount)!;
    const borrow = (amount: bigint) =>
      bench.do(margin.ALICE, { type: 'borrow', wallet, symbolId, assetId, amount: amount as Amount }).outcome;
    const { most } = look(0n);
    expect(borrow(most + 1n).ok, `seed ${seed}`).toBe(false);
    const amount = random.chance(0.5) ? most : (most * BigInt(random.int(1, 99))) / 100n;
    const shown = look(amount);
    const outcome = borrow(amount);
    expect(outcome.ok, `seed ${seed}: ${amount} of ${most}`).toBe(true);
    const after = bench.kernel.margin.wallet(margin.ALICE, wallet, symbolId)!;
    expect(after.risk!.riskPpm, `seed ${seed}`).toBe(shown.riskAfterPpm);
    lent++;
  }
  expect(lent).toBe(60);
});
