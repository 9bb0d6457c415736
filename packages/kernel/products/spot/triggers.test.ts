import type { Amount, Lots, PriceTicks } from '@candor/money';
import { describe, expect, it } from 'vitest';
import {
  ANN,
  BEN,
  BTC,
  codeOf,
  eventsOf,
  idOf,
  TestMarket,
  USDT,
} from '../../../../tests/support/test-market.ts';

const ticks = (value: number) => value as PriceTicks;
const lots = (value: number) => value as Lots;
const LOT = 100_000n;

describe('an order that waits for a price', () => {
  it('holds what it may need, fires at the threshold and trades under its own id', () => {
    const market = new TestMarket();
    market.limit(BEN, 'buy', 8_950, 5);
    const id = idOf(market.trigger(ANN, { lots: lots(3) }));
    expect(market.held(ANN, BTC)).toBe(3n * LOT);
    expect(eventsOf(market.print(9_001), 'triggerFired')).toEqual([]);
    const applied = market.print(9_000);
    expect(eventsOf(applied, 'triggerFired')).toMatchObject([
      { orderId: id, thresholdTicks: 9_000, priceTicks: 9_000, source: 'last', tickNo: 0 },
    ]);
    const own = eventsOf(applied, 'trade').filter((trade) => trade.takerOrderId === id);
    expect(own).toMatchObject([{ priceTicks: 8_950, lots: 3 }]);
    expect(eventsOf(applied, 'orderAccepted').map((event) => event.orderId)).toContain(id);
    expect(market.held(ANN, BTC)).toBe(0n);
    expect(market.kernel.spot.waitingOrders(ANN, null)).toEqual([]);
  });

  it.each([
    ['stop', 'buy', 10_100, 10_101],
    ['stop', 'sell', 9_900, 9_899],
    ['take-profit', 'buy', 9_900, 9_899],
    ['take-profit', 'sell', 10_100, 10_101],
  ] as const)('a %s to %s fires in its direction', (kind, side, triggerTicks, beyond) => {
    const market = new TestMarket();
    market.index(10_000);
    const terms = { kind, side, source: 'index' as const, triggerTicks: ticks(triggerTicks) };
    const order = side === 'buy' ? { lots: null, quoteAmount: 500_000_000n as Amount } : { lots: lots(5) };
    const id = idOf(market.trigger(ANN, { ...terms, ...order }));
    const wrongWay = 20_000 - triggerTicks;
    expect(eventsOf(market.index(wrongWay), 'triggerFired')).toEqual([]);
    expect(eventsOf(market.index(beyond), 'triggerFired')).toMatchObject([
      { orderId: id, priceTicks: beyond },
    ]);
  });

  it('is refused where the price has crossed it already', () => {
    const market = new TestMarket();
    market.print(9_000);
    expect(codeOf(market.trigger(ANN, {}))).toBe('TRIGGER_WOULD_FIRE');
    expect(codeOf(market.trigger(ANN, { triggerTicks: ticks(8_999) }))).toBe('ok');
  });

  it('fires by id where one price crosses several', () => {
    const market = new TestMarket();
    market.limit(BEN, 'buy', 8_000, 100);
    const ids = [9_100, 9_300, 9_200].map((price) =>
      idOf(market.trigger(ANN, { triggerTicks: ticks(price) })),
    );
    const fired = eventsOf(market.print(9_050), 'triggerFired');
    expect(fired.map((event) => event.orderId)).toEqual(ids);
  });

  it('lets what it trades fire others', () => {
    const market = new TestMarket();
    market.limit(BEN, 'buy', 8_500, 2);
    const first = idOf(market.trigger(ANN, { lots: lots(2) }));
    const second = idOf(market.trigger(ANN, { triggerTicks: ticks(8_600), lots: lots(2) }));
    const fired = eventsOf(market.print(9_000), 'triggerFired');
    expect(fired.map((event) => event.orderId)).toEqual([first, second]);
    expect(fired[1]).toMatchObject({ priceTicks: 8_500 });
  });

  it('never fires on the price that ends a downtime, only on a later one', () => {
    const market = new TestMarket();
    market.index(10_000);
    const id = idOf(market.trigger(ANN, { source: 'index' }));
    market.wait(5_001);
    expect(eventsOf(market.indexNow(8_000), 'triggerFired')).toEqual([]);
    expect(eventsOf(market.indexNow(8_000), 'triggerFired')).toEqual([]);
    market.restart();
    expect(eventsOf(market.indexNow(8_000), 'triggerFired')).toEqual([]);
    expect(eventsOf(market.index(8_000), 'triggerFired')).toMatchObject([{ orderId: id }]);
  });

  it('does not fire while the market takes no takers, and fires after', () => {
    for (const state of ['halted', 'post-only'] as const) {
      const market = new TestMarket();
      market.index(10_000);
      const id = idOf(market.trigger(ANN, { source: 'index' }));
      market.setState(state);
      expect(eventsOf(market.index(8_000), 'triggerFired')).toEqual([]);
      market.setState('trading');
      expect(eventsOf(market.index(8_000), 'triggerFired')).toMatchObject([{ orderId: id }]);
    }
  });

  it('does not fire while the index is stale', () => {
    const market = new TestMarket();
    market.index(10_000);
    const id = idOf(market.trigger(ANN, { source: 'index', triggerTicks: ticks(9_000) }));
    market.system({
      type: 'indexTick',
      tickNo: 50,
      quotes: [
        {
          venueId: 1,
          symbolId: 1,
          bidTicks: ticks(8_000),
          askTicks: ticks(8_000),
          venueTimeMs: market.nowMs - 10_001,
        },
      ],
    });
    expect(market.kernel.index(1)?.priceTicks).toBeNull();
    expect(market.kernel.spot.waitingOrders(ANN, 1).map((order) => order.orderId)).toEqual([id]);
  });

  it('ends as rejected, with the reason and nothing held, where the desk refuses it', () => {
    const market = new TestMarket(10_000);
    market.index(10_000);
    const id = idOf(
      market.trigger(ANN, {
        side: 'buy',
        triggerTicks: ticks(10_050),
        orderType: 'limit',
        timeInForce: 'GTC',
        priceTicks: ticks(10_200),
        lots: lots(4),
      }),
    );
    expect(market.held(ANN, USDT)).toBe(4n * 10_200n * 1000n);
    const applied = market.print(10_050);
    expect(eventsOf(applied, 'triggerDone')).toEqual([
      {
        type: 'triggerDone',
        orderId: id,
        userId: ANN,
        symbolId: 1,
        reason: 'rejected',
        code: 'PRICE_OUT_OF_BAND',
      },
    ]);
    expect(market.held(ANN, USDT)).toBe(0n);
    expect(codeOf(market.cancel(ANN, id))).toBe('UNKNOWN_ORDER');
  });

  it('stops at the edge of the band when it fires at market', () => {
    const market = new TestMarket(10_000);
    market.index(10_000);
    market.limit(BEN, 'buy', 9_900, 2);
    const id = idOf(market.trigger(ANN, { triggerTicks: ticks(9_950), lots: lots(5) }));
    market.index(10_000);
    const applied = market.print(9_950);
    const own = eventsOf(applied, 'trade').filter((trade) => trade.takerOrderId === id);
    expect(own).toMatchObject([{ priceTicks: 9_900, lots: 2 }]);
    expect(eventsOf(applied, 'orderDone')).toContainEqual(
      expect.objectContaining({ orderId: id, reason: 'expired' }),
    );
  });

  it('allows twenty for each user and market', () => {
    const market = new TestMarket();
    const ids = Array.from({ length: 20 }, () => idOf(market.trigger(ANN, {})));
    expect(codeOf(market.trigger(ANN, {}))).toBe('TOO_MANY_TRIGGERS');
    expect(codeOf(market.trigger(BEN, {}))).toBe('ok');
    market.cancel(ANN, ids[7]!);
    expect(codeOf(market.trigger(ANN, {}))).toBe('ok');
  });

  it('shares client order ids with plain orders, and is cancelled by its own', () => {
    const market = new TestMarket();
    market.limit(ANN, 'buy', 5_000, 1, 'mine');
    expect(codeOf(market.trigger(ANN, { clientOrderId: 'mine' }))).toBe('DUPLICATE_CLIENT_ORDER_ID');
    idOf(market.trigger(ANN, { clientOrderId: 'other' }));
    expect(codeOf(market.limit(ANN, 'buy', 5_000, 1, 'other'))).toBe('DUPLICATE_CLIENT_ORDER_ID');
    const cancelled = market.submit(ANN, { type: 'cancelOrder', orderId: null, clientOrderId: 'other' });
    expect(eventsOf(cancelled, 'triggerDone')).toMatchObject([{ reason: 'cancelled', code: null }]);
    expect(market.held(ANN, BTC)).toBe(0n);
  });

  it('is not cancelled by another, and goes with cancelAll', () => {
    const market = new TestMarket();
    const id = idOf(market.trigger(ANN, {}));
    expect(codeOf(market.cancel(BEN, id))).toBe('UNKNOWN_ORDER');
    const applied = market.submit(ANN, { type: 'cancelAll', symbolId: 1 });
    expect(eventsOf(applied, 'triggerDone')).toMatchObject([{ orderId: id, reason: 'cancelled' }]);
  });

  it('answers its idempotency key again as long as it waits', () => {
    const market = new TestMarket();
    const body = { type: 'cancelAll', symbolId: null } as const;
    const place = () =>
      market.submit(
        ANN,
        {
          type: 'placeTrigger',
          symbolId: 1,
          side: 'sell',
          kind: 'stop',
          source: 'last',
          triggerTicks: ticks(9_000),
          callbackPpm: null,
          callbackTicks: null,
          activationTicks: null,
          orderType: 'market',
          timeInForce: 'IOC',
          postOnly: false,
          priceTicks: null,
          lots: lots(1),
          quoteAmount: null,
          clientOrderId: null,
        },
        'order:once',
      );
    const id = idOf(place());
    market.wait(20 * 86_400_000);
    expect(idOf(place())).toBe(id);
    market.submit(ANN, body);
    market.wait(20 * 86_400_000);
    expect(idOf(place())).toBeGreaterThan(id);
  });

  it.each([
    ['a market purchase by lots', { side: 'buy', triggerTicks: ticks(11_000) }, 'INVALID_COMMAND'],
    ['a market sale by amount', { lots: null, quoteAmount: 5_000_000n as Amount }, 'INVALID_COMMAND'],
    ['a stop with a callback', { callbackPpm: 1000 }, 'TRIGGER_INVALID'],
    ['a stop without a price', { triggerTicks: null }, 'TRIGGER_INVALID'],
    [
      'a trailing stop with both callbacks',
      { kind: 'trailing-stop', triggerTicks: null, callbackPpm: 1000, callbackTicks: ticks(5) },
      'TRIGGER_INVALID',
    ],
    [
      'a trailing stop of 60 percent',
      { kind: 'trailing-stop', triggerTicks: null, callbackPpm: 600_000 },
      'TRIGGER_INVALID',
    ],
    ['a source that is not watched', { source: 'mark' as never }, 'TRIGGER_INVALID'],
    ['too little', { orderType: 'limit', priceTicks: ticks(0), timeInForce: 'GTC' }, 'PRICE_INVALID'],
    ['more than there is', { lots: lots(900_000), triggerTicks: ticks(9_000) }, 'ok'],
    ['more than there is, twice', { lots: lots(1_000_001) }, 'QUANTITY_INVALID'],
  ] as const)('judges %s', (_, change, code) => {
    const market = new TestMarket();
    expect(codeOf(market.trigger(ANN, change))).toBe(code);
  });

  it('is refused where the balance is short', () => {
    const market = new TestMarket();
    idOf(market.trigger(ANN, { lots: lots(999_999) }));
    expect(codeOf(market.trigger(ANN, { lots: lots(2) }))).toBe('INSUFFICIENT_BALANCE');
  });
});

