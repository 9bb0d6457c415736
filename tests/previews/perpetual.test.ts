import type { ContractMarketRow } from '@candor/api';
import type { KernelEvent } from '@candor/kernel';
import type { Lots, PriceTicks } from '@candor/money';
import { expect, it } from 'vitest';
import {
  fitsTier,
  mostContracts,
  type PerpetualDraft,
  perpetualPreview,
  stopResult,
} from '../../apps/web/perpetual/perpetual-preview.ts';
import type { OpenPerpetuals } from '../../apps/web/perpetual/perpetual-terms.ts';
import { usdtText } from '../../apps/web/trade/draft/contract-terms.ts';
import { Random } from '../../tools/workload/random.ts';
import { PERP, Stage, USDT } from '../perpetual/stage.ts';

// The ledger does what the ticket of a contract shows where the book does not move, for random limit orders that cross it
// in part, as a whole, or not at all.

const ALICE = 1000;
const MAKER = 1001;
const OTHER = 1002;
const INDEX = 1_000_000;
const row = {
  symbol: 'BTCUSDT-PERP',
  tick_size: '0.01',
  contract_size: '0.001',
  full_cou: 2,
  maker_fee_percent: '0.02',
  taker_fee_percent: '0.05',
  liquidation_fee_percent: '0.5',
  tiers: [
    { notionalFloor: '0', maintenanceMarginPercent: '0.5', maxLeverage: 100 },
    { notionalFloor: '50000', maintenanceMarginPercent: '1', maxLeverage: 50 },
    { notionalFloor: '250000', maintenanceMarginPercent: '2.5', maxLeverage: 20 },
  ],
} as unknown as ContractMarketRow;

const priceOf = (ticks: number) => (ticks / 100).toFixed(2);
type Trade = Extract<KernelEvent, { type: 'perpetualTrade' }>;
const tradesOf = (s: Stage) => s.events.filter((event): event is Trade => event.type === 'perpetualTrade');

function openOf(s: Stage): OpenPerpetuals {
  const account = s.kernel.perpetual.account(ALICE, USDT);
  const positions = s.kernel.perpetual.positions(ALICE).map((position) => ({
    id: position.positionId,
    symbol: row.symbol,
    positionSide: position.direction,
    openInterest: String(position.lots),
    entryValue: usdtText(position.entryCost),
    positionMargin: usdtText(position.margin),
    marginMode: position.marginMode,
    unrealisedPnl: usdtText(position.unrealisedPnl),
    maintenanceMargin: usdtText(position.maintenanceMargin),
  }));
  return {
    positions,
    orders: s.kernel.perpetual.openOrders(ALICE, PERP).map((order) => ({
      symbol: row.symbol,
      side: order.side,
      positionSide: order.side === 'buy' ? 'long' : 'short',
      reduceOnly: order.reduceOnly,
      status: order.trigger === null ? 'open' : 'waiting',
      quantity: String(order.lots),
      tradedQuantity: String(order.filledLots),
    })),
    stops: [],
    account: {
      positionMode: 'one-way',
      walletBalance: usdtText(account.walletBalance),
      isolatedMargin: usdtText(account.isolatedMargin),
      available: usdtText(s.wallet(ALICE).available),
    },
  } as unknown as OpenPerpetuals;
}

/** A market with a position of Alice's or none, and a book of one order a level. */
function market(random: Random, marginMode: 'isolated' | 'cross') {
  const s = new Stage({ audit: false });
  for (const user of [MAKER, OTHER]) s.user(user, 10_000_000n);
  s.user(ALICE, BigInt(random.int(20_000, 40_000)));
  s.tick(INDEX);
  s.leverage(ALICE, 10, marginMode);
  if (random.chance(0.6)) {
    const lots = random.int(1, 400);
    const buys = random.chance(0.5);
    s.order(MAKER, buys ? 'sell' : 'buy', lots, INDEX);
    s.order(ALICE, buys ? 'buy' : 'sell', lots, INDEX);
  }
  for (const side of ['buy', 'sell'] as const) {
    let ticks = INDEX;
    for (let level = random.int(0, 4); level > 0; level--) {
      ticks += (side === 'buy' ? -1 : 1) * random.int(1, 900);
      s.order(MAKER, side, random.int(1, 300), ticks);
    }
  }
  return s;
}

function draftOf(s: Stage, random: Random, marginMode: 'isolated' | 'cross') {
  const side = random.pick(['long', 'short'] as const);
  const depth = s.kernel.perpetual.depth(PERP, 100);
  const levels = side === 'long' ? depth.asks : depth.bids;
  const limit = INDEX + random.int(-2_500, 2_500);
  const postOnly = random.chance(0.1);
  const timeInForce = postOnly ? ('GTC' as const) : random.pick(['GTC', 'GTC', 'IOC', 'FOK'] as const);
  const draft: PerpetualDraft = {
    action: 'open',
    side,
    price: priceOf(limit),
    quantity: String(random.int(1, 700)),
    leverage: 10,
    marginMode,
    mark: priceOf(s.kernel.perpetual.mark(PERP)!.markTicks!),
    timeInForce,
    ...(postOnly ? {} : { crossed: levels.map(({ priceTicks, lots }) => ({ priceTicks, lots })) }),
  };
  const send = (lots: number) =>
    s.order(ALICE, side === 'long' ? 'buy' : 'sell', lots, limit, { postOnly, timeInForce });
  return { draft, limit, side, send };
}

