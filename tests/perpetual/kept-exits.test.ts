import type { EntryTrigger, PlacePerpetualOrder } from '@candor/kernel';
import type { Lots, PriceTicks } from '@candor/money';
import { describe, expect, it } from 'vitest';
import { PERP, Stage } from './stage.ts';

const ALICE = 1000;
const BOB = 1001;
const CAROL = 1002;
const MARK = 1_000_000;
const LOTS = 100;

type TriggerSource = EntryTrigger['source'];
type Side = 'buy' | 'sell';
type Sign = 1 | -1;

/** Alice holds 100 lots; nothing rests. `sign` 1: she is long. */
function stage(sign: Sign, options: { restarts?: boolean; cross?: boolean } = {}): Stage {
  const s = new Stage({ restarts: options.restarts ?? false });
  for (const user of [ALICE, BOB, CAROL]) s.user(user, 10_000n);
  s.tick(MARK);
  if (options.cross === true) s.leverage(ALICE, 10, 'cross');
  const [alice, bob] = sign === 1 ? (['buy', 'sell'] as const) : (['sell', 'buy'] as const);
  s.order(BOB, bob, LOTS, MARK);
  s.order(ALICE, alice, LOTS, MARK);
  return s;
}

/** The side that closes a position. */
const closing = (sign: Sign): Side => (sign === 1 ? 'sell' : 'buy');
const against = (sign: Sign): Side => (sign === 1 ? 'buy' : 'sell');

const trigger = (triggerTicks: number, source: TriggerSource): EntryTrigger => ({
  triggerTicks: triggerTicks as PriceTicks,
  source,
});

/**
 * Moves a source to a price at which a book gives `found` lots: the mark and the index by a tick, the last price by a fill
 * of others.
 */
function move(s: Stage, source: TriggerSource, sign: Sign, ticks: number, found: number): void {
  const isLast = source === 'last';
  if (found > 0 || isLast) s.order(BOB, against(sign), found + (isLast ? 1 : 0), ticks);
  if (isLast) s.order(CAROL, closing(sign), 1, ticks);
  else s.tick(ticks);
}

const lotsOf = (s: Stage, user = ALICE) => s.kernel.perpetual.positions(user)[0]?.lots ?? 0;

const ordersOf = (s: Stage) => s.kernel.perpetual.openOrders(ALICE, null);

const SOURCES: TriggerSource[] = ['mark', 'index', 'last'];
const SIGNS: Sign[] = [1, -1];
const KINDS = ['stop-loss', 'take-profit'] as const;

