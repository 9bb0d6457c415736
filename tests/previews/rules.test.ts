import type { ContractMarketRow } from '@candor/api';
import type { Amount, Lots, PriceTicks } from '@candor/money';
import { expect, it } from 'vitest';
import { type ContractInput, contractOutcome } from '../../apps/web/rules/contract-example.ts';
import { secondOutcome } from '../../apps/web/rules/second-example.ts';
import { spotOutcome } from '../../apps/web/rules/spot-example.ts';
import { units, usdtText } from '../../apps/web/trade/draft/contract-terms.ts';
import { Random } from '../../tools/workload/random.ts';
import { BTC, LIST, SPOT, Stage, USDT } from '../perpetual/stage.ts';
import * as seconds from '../seconds/bench.ts';

// The worked examples of the rules compute what the ledger does, for random figures.

const TRADER = 1000;
const MAKER = 1001;
const percentOf = (ppm: number) => String(ppm / 10_000);
const priceOf = (ticks: number) => (ticks / 100).toFixed(2);

const row = {
  symbol: 'BTCUSDT-PERP',
  tick_size: LIST.tickDecimal,
  contract_size: LIST.lotDecimal,
  full_cou: 2,
  taker_fee_percent: percentOf(LIST.takerFeePpm),
  liquidation_fee_percent: percentOf(LIST.liquidationFeePpm),
  tiers: LIST.tiers.map(({ floorNotional, mmrPpm, maxLeverage }) => ({
    notionalFloor: usdtText(floorNotional),
    maintenanceMarginPercent: percentOf(mmrPpm),
    maxLeverage,
  })),
} as unknown as ContractMarketRow;

/** A position that was just opened, with the same figures for the example. */
function opened(random: Random) {
  const entry = random.int(500_000, 1_500_000);
  const side = random.pick(['long', 'short'] as const);
  const lots = random.int(1, 90);
  const leverage = random.int(2, 50);
  const s = new Stage({ audit: false });
  s.user(TRADER, 1_000_000n);
  s.user(MAKER, 10_000_000n);
  s.tick(entry);
  s.leverage(TRADER, leverage);
  const before = s.wallet(TRADER).available;
  s.order(MAKER, side === 'long' ? 'sell' : 'buy', lots, entry);
  s.order(TRADER, side === 'long' ? 'buy' : 'sell', lots, entry);
  const input: ContractInput = {
    side,
    contracts: String(lots),
    leverage: String(leverage),
    feePercent: row.taker_fee_percent,
    entryPrice: priceOf(entry),
    exitPrice: priceOf(entry),
    markPrice: priceOf(entry),
    fundingPercent: '0',
    payer: side,
  };
  return { s, entry, lots, input, before, sign: side === 'long' ? 1 : -1 };
}

it('a position costs, gains and is liquidated as its example says', () => {
  const seen = { closed: 0, liquidated: 0 };
  for (let seed = 1; seed <= 200; seed++) {
    const random = new Random(seed);
    const { s, entry, lots, input, before, sign } = opened(random);
    const exit = entry + random.int(-Math.floor(entry / 12), Math.floor(entry / 12));
    const figures = { ...input, exitPrice: priceOf(exit), markPrice: priceOf(exit) };
    const shown = contractOutcome(row, figures)!;
    const name = `seed ${seed}: ${JSON.stringify(figures)}`;
    const held = s.position(TRADER);
    expect(usdtText(held.margin), name).toBe(shown.margin);
    expect(held.liquidationTicks === null ? null : priceOf(held.liquidationTicks), name).toBe(
      shown.liquidation === null ? null : Number(shown.liquidation.price).toFixed(2),
    );
    const spent = before - s.wallet(TRADER).available;
    expect(usdtText(spent), name).toBe(usdtText(units(shown.margin) + units(shown.openFee)));
    s.order(MAKER, sign === 1 ? 'buy' : 'sell', lots, exit);
    s.tick(exit);
    const [liquidated] = s.all('perpetualLiquidated');
    expect(liquidated !== undefined, name).toBe(shown.isLiquidated);
    if (liquidated !== undefined) {
      seen.liquidated++;
      continue;
    }
    expect(usdtText(s.position(TRADER).unrealisedPnl as bigint), name).toBe(shown.markPnl);
    s.order(TRADER, sign === 1 ? 'sell' : 'buy', lots, exit, { reduceOnly: true });
    expect(usdtText(s.wallet(TRADER).available - before), name).toBe(shown.net);
    seen.closed++;
  }
  expect(Math.min(seen.closed, seen.liquidated)).toBeGreaterThan(20);
});

it('a liquidation charges the fee of its example where all is closed at its price, but for roundings', () => {
  let whole = 0;
  for (let seed = 1; seed <= 80; seed++) {
    const random = new Random(seed);
    const { s, lots, input, sign } = opened(random);
    const shown = contractOutcome(row, input)!;
    const ticks = s.position(TRADER).liquidationTicks;
    if (ticks === null || shown.liquidation === null) continue;
    s.order(MAKER, sign === 1 ? 'buy' : 'sell', lots, ticks);
    s.tick(ticks);
    const [receipt] = s.all('perpetualLiquidated');
    const most = units(shown.liquidation.fee);
    const name = `seed ${seed}: ${JSON.stringify(input)}`;
    // each of at most four steps rounds its fee up
    expect(receipt!.fee <= most + 4n, name).toBe(true);
    if (receipt!.lotsLeft > 0) continue;
    expect(most - receipt!.fee <= 4n, `${name}: ${receipt!.fee} of ${most}`).toBe(true);
    whole++;
  }
  expect(whole).toBeGreaterThan(10);
});

