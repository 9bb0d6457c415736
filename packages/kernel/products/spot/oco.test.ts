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
const LOT = 100_000n;

describe('one cancels the other', () => {
  it('holds what it sells once, and gives both ids', () => {
    const market = new TestMarket();
    const limit = idOf(market.pair(ANN, {}));
    expect(market.held(ANN, BTC)).toBe(10n * LOT);
    expect(market.kernel.spot.openOrders(ANN, 1).map((order) => order.orderId)).toEqual([limit]);
    expect(market.kernel.spot.waitingOrders(ANN, 1)).toMatchObject([
      { orderId: limit + 1, twinOrderId: limit, held: 0n },
    ]);
    expect(market.kernel.spot.twinOf(limit)).toBe(limit + 1);
  });

  it('holds the larger leg when it buys', () => {
    const market = new TestMarket();
    const change = { side: 'buy', priceTicks: ticks(9_000), triggerTicks: ticks(11_000) } as const;
    idOf(market.pair(ANN, { ...change, stopPriceTicks: ticks(11_200) }));
    expect(market.held(ANN, USDT)).toBe(10n * 11_200n * 1000n);
    idOf(market.pair(BEN, { ...change, stopPriceTicks: null, stopQuoteAmount: 50_000_000n as Amount }));
    expect(market.held(BEN, USDT)).toBe(10n * 9_000n * 1000n);
  });

  it('lets the first fill, even a part, end the stop', () => {
    const market = new TestMarket();
    const limit = idOf(market.pair(ANN, {}));
    const applied = market.limit(BEN, 'buy', 11_000, 4);
    expect(eventsOf(applied, 'triggerDone')).toMatchObject([
      { orderId: limit + 1, reason: 'twin', code: null },
    ]);
    expect(market.held(ANN, BTC)).toBe(6n * LOT);
    expect(eventsOf(market.print(8_000), 'triggerFired')).toEqual([]);
    expect(market.kernel.spot.openOrders(ANN, 1)).toMatchObject([{ orderId: limit, filledLots: 4 }]);
  });

  it('lets the firing take the limit order out of the book', () => {
    const market = new TestMarket();
    const limit = idOf(market.pair(ANN, {}));
    market.restart();
    const applied = market.print(9_000);
    expect(eventsOf(applied, 'orderDone')).toContainEqual(
      expect.objectContaining({ orderId: limit, reason: 'cancelled', removedLots: 10 }),
    );
    expect(market.kernel.spot.openOrders(ANN, 1)).toMatchObject([
      { orderId: limit + 1, priceTicks: 8_900, lots: 10 },
    ]);
    expect(market.held(ANN, BTC)).toBe(10n * LOT);
  });

  it('ends both when either is cancelled', () => {
    for (const leg of [0, 1]) {
      const market = new TestMarket();
      const limit = idOf(market.pair(ANN, {}));
      expect(codeOf(market.cancel(ANN, limit + leg))).toBe('ok');
      expect(market.kernel.spot.openOrders(ANN, 1)).toEqual([]);
      expect(market.kernel.spot.waitingOrders(ANN, 1)).toEqual([]);
      expect(market.held(ANN, BTC)).toBe(0n);
    }
  });

  it('ends the stop when self-trade prevention expires the limit order', () => {
    const market = new TestMarket();
    const limit = idOf(market.pair(ANN, {}));
    const applied = market.limit(ANN, 'buy', 11_000, 1);
    expect(eventsOf(applied, 'orderDone')).toMatchObject([{ orderId: limit, reason: 'self-trade' }]);
    expect(eventsOf(applied, 'triggerDone')).toMatchObject([{ orderId: limit + 1, reason: 'twin' }]);
  });

  it.each([
    ['the limit on the wrong side of the trigger', { priceTicks: ticks(8_999) }, 'OCO_PRICES_INVALID'],
    ['a limit order that would take', { priceTicks: ticks(9_500) }, 'POST_ONLY_WOULD_TAKE'],
    ['a trigger that was crossed', { triggerTicks: ticks(9_600) }, 'TRIGGER_WOULD_FIRE'],
    ['one client id for both', { clientOrderId: 'a', stopClientOrderId: 'a' }, 'DUPLICATE_CLIENT_ORDER_ID'],
    ['more than there is', { lots: 1_000_001 as Lots }, 'QUANTITY_INVALID'],
    [
      'a sale for an amount',
      { stopPriceTicks: null, stopQuoteAmount: 5_000_000n as Amount },
      'INVALID_COMMAND',
    ],
  ] as const)('refuses %s and changes nothing', (_, change, code) => {
    const market = new TestMarket();
    market.print(9_600);
    market.limit(BEN, 'buy', 9_500, 1);
    const before = market.kernel.balances(ANN);
    const applied = market.pair(ANN, change);
    expect(codeOf(applied)).toBe(code);
    expect(applied.events).toEqual([]);
    expect(market.kernel.balances(ANN)).toEqual(before);
    expect(market.kernel.spot.openOrders(ANN, null)).toEqual([]);
  });

  it('is not amended', () => {
    const market = new TestMarket();
    const limit = idOf(market.pair(ANN, {}));
    for (const orderId of [limit, limit + 1]) {
      const body = {
        type: 'amendOrder',
        symbolId: 1,
        orderId,
        clientOrderId: null,
        priceTicks: null,
        lots: 5 as Lots,
        quoteAmount: null,
        triggerTicks: null,
      } as const;
      expect(codeOf(market.submit(ANN, body))).toBe('NOT_AMENDABLE');
    }
  });
});