describe.each(SIGNS)('exits of a position (sign %i)', (sign) => {
  describe.each(KINDS)('%s', (kind) => {
    const towards = (sign === 1) === (kind === 'take-profit') ? 1 : -1;
    const price = MARK + towards * 20_000;
    const beyond = MARK + towards * 21_000;

    const armed = (s: Stage, source: TriggerSource, lots: number | null) => {
      const exit = { triggerTicks: price as PriceTicks, source, lots: lots as Lots | null };
      s.sure(ALICE, {
        type: 'setPositionExits',
        positionId: s.position(ALICE).positionId,
        takeProfit: kind === 'take-profit' ? exit : null,
        stopLoss: kind === 'stop-loss' ? exit : null,
      });
      return s.kernel.perpetual.exits(ALICE)[0]!.exitId;
    };

    it.each(
      SOURCES.flatMap((source) =>
        [null, 60].flatMap((lots) =>
          [0, 23].flatMap((found) => [false, true].map((restarts) => ({ source, lots, found, restarts }))),
        ),
      ),
    )('keeps its guard in a book that gives $found of $lots by $source (restarts: $restarts)', (given) => {
      const { source, lots, found, restarts } = given;
      const s = stage(sign, { restarts, cross: found === 0 });
      const exitId = armed(s, source, lots);
      const asked = lots ?? LOTS;
      move(s, source, sign, beyond, found);
      expect(lotsOf(s)).toBe(LOTS - found);
      expect(s.kernel.perpetual.exits(ALICE)).toMatchObject([
        { exitId, retrying: true, lots: lots === null ? null : asked - found },
      ]);
      expect(s.all('perpetualExitKept')).toMatchObject([
        { exitId, state: 'retrying', closedLots: found, leftLots: asked - found },
      ]);
      expect(s.all('perpetualExitDone')).toEqual([]);
      const sent = s.all('perpetualOrderAccepted').filter((event) => event.exitId === exitId);
      expect(sent).toHaveLength(1);
      expect(s.all('perpetualExitKept')[0]!.orderId).toBe(sent[0]!.orderId);

      // nothing to fill leaves no trace
      const { length } = s.log;
      if (source !== 'last') s.tick(beyond);
      const more = s.log.slice(length).filter(({ type }) => /Order|Exit|Trade/.test(type));
      expect(more).toEqual([]);

      // liquidity is back: closed at the next tick
      s.order(BOB, against(sign), LOTS, beyond);
      s.tick(beyond);
      expect(lotsOf(s)).toBe(LOTS - asked);
      expect(s.kernel.perpetual.exits(ALICE)).toEqual([]);
      expect(s.all('perpetualExitDone')).toMatchObject([{ exitId, reason: 'triggered' }]);
    });

    it.each(['mark', 'index'] as const)(
      'is armed again when the %s comes back, and fires again',
      (source) => {
        const s = stage(sign, { restarts: true });
        const exitId = armed(s, source, null);
        s.tick(beyond);
        s.tick(MARK);
        expect(s.kernel.perpetual.exits(ALICE)).toMatchObject([{ exitId, retrying: false }]);
        expect(s.all('perpetualExitKept').map(({ state }) => state)).toEqual(['retrying', 'armed']);
        s.order(BOB, against(sign), LOTS, MARK);
        s.tick(MARK);
        expect(lotsOf(s)).toBe(LOTS);
        s.tick(beyond);
        expect(lotsOf(s)).toBe(0);
      },
    );

    it('is cancelled like any other while it is tried again, and ends with its position', () => {
      const s = stage(sign);
      const exitId = armed(s, 'mark', null);
      s.tick(beyond);
      s.sure(ALICE, { type: 'cancelPositionExit', exitId });
      s.order(BOB, against(sign), LOTS, beyond);
      s.tick(beyond);
      expect(lotsOf(s)).toBe(LOTS);
      armed(s, 'last', null);
      s.order(ALICE, closing(sign), LOTS, null, { reduceOnly: true });
      expect(lotsOf(s)).toBe(0);
      expect(s.kernel.perpetual.exits(ALICE)).toEqual([]);
      s.tick(MARK);
    });
  });

  it('a pair stays a pair for what one of them could not close', () => {
    const s = stage(sign);
    const of = (ticks: number) => ({
      triggerTicks: ticks as PriceTicks,
      source: 'mark' as const,
      lots: 60 as Lots,
    });
    s.sure(ALICE, {
      type: 'setPositionExits',
      positionId: s.position(ALICE).positionId,
      takeProfit: of(MARK + sign * 20_000),
      stopLoss: of(MARK - sign * 20_000),
    });
    s.order(BOB, against(sign), 25, MARK - sign * 21_000);
    s.tick(MARK - sign * 21_000);
    const [profit, loss] = s.kernel.perpetual.exits(ALICE);
    expect(profit).toMatchObject({ kind: 'take-profit', lots: 35, twinId: loss!.exitId });
    expect(loss).toMatchObject({ kind: 'stop-loss', lots: 35, twinId: profit!.exitId, retrying: true });
    s.order(BOB, against(sign), 200, MARK + sign * 21_000);
    s.tick(MARK + sign * 21_000);
    expect(lotsOf(s)).toBe(LOTS - 60);
    expect(s.kernel.perpetual.exits(ALICE)).toEqual([]);
    expect(s.all('perpetualExitDone').map(({ reason }) => reason)).toEqual(['triggered', 'twin']);
  });

  describe('waiting orders that close', () => {
    const price = MARK - sign * 20_000;
    const beyond = MARK - sign * 21_000;
    const forms: [string, Partial<PlacePerpetualOrder> & { ticks: number | null }][] = [
      ['reduce-only market', { reduceOnly: true, ticks: null }],
      ['market that is not reduce-only', { ticks: null }],
      ['reduce-only limit, immediate', { reduceOnly: true, timeInForce: 'IOC', ticks: beyond }],
      ['reduce-only, fill or kill', { reduceOnly: true, timeInForce: 'FOK', ticks: null }],
    ];
    const place = (
      s: Stage,
      source: TriggerSource,
      form: Partial<PlacePerpetualOrder> & { ticks: number | null },
    ) => {
      const { ticks, ...more } = form;
      const given = { ...more, trigger: trigger(price, source), clientOrderId: 'guard' };
      const outcome = s.order(ALICE, closing(sign), LOTS, ticks, given);
      if (!outcome.ok || outcome.kind !== 'order') throw new Error('refused');
      return outcome.orderId;
    };
    const waiting = (s: Stage) => ordersOf(s).filter((order) => order.trigger !== null);

    it.each(
      forms.flatMap(([name, form]) =>
        SOURCES.flatMap((source) => [0, 23].map((found) => ({ name, form, source, found }))),
      ),
    )('$name keeps its guard in a book that gives $found by $source', ({ form, source, found }) => {
      const s = stage(sign, { restarts: true });
      const orderId = place(s, source, form);
      move(s, source, sign, beyond, found);
      const filled = form.timeInForce === 'FOK' ? 0 : found;
      expect(lotsOf(s)).toBe(LOTS - filled);
      const [kept] = waiting(s);
      expect(kept).toMatchObject({ retrying: true, lots: LOTS - filled, clientOrderId: 'guard' });
      expect(s.all('perpetualOrderAccepted').at(-1)).toMatchObject({
        orderId: kept!.orderId,
        keptFrom: orderId,
      });
      const { length } = s.log;
      if (source !== 'last') s.tick(beyond);
      expect(s.log.slice(length).filter(({ type }) => /Order|Exit|Trade/.test(type))).toEqual([]);
      s.order(BOB, against(sign), 2 * LOTS, beyond);
      s.tick(beyond);
      expect(lotsOf(s)).toBe(0);
      expect(waiting(s)).toEqual([]);
    });

    it('is kept where it is refused as it fires, and armed again when the price comes back', () => {
      const s = stage(sign, { restarts: true });
      place(s, 'mark', { reduceOnly: true, ticks: MARK - sign * 2_000 });
      // a resting order covers the position already
      s.order(ALICE, closing(sign), LOTS, MARK + sign * 50_000, { reduceOnly: true });
      s.tick(beyond);
      expect(s.all('perpetualOrderTriggered')).toMatchObject([{ refused: 'REDUCE_ONLY_REJECTED' }]);
      expect(waiting(s)).toMatchObject([{ retrying: true, lots: LOTS }]);
      s.tick(MARK);
      expect(waiting(s)).toMatchObject([{ retrying: false }]);
      expect(s.all('perpetualOrderArmed')).toHaveLength(1);
      s.tick(beyond);
      s.sure(ALICE, {
        type: 'cancelPerpetualOrder',
        orderId: ordersOf(s).find(({ trigger }) => trigger === null)!.orderId,
        clientOrderId: null,
      });
      s.tick(beyond);
      expect(waiting(s)).toEqual([]);
      expect(ordersOf(s)).toMatchObject([{ firedTrigger: { triggerTicks: price } }]);
    });

    it('ends once its position is closed', () => {
      const s = stage(sign);
      place(s, 'mark', { reduceOnly: true, ticks: null });
      s.tick(beyond);
      s.order(BOB, against(sign), LOTS, beyond);
      s.sure(ALICE, {
        type: 'closePosition',
        positionId: s.position(ALICE).positionId,
        priceTicks: null,
        lots: null,
        clientOrderId: null,
      });
      s.tick(beyond);
      expect(ordersOf(s)).toEqual([]);
      expect(s.all('perpetualOrderDone').at(-1)).toMatchObject({ reason: 'position' });
    });
  });

  it('closing all answers what is open still, and leaves it its guards', () => {
    const s = stage(sign);
    s.sure(ALICE, {
      type: 'setPositionExits',
      positionId: s.position(ALICE).positionId,
      takeProfit: null,
      stopLoss: { triggerTicks: (MARK - sign * 20_000) as PriceTicks, source: 'mark', lots: null },
    });
    const guard = s.order(ALICE, closing(sign), LOTS, null, {
      reduceOnly: true,
      trigger: trigger(MARK - sign * 10_000, 'mark'),
    });
    s.order(ALICE, against(sign), 5, MARK - sign * 50_000);
    s.order(BOB, against(sign), 40, MARK);
    expect(s.sure(ALICE, { type: 'closeAllPositions', symbolIds: null })).toEqual({
      ok: true,
      kind: 'positions',
      count: 0,
      left: 1,
    });
    expect(lotsOf(s)).toBe(60);
    expect(s.kernel.perpetual.exits(ALICE)).toHaveLength(1);
    expect(ordersOf(s)).toMatchObject([{ orderId: guard.ok && 'orderId' in guard ? guard.orderId : 0 }]);
    s.order(BOB, against(sign), 60, MARK);
    expect(s.sure(ALICE, { type: 'closeAllPositions', symbolIds: [PERP] })).toEqual({
      ok: true,
      kind: 'positions',
      count: 1,
      left: 0,
    });
    expect(ordersOf(s)).toEqual([]);
  });
});

it('tries so many again at a tick, each in its turn', () => {
  const s = new Stage({ audit: false });
  const users = Array.from({ length: 150 }, (_, at) => 2000 + at);
  s.user(BOB, 1_000_000n);
  for (const user of users) s.user(user, 1_000n);
  s.tick(MARK);
  for (const user of users) {
    s.sell(BOB, 1, MARK);
    s.buy(user, 1, MARK);
    s.sure(user, {
      type: 'setPositionExits',
      positionId: s.position(user).positionId,
      takeProfit: null,
      stopLoss: { triggerTicks: 980_000 as PriceTicks, source: 'mark', lots: null },
    });
  }
  s.tick(979_000);
  expect(s.all('perpetualExitKept')).toHaveLength(150);
  s.buy(BOB, 1000, 979_000);
  const perTick = [1, 2, 3, 4, 5, 6, 7].map(() => {
    const before = s.all('perpetualTrade').length;
    s.tick(979_000);
    return s.all('perpetualTrade').length - before;
  });
  expect(Math.max(...perTick)).toBeLessThanOrEqual(64);
  expect(perTick.reduce((sum, count) => sum + count)).toBe(150);
});