it('a fill of spot costs and brings what its example says', () => {
  const market = {
    priceDecimals: 2,
    quantityDecimals: 5,
    tickSize: '0.01',
    lotSize: '0.00001',
    minNotional: '0',
    maxQuantity: '10000',
  };
  for (let seed = 1; seed <= 200; seed++) {
    const random = new Random(seed);
    const s = new Stage({ audit: false });
    const [makerPpm, takerPpm] = [random.int(0, 2_000), random.int(0, 3_000)];
    s.system({ type: 'setFees', makerPpm, takerPpm });
    for (const accountUserId of [TRADER, MAKER]) {
      s.system({ type: 'openAccount', accountUserId, kind: 'user' });
      for (const assetId of [BTC, USDT])
        s.system({ type: 'practiceFunds', accountUserId, assetId, amount: (10n ** 16n) as Amount });
    }
    const side = random.pick(['buy', 'sell'] as const);
    const role = random.pick(['maker', 'taker'] as const);
    const [ticks, lots] = [random.int(1, 9_000_000), random.int(1, 300_000)];
    const place = (userId: number, orderSide: 'buy' | 'sell') =>
      s.sure(userId, {
        type: 'placeOrder',
        symbolId: SPOT,
        side: orderSide,
        orderType: 'limit',
        timeInForce: 'GTC',
        postOnly: false,
        quoteAmount: null,
        priceTicks: ticks as PriceTicks,
        lots: lots as Lots,
        clientOrderId: null,
      });
    const assets = () =>
      new Map(s.kernel.balances(TRADER, 'spot').map((each) => [each.assetId, each.available]));
    const before = assets();
    const other = side === 'buy' ? 'sell' : 'buy';
    for (const userId of role === 'taker' ? [MAKER, TRADER] : [TRADER, MAKER])
      place(userId, userId === TRADER ? side : other);
    const after = assets();
    const moved = (assetId: number) => (after.get(assetId) ?? 0n) - (before.get(assetId) ?? 0n);
    const input = {
      side,
      price: priceOf(ticks),
      amount: (lots / 100_000).toFixed(5),
      feePercent: percentOf(role === 'maker' ? makerPpm : takerPpm),
    };
    const shown = spotOutcome(input, market)!;
    const name = `seed ${seed}: ${role} ${JSON.stringify(input)}`;
    const [got, gave] = side === 'buy' ? [BTC, USDT] : [USDT, BTC];
    expect(usdtText(moved(got)), name).toBe(shown.receive);
    expect(usdtText(-moved(gave)), name).toBe(usdtText(units(side === 'buy' ? shown.value : input.amount)));
    expect(units(shown.fee) / 10n, name).toBe(units(shown.safetyFund));
  }
});

it('a second contract pays what its example says', () => {
  const seen = new Set<string>();
  for (let seed = 1; seed <= 60; seed++) {
    const random = new Random(seed);
    const bench = seconds.ready();
    const direction = random.pick(['up', 'down'] as const);
    const [periodS, payoutPpm] = random.pick([
      [30, 800_000],
      [60, 850_000],
    ] as const);
    const quantity = random.int(1, 400);
    const [open, close] = [random.int(990, 1_010), random.int(995, 1_005)];
    const before = bench.wallet(seconds.ALICE);
    const { outcome } = bench.open({ direction, periodS, quantity });
    expect(outcome.ok).toBe(true);
    const openTick = Math.ceil((bench.nowMs + 3_000) / 250);
    bench.tickUntil(openTick, open);
    bench.tickUntil(openTick + periodS * 4, close);
    const shown = secondOutcome({
      direction,
      stake: String(quantity),
      payoutPercent: percentOf(payoutPpm),
      openPrice: String(open),
      closePrice: String(close),
    })!;
    expect(usdtText(bench.wallet(seconds.ALICE) - before), `seed ${seed}`).toBe(shown.profit);
    seen.add(shown.result);
  }
  expect(seen).toEqual(new Set(['won', 'lost', 'even']));
});

it('an example computes nothing while a figure is missing', () => {
  const second = {
    direction: 'up',
    stake: '10',
    payoutPercent: '80',
    openPrice: '1',
    closePrice: '2',
  } as const;
  for (const name of ['stake', 'payoutPercent', 'openPrice', 'closePrice'] as const)
    expect(secondOutcome({ ...second, [name]: '' }), name).toBeNull();
  const contract: ContractInput = {
    side: 'long',
    contracts: '1',
    leverage: '10',
    feePercent: '0.05',
    entryPrice: '100',
    exitPrice: '101',
    markPrice: '99',
    fundingPercent: '0.01',
    payer: 'long',
  };
  expect(contractOutcome(row, contract)).not.toBeNull();
  for (const name of [
    'contracts',
    'leverage',
    'entryPrice',
    'exitPrice',
    'markPrice',
    'fundingPercent',
  ] as const)
    expect(contractOutcome(row, { ...contract, [name]: '' }), name).toBeNull();
});
