import type { Lots, PriceTicks } from '@candor/money';
import { describe, expect, it } from 'vitest';
import {
  ANN,
  BEN,
  CLEO,
  codeOf,
  eventsOf,
  idOf,
  TestMarket,
  USDT,
} from '../../../../tests/support/test-market.ts';
import type { AmendOrder } from './commands.ts';

const ticks = (value: number) => value as PriceTicks;
const lots = (value: number) => value as Lots;

function amend(market: TestMarket, userId: number, orderId: number, change: Partial<AmendOrder>) {
  return market.submit(userId, {
    type: 'amendOrder',
    symbolId: 1,
    orderId,
    clientOrderId: null,
    priceTicks: null,
    lots: null,
    quoteAmount: null,
    triggerTicks: null,
    ...change,
  });
}

describe('a changed order', () => {
  it('keeps its place when only its quantity falls, and the hold falls with it', () => {
    const market = new TestMarket();
    const first = idOf(market.limit(ANN, 'buy', 9_000, 10));
    market.limit(BEN, 'buy', 9_000, 10);
    const applied = amend(market, ANN, first, { lots: lots(4) });
    expect(eventsOf(applied, 'orderAmended')).toMatchObject([
      { orderId: first, removedLots: 6, keepsPlace: true },
    ]);
    expect(market.held(ANN, USDT)).toBe(4n * 9_000n * 1000n);
    market.restart();
    const trades = eventsOf(market.limit(CLEO, 'sell', 9_000, 5), 'trade');
    expect(trades.map((trade) => [trade.makerUserId, trade.lots])).toEqual([
      [ANN, 4],
      [BEN, 1],
    ]);
  });

  it.each([
    ['another price and back', [{ priceTicks: ticks(9_001) }, { priceTicks: ticks(9_000) }]],
    ['more of it', [{ lots: lots(11) }]],
  ])('loses its place by %s, also after a restart', (_, changes) => {
    const market = new TestMarket();
    const first = idOf(market.limit(ANN, 'buy', 9_000, 10));
    market.limit(BEN, 'buy', 9_000, 10);
    for (const change of changes) expect(idOf(amend(market, ANN, first, change))).toBe(first);
    market.restart();
    const trades = eventsOf(market.limit(CLEO, 'sell', 9_000, 1), 'trade');
    expect(trades).toMatchObject([{ makerUserId: BEN }]);
  });

  it('takes where its new price crosses, under its own id', () => {
    const market = new TestMarket();
    market.limit(BEN, 'sell', 9_500, 3);
    const id = idOf(market.limit(ANN, 'buy', 9_000, 10));
    const applied = amend(market, ANN, id, { priceTicks: ticks(9_500) });
    expect(eventsOf(applied, 'trade')).toMatchObject([{ takerOrderId: id, lots: 3 }]);
    expect(eventsOf(applied, 'orderRested')).toMatchObject([{ orderId: id, lots: 7, priceTicks: 9_500 }]);
    expect(market.held(ANN, USDT)).toBe(7n * 9_500n * 1000n);
    expect(market.kernel.spot.openOrders(ANN, 1)).toMatchObject([{ lots: 10, filledLots: 3 }]);
  });

  it('counts what is filled', () => {
    const market = new TestMarket();
    const id = idOf(market.limit(ANN, 'buy', 9_000, 10));
    market.limit(BEN, 'sell', 9_000, 4);
    expect(codeOf(amend(market, ANN, id, { lots: lots(4) }))).toBe('QUANTITY_INVALID');
    expect(amend(market, ANN, id, { lots: lots(5) }).outcome).toMatchObject({ filledLots: 4 });
    expect(market.held(ANN, USDT)).toBe(9_000n * 1000n);
  });

  it.each([
    ['a price out of the band', { priceTicks: ticks(9_800) }, 'PRICE_OUT_OF_BAND'],
    ['more than there is', { lots: lots(1_000_000) }, 'INSUFFICIENT_BALANCE'],
    ['nothing left', { lots: lots(0) }, 'QUANTITY_INVALID'],
    ['too little', { lots: lots(1_000_001) }, 'QUANTITY_INVALID'],
    ['a trigger', { triggerTicks: ticks(9_000) }, 'NOT_AMENDABLE'],
  ] as const)('refused for %s changes nothing', (_, change, code) => {
    const market = new TestMarket(10_000);
    market.index(10_000);
    const id = idOf(market.limit(ANN, 'sell', 10_000, 500_000));
    market.limit(ANN, 'sell', 10_000, 1);
    const before = [
      market.kernel.spot.openOrders(ANN, 1),
      market.kernel.balances(ANN),
      market.kernel.spot.depth(1, 5),
    ];
    const applied = amend(market, ANN, id, change);
    expect(codeOf(applied)).toBe(code);
    expect(applied.events).toEqual([]);
    const after = [
      market.kernel.spot.openOrders(ANN, 1),
      market.kernel.balances(ANN),
      market.kernel.spot.depth(1, 5),
    ];
    expect(after).toEqual(before);
  });

  it('may become smaller outside of a band that moved away, but not larger', () => {
    const market = new TestMarket(10_000);
    market.index(10_000);
    const id = idOf(market.limit(ANN, 'buy', 9_900, 10));
    market.index(11_000);
    expect(codeOf(amend(market, ANN, id, { lots: lots(11) }))).toBe('PRICE_OUT_OF_BAND');
    expect(codeOf(amend(market, ANN, id, { lots: lots(9) }))).toBe('ok');
  });

  it('is refused while the market is halted', () => {
    const market = new TestMarket();
    const id = idOf(market.limit(ANN, 'buy', 9_000, 10));
    const waiting = idOf(market.trigger(ANN, {}));
    market.setState('halted');
    expect(codeOf(amend(market, ANN, id, { lots: lots(5) }))).toBe('SYMBOL_HALTED');
    expect(codeOf(amend(market, ANN, waiting, { triggerTicks: ticks(8_000) }))).toBe('SYMBOL_HALTED');
    expect(codeOf(market.cancel(ANN, id))).toBe('ok');
    expect(codeOf(market.cancel(ANN, waiting))).toBe('ok');
  });

  it('changes what a waiting order waits for and will be, and its hold', () => {
    const market = new TestMarket();
    market.print(10_000);
    const limit = {
      orderType: 'limit',
      timeInForce: 'GTC',
      side: 'buy',
      triggerTicks: ticks(10_500),
    } as const;
    const id = idOf(market.trigger(ANN, { ...limit, priceTicks: ticks(10_600), lots: lots(10) }));
    const applied = amend(market, ANN, id, {
      triggerTicks: ticks(10_200),
      priceTicks: ticks(10_300),
      lots: lots(4),
    });
    expect(eventsOf(applied, 'triggerAmended')).toMatchObject([
      { orderId: id, triggerTicks: 10_200, lots: 4 },
    ]);
    expect(market.held(ANN, USDT)).toBe(4n * 10_300n * 1000n);
    expect(codeOf(amend(market, ANN, id, { triggerTicks: ticks(10_000) }))).toBe('TRIGGER_WOULD_FIRE');
    expect(eventsOf(market.print(10_200), 'triggerFired')).toMatchObject([{ orderId: id }]);
  });

  it('is only its owner’s to change, and in its own market', () => {
    const market = new TestMarket();
    const id = idOf(market.limit(ANN, 'buy', 9_000, 10));
    expect(codeOf(amend(market, ANN, id, { symbolId: 2, lots: lots(5) }))).toBe('UNKNOWN_ORDER');
    expect(codeOf(amend(market, BEN, id, { lots: lots(5) }))).toBe('UNKNOWN_ORDER');
  });
});