const wallet = (s: Stage) => s.kernel.perpetual.account(ALICE, USDT).walletBalance;

const seen = { whole: 0, part: 0, rests: 0, ends: 0, turned: 0, stops: 0 };

it.each(['isolated', 'cross'] as const)('a limit order is what its ticket showed, %s', (marginMode) => {
  for (let seed = 1; seed <= 150; seed++) {
    const random = new Random(seed);
    const s = market(random, marginMode);
    const { draft, limit, side, send } = draftOf(s, random, marginMode);
    const open = openOf(s);
    const shown = perpetualPreview(row, draft, open)!;
    const stop = stopResult(row, {
      position: shown.after,
      side,
      quantity: '',
      trigger: priceOf(INDEX + 777),
    });
    const before = wallet(s);
    const outcome = send(Number(draft.quantity));
    if (!outcome.ok) {
      expect(['POST_ONLY_WOULD_TAKE', 'INSUFFICIENT_BALANCE'], `seed ${seed}`).toContain(outcome.code);
      continue;
    }
    const taken = tradesOf(s);
    const atOnce = taken.reduce((sum, { lots }) => sum + lots, 0);
    if (atOnce < shown.filled) {
      // somebody meets the rest
      s.sure(MAKER, { type: 'cancelPerpetualOrders', symbolId: PERP });
      s.order(OTHER, side === 'long' ? 'sell' : 'buy', shown.filled - atOnce, limit);
      taken.push(...tradesOf(s));
    }
    const [position] = s.kernel.perpetual.positions(ALICE);
    const name = `seed ${seed}: ${JSON.stringify(draft)}`;
    expect(position?.lots ?? 0, name).toBe(shown.after?.lots ?? 0);
    if (position !== undefined) {
      expect(position.entryCost, name).toBe(shown.after!.entryCost);
      expect(position.direction === 'long' ? 1 : -1, name).toBe(shown.after!.sign);
    }
    const own = taken.map((trade) => (trade.taker.userId === ALICE ? trade.taker : trade.maker));
    const fees = own.reduce((sum, { fee }) => sum + fee, 0n);
    const realised = own.reduce((sum, { realisedPnl }) => sum + realisedPnl, 0n);
    expect(usdtText(realised), name).toBe(shown.realised ?? '0');
    const feeShown = BigInt(Math.round(Number(shown.fee) * 1e8));
    if (atOnce === shown.filled) {
      expect(usdtText(fees), name).toBe(shown.fee);
      const liquidation = position?.liquidationTicks ?? null;
      expect(liquidation === null ? null : priceOf(liquidation), name).toBe(
        shown.liquidationPrice === null ? null : Number(shown.liquidationPrice).toFixed(2),
      );
      expect(usdtText(wallet(s) - before), name).toBe(usdtText(realised - fees));
      seen.whole++;
    } else {
      expect(fees <= feeShown, name).toBe(true);
      seen[atOnce === 0 ? 'rests' : 'part']++;
    }
    if (shown.filled < Number(draft.quantity)) seen.ends++;
    if (shown.realised !== null && shown.after !== null) seen.turned++;
    if (position !== undefined && stop !== null) {
      seen.stops++;
      expect(stop.lots, name).toBe(position.lots);
      closeAt(s, side, stop.lots, INDEX + 777);
      const closed = tradesOf(s).reduce((sum, { taker }) => sum + taker.realisedPnl, 0n);
      expect(usdtText(closed), name).toBe(stop.amount);
    }
  }
  expect(Object.entries(seen).filter(([, count]) => count < 10)).toEqual([]);
});

/** Closes all of a position against one order at a price: nobody else is left in the book. */
function closeAt(s: Stage, side: 'long' | 'short', lots: number, ticks: number): void {
  for (const user of [ALICE, MAKER, OTHER]) s.sure(user, { type: 'cancelPerpetualOrders', symbolId: PERP });
  s.order(OTHER, side === 'long' ? 'buy' : 'sell', lots, ticks);
  s.sure(ALICE, {
    type: 'placePerpetualOrder',
    symbolId: PERP,
    positionSide: 'both',
    side: side === 'long' ? 'sell' : 'buy',
    orderType: 'limit',
    timeInForce: 'IOC',
    postOnly: false,
    reduceOnly: true,
    priceTicks: ticks as PriceTicks,
    lots: lots as Lots,
    clientOrderId: null,
    trigger: null,
    takeProfit: null,
    stopLoss: null,
    leverage: null,
    marginMode: null,
  });
}