describe('a trailing stop', () => {
  const trailing = { kind: 'trailing-stop', triggerTicks: null } as const;

  it('that sells is refused with a callback that is not below the price: it would wait for ever', () => {
    const market = new TestMarket();
    market.print(10_000);
    const placed = (change: Parameters<TestMarket['trigger']>[1]) =>
      codeOf(market.trigger(ANN, { ...trailing, ...change }));
    expect(placed({ callbackTicks: ticks(10_000) })).toBe('CALLBACK_TOO_LARGE');
    expect(placed({ callbackTicks: ticks(10_500), activationTicks: ticks(10_500) })).toBe(
      'CALLBACK_TOO_LARGE',
    );
    idOf(market.trigger(ANN, { ...trailing, callbackTicks: ticks(9_999) }));
    idOf(market.trigger(ANN, { ...trailing, callbackTicks: ticks(10_499), activationTicks: ticks(10_500) }));
  });

  it('follows the best price and fires at the callback from it', () => {
    const market = new TestMarket();
    market.index(10_000);
    const id = idOf(market.trigger(ANN, { ...trailing, source: 'index', callbackTicks: ticks(100) }));
    for (const price of [10_050, 10_500, 10_450, 10_401]) {
      expect(eventsOf(market.index(price), 'triggerFired')).toEqual([]);
    }
    expect(market.kernel.spot.waitingOrders(ANN, 1)[0]).toMatchObject({
      extremeTicks: 10_500,
      thresholdTicks: 10_400,
    });
    market.restart();
    expect(eventsOf(market.index(10_400), 'triggerFired')).toMatchObject([
      { orderId: id, thresholdTicks: 10_400 },
    ]);
  });

  it('waits for its activation price, and begins at the price that reached it', () => {
    const market = new TestMarket();
    market.index(10_000);
    const change = {
      ...trailing,
      source: 'index',
      callbackPpm: 10_000,
      activationTicks: ticks(10_200),
    } as const;
    idOf(market.trigger(ANN, change));
    expect(eventsOf(market.index(8_000), 'triggerFired')).toEqual([]);
    expect(market.kernel.spot.waitingOrders(ANN, 1)[0]).toMatchObject({
      extremeTicks: null,
      thresholdTicks: null,
    });
    market.index(10_250);
    // 10,250 less 1 percent is 10,147.5: a sale fires at 10,147 and below
    expect(market.kernel.spot.waitingOrders(ANN, 1)[0]).toMatchObject({ thresholdTicks: 10_147 });
    expect(eventsOf(market.index(10_148), 'triggerFired')).toEqual([]);
    expect(eventsOf(market.index(10_147), 'triggerFired')).toHaveLength(1);
  });

  it('follows downwards when it buys', () => {
    const market = new TestMarket();
    market.index(10_000);
    idOf(
      market.trigger(ANN, {
        ...trailing,
        side: 'buy',
        source: 'index',
        callbackPpm: 10_000,
        lots: null,
        quoteAmount: 100_000_000n as Amount,
      }),
    );
    market.index(9_001);
    // 9,001 and 1 percent is 9,091.01: a purchase fires at 9,092 and above
    expect(eventsOf(market.index(9_091), 'triggerFired')).toEqual([]);
    expect(eventsOf(market.index(9_092), 'triggerFired')).toHaveLength(1);
  });

  it('begins at the first price where there was none', () => {
    const market = new TestMarket();
    idOf(market.trigger(ANN, { ...trailing, callbackTicks: ticks(50) }));
    market.print(10_000);
    expect(market.kernel.spot.waitingOrders(ANN, 1)[0]).toMatchObject({
      extremeTicks: 10_000,
      thresholdTicks: 9_950,
    });
    expect(eventsOf(market.print(9_950), 'triggerFired')).toHaveLength(1);
  });
});
