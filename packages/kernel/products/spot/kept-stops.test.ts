import type { Amount, Lots, PriceTicks } from '@candor/money';
import { describe, expect, it } from 'vitest';
import {
  ANN,
  BEN,
  BTC,
  CLEO,
  eventsOf,
  HOUSE,
  idOf,
  TestMarket,
} from '../../../../tests/support/test-market.ts';
import type { Applied, KernelEvent } from '../../events.ts';
import type { PlaceTrigger } from './commands.ts';

const LOTS = 10;

interface Form {
  readonly kind: 'stop' | 'take-profit' | 'trailing-stop';
  readonly source: 'last' | 'index';
  readonly more?: Partial<PlaceTrigger>;
}

const FORMS: Form[] = (['last', 'index'] as const).flatMap((source) => [
  { kind: 'stop', source },
  { kind: 'take-profit', source },
  { kind: 'trailing-stop', source },
  { kind: 'stop', source, more: { timeInForce: 'FOK' } },
  { kind: 'stop', source, more: { orderType: 'limit', timeInForce: 'IOC', priceTicks: 8_000 as PriceTicks } },
]);

/** Ann's order to sell ten lots; it fires at `at`, the market stands at 10,000. */
function armed(market: TestMarket, { kind, source, more }: Form): { orderId: number; at: number } {
  market.index(10_000);
  market.print(10_000);
  const isProfit = kind === 'take-profit';
  const at = isProfit ? 11_000 : 9_000;
  const terms: Partial<PlaceTrigger> =
    kind === 'trailing-stop'
      ? { triggerTicks: null, callbackTicks: 1_000 as PriceTicks }
      : { triggerTicks: at as PriceTicks };
  const placed = market.trigger(ANN, {
    kind,
    source,
    lots: LOTS as Lots,
    clientOrderId: 'guard',
    ...terms,
    ...more,
  });
  return { orderId: idOf(placed), at };
}

/** Bids of `found` lots, then the price that fires: an index tick, or a sale of one lot more. */
function fire(
  market: TestMarket,
  source: 'last' | 'index',
  at: number,
  found: number,
): readonly KernelEvent[] {
  const isLast = source === 'last';
  if (found > 0 || isLast) market.limit(BEN, 'buy', at, found + (isLast ? 1 : 0));
  const applied: Applied = isLast ? market.limit(CLEO, 'sell', at, 1) : market.index(at);
  return applied.events;
}

const waiting = (market: TestMarket) => market.kernel.spot.waitingOrders(ANN, null);
const ofOrders = ({ type }: KernelEvent) => /order|trigger|trade/i.test(type);

describe.each(FORMS)('a $kind by $source ($more)', (form) => {
  it.each([0, 4].flatMap((found) => [false, true].map((restarts) => ({ found, restarts }))))(
    'keeps its guard in a book that gives $found of ten (restarts: $restarts)',
    ({ found, restarts }) => {
      const market = new TestMarket();
      const { orderId, at } = armed(market, form);
      const events = fire(market, form.source, at, found);
      const isWhole = form.more?.timeInForce === 'FOK';
      const left = isWhole ? LOTS : LOTS - found;
      const [kept] = waiting(market);
      expect(kept).toMatchObject({ lots: left, retrying: true, clientOrderId: 'guard', twinOrderId: null });
      expect(kept!.orderId).not.toBe(orderId);
      expect(events.filter(({ type }) => type === 'triggerPlaced')).toMatchObject([
        { orderId: kept!.orderId, keptFrom: orderId, lots: left },
      ]);
      expect(market.held(ANN, BTC)).toBe(BigInt(left) * 100_000n);
      if (restarts) market.restart();
      // the bids of a fill-or-kill stand still
      expect(market.index(at).events.filter(ofOrders)).toEqual([]);
      if (restarts) market.restart();
      market.limit(HOUSE, 'buy', at, 50);
      const applied = market.index(at);
      expect(eventsOf(applied, 'orderDone').map((done) => done.userId)).toContain(ANN);
      expect(waiting(market)).toEqual([]);
      expect(market.held(ANN, BTC)).toBe(0n);
    },
  );

  it('is armed again when the price comes back, and may be changed and cancelled', () => {
    const market = new TestMarket();
    const { at } = armed(market, form);
    fire(market, form.source, at, 0);
    market.print(10_000);
    const back = market.index(10_000);
    const [kept] = waiting(market);
    expect(kept).toMatchObject({ retrying: false, lots: LOTS });
    expect(eventsOf(back, 'triggerArmed')).toMatchObject([{ orderId: kept!.orderId, userId: ANN }]);
    market.restart();
    fire(market, form.source, at, 0);
    expect(waiting(market)).toMatchObject([{ retrying: true }]);
    market.cancel(ANN, waiting(market)[0]!.orderId);
    expect(waiting(market)).toEqual([]);
    expect(market.held(ANN, BTC)).toBe(0n);
    market.limit(HOUSE, 'buy', at, 50);
    expect(market.index(at).events.filter(ofOrders)).toEqual([]);
  });
});

it('the stop of a pair keeps its guard once its twin is gone', () => {
  const market = new TestMarket();
  market.index(10_000);
  market.print(10_000);
  market.pair(ANN, { stopPriceTicks: null, clientOrderId: 'limit', stopClientOrderId: 'stop' });
  market.print(8_950);
  expect(market.kernel.spot.openOrders(ANN, null)).toEqual([]);
  expect(waiting(market)).toMatchObject([{ lots: 10, retrying: true, clientOrderId: 'stop' }]);
  market.limit(HOUSE, 'buy', 8_950, 10);
  market.index(8_950);
  expect(waiting(market)).toEqual([]);
});

it('is kept where the symbol refuses it as it fires, and sells below the least notional that it met once', () => {
  const market = new TestMarket(50_000);
  market.index(10_000);
  market.print(10_000);
  // outside of the band when it fires, and inside again
  const limit = { orderType: 'limit', timeInForce: 'GTC', priceTicks: 9_900 as PriceTicks } as const;
  market.trigger(ANN, { source: 'index', ...limit });
  const fired = market.index(9_000);
  expect(eventsOf(fired, 'triggerDone')).toMatchObject([{ reason: 'rejected' }]);
  expect(waiting(market)).toMatchObject([{ retrying: true }]);
  market.index(8_990);
  expect(waiting(market)).toMatchObject([{ retrying: true }]);
  market.system({
    type: 'setPriceBand',
    symbolId: 1,
    priceBandPpm: 0,
  });
  market.index(8_995);
  expect(waiting(market)).toEqual([]);
  expect(market.kernel.spot.openOrders(ANN, null)).toMatchObject([{ priceTicks: 9_900, lots: 1 }]);
});

it('an order that buys ends, as it guards nothing', () => {
  const market = new TestMarket();
  market.index(10_000);
  market.print(10_000);
  market.trigger(ANN, {
    side: 'buy',
    triggerTicks: 11_000 as PriceTicks,
    lots: null,
    quoteAmount: 1_000_000n as Amount,
  });
  market.print(11_000);
  expect(waiting(market)).toEqual([]);
});