it.each(['isolated', 'cross'] as const)('the most that a ticket offers is accepted, %s', (marginMode) => {
  let accepted = 0;
  for (let seed = 1; seed <= 60; seed++) {
    const random = new Random(seed);
    const s = market(random, marginMode);
    const { draft, send } = draftOf(s, random, marginMode);
    if (draft.timeInForce !== 'GTC') continue;
    const open = openOf(s);
    // what a cross position has lost backs nothing
    const free = s.kernel.transfer.transferable(ALICE, 'contract', 0, USDT);
    const account = { ...open.account, available: usdtText(free) };
    const most = mostContracts(row, draft, { ...open, account });
    if (most === 0) continue;
    const name = `seed ${seed}: ${most} of ${JSON.stringify(draft)}`;
    const outcome = send(most);
    if (outcome.ok) accepted++;
    else expect(outcome.code, name).toBe('POST_ONLY_WOULD_TAKE');
  }
  expect(accepted).toBeGreaterThan(10);
});

it.each(['isolated', 'cross'] as const)('the most is what the leverage’s tier allows, %s', (marginMode) => {
  let bound = 0;
  for (let seed = 1; seed <= 80; seed++) {
    const random = new Random(seed);
    const s = market(random, marginMode);
    s.user(ALICE, 1_000_000n);
    const leverage = random.pick([30, 50, 100]);
    s.send(ALICE, { type: 'setLeverage', symbolId: PERP, leverage });
    if (s.kernel.perpetual.settings(ALICE, PERP)?.leverage !== leverage) continue;
    const side = random.pick(['long', 'short'] as const);
    const away = (side === 'long' ? -1 : 1) * random.int(3_000, 5_000);
    // resting beside it, in its direction or against it
    for (const [buys, ticks] of [
      [side === 'long', INDEX + away],
      [side !== 'long', INDEX - away],
    ] as const)
      if (random.chance(0.6)) s.order(ALICE, buys ? 'buy' : 'sell', random.int(1, 4_000), ticks);
    const isMarket = random.chance(0.3);
    if (isMarket) s.order(MAKER, side === 'long' ? 'sell' : 'buy', 20_000, INDEX);
    const limit = INDEX + random.int(-400, 400);
    const depth = s.kernel.perpetual.depth(PERP, 100);
    const levels = (side === 'long' ? depth.asks : depth.bids).map(({ priceTicks, lots }) => ({
      priceTicks,
      lots,
    }));
    const draft = {
      action: 'open' as const,
      side,
      leverage,
      marginMode,
      price: priceOf(isMarket ? INDEX : limit),
      mark: priceOf(s.kernel.perpetual.mark(PERP)!.markTicks!),
      ...(isMarket ? { book: levels } : { crossed: levels, timeInForce: 'GTC' as const }),
    };
    const open = openOf(s);
    const free = s.kernel.transfer.transferable(ALICE, 'contract', 0, USDT);
    const most = mostContracts(row, draft, {
      ...open,
      account: { ...open.account, available: usdtText(free) },
    });
    const name = `seed ${seed}: ${most} of ${side} at ${isMarket ? 'market' : limit}, ${leverage}x`;
    const place = (lots: number) =>
      s.order(ALICE, side === 'long' ? 'buy' : 'sell', lots, isMarket ? null : limit);
    const beyond = fitsTier(row, { ...draft, quantity: String(most + 1) }, open);
    if (!beyond) {
      const outcome = place(most + 1);
      expect(outcome.ok ? 'accepted' : outcome.code, name).toBe('LEVERAGE_TOO_HIGH');
      bound++;
    }
    if (most === 0) continue;
    const outcome = place(most);
    expect(outcome.ok ? 'accepted' : outcome.code, name).not.toBe('LEVERAGE_TOO_HIGH');
  }
  expect(bound).toBeGreaterThan(20);
});

it('counts what a whole-position stop closes, the lots before the order included', () => {
  const s = new Stage();
  s.user(ALICE, 10_000n);
  s.user(MAKER, 100_000n);
  s.tick(INDEX);
  s.leverage(ALICE, 10);
  s.sell(MAKER, 30, INDEX);
  s.buy(ALICE, 20, INDEX);
  const draft: PerpetualDraft = {
    action: 'open',
    side: 'long',
    price: priceOf(INDEX + 1_000),
    quantity: '10',
    leverage: 10,
    marginMode: 'isolated',
    crossed: [{ priceTicks: INDEX, lots: 10 }],
  };
  const { after } = perpetualPreview(row, draft, openOf(s))!;
  const stop = { position: after, side: 'long', trigger: priceOf(INDEX - 10_000) } as const;
  // 30 contracts are 0.03 coins that lose 100 each
  expect(stopResult(row, { ...stop, quantity: '' })).toEqual({ lots: 30, amount: '-3' });
  expect(stopResult(row, { ...stop, quantity: '5' })).toEqual({ lots: 5, amount: '-0.5' });
  expect(stopResult(row, { ...stop, quantity: '500' })).toEqual({ lots: 30, amount: '-3' });
  expect(stopResult(row, { ...stop, side: 'short', quantity: '' })).toBeNull();
});
