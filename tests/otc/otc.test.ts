import { loadKernel } from '@candor/kernel';
import { OTC_ENDS, OTC_MOVES, OTC_OPEN_STATES, type OtcOpenState } from '@candor/rules';
import { describe, expect, test } from 'vitest';
import {
  ANN,
  Bench,
  BOB,
  HASH,
  HOUR,
  HOUSE,
  MIA,
  MINUTE,
  price,
  REASON,
  SELL,
  USDT,
  units,
} from './bench.ts';

describe('an order', () => {
  test('holds the seller’s coins and gives them to the buyer on release, less the maker’s fee', () => {
    const bench = new Bench();
    const orderId = bench.order('100');
    expect(bench.escrow()).toBe(units('100.1'));
    expect(bench.balance(MIA, USDT, 'otc')).toBe(units('4899.9'));
    expect(bench.of('otcOrderCreated')[0]).toMatchObject({
      total: 72_000n,
      price: price('7.2'),
      fee: units('0.1'),
    });
    expect(bench.pay(ANN, orderId)).toBe('ok');
    expect(bench.release(MIA, orderId, 'paid')).toBe('ok');
    expect(bench.balance(ANN, USDT)).toBe(units('10100'));
    expect([bench.escrow(), bench.fees()]).toEqual([0n, units('0.1')]);
    expect(bench.kernel.otc.trader(ANN)).toMatchObject({ released: 1, openOrders: 0 });
  });

  test('of a buying merchant pays its fee out of what the merchant gets', () => {
    const bench = new Bench();
    const offerId = bench.offer({ side: 'buy' });
    const orderId = bench.order('100', ANN, 'instant', offerId);
    expect(bench.balance(ANN, USDT)).toBe(units('9900'));
    expect(bench.pay(MIA, orderId)).toBe('ok');
    expect(bench.release(ANN, orderId, 'paid')).toBe('ok');
    expect(bench.balance(MIA, USDT, 'otc')).toBe(units('5099.9'));
    expect([bench.escrow(), bench.fees()]).toEqual([0n, units('0.1')]);
  });

  test('that is cancelled returns the whole escrow, fee included, and its coins to the offer', () => {
    const bench = new Bench();
    const offerId = bench.offer();
    const orderId = bench.order('100', ANN, 'instant', offerId);
    expect(bench.kernel.otc.offer(offerId)?.amount).toBe(units('900'));
    expect(bench.cancel(ANN, orderId, 'created')).toBe('ok');
    expect(bench.balance(MIA, USDT, 'otc')).toBe(units('5000'));
    expect(bench.kernel.otc.offer(offerId)?.amount).toBe(units('1000'));
    expect([bench.escrow(), bench.fees()]).toEqual([0n, 0n]);
  });

  test('is released by its seller although the buyer never said that it is paid', () => {
    const bench = new Bench();
    const orderId = bench.order();
    expect(bench.release(MIA, orderId, 'created')).toBe('ok');
    expect(bench.balance(ANN, USDT)).toBe(units('10100'));
  });

  test('is not released unless all three answers are yes and the amount is its own', () => {
    const bench = new Bench();
    const orderId = bench.order();
    bench.pay(ANN, orderId);
    expect(bench.release(MIA, orderId, 'paid', '100', false)).toBe('OTC_RELEASE_UNSURE');
    expect(bench.release(MIA, orderId, 'paid', '99')).toBe('OTC_RELEASE_UNSURE');
    expect(bench.escrow()).toBe(units('100.1'));
  });

  test('that saw another state is refused: a cancel that saw created on a paid order', () => {
    const bench = new Bench();
    const orderId = bench.order();
    bench.pay(ANN, orderId);
    expect(bench.cancel(ANN, orderId, 'created')).toBe('OTC_STATE_CHANGED');
    expect(bench.pay(ANN, orderId)).toBe('OTC_STATE_CHANGED');
    expect(bench.stateOf(orderId)).toBe('paid');
  });
});

/** Brings a new order into a state. */
function orderIn(bench: Bench, state: OtcOpenState): number {
  const orderId = bench.order();
  if (state === 'paid' || state === 'appealed') bench.pay(ANN, orderId);
  if (state === 'lapsed') bench.pass(15 * MINUTE);
  if (state === 'appealed') bench.appeal(MIA, orderId, 'paid');
  expect(bench.stateOf(orderId)).toBe(state);
  return orderId;
}

describe('every act by the wrong side, in every state', () => {
  const acts = {
    paid: (bench: Bench, userId: number, id: number, seen: OtcOpenState) => bench.pay(userId, id, seen),
    released: (bench: Bench, userId: number, id: number, seen: OtcOpenState) =>
      bench.release(userId, id, seen),
    cancelled: (bench: Bench, userId: number, id: number, seen: OtcOpenState) =>
      bench.cancel(userId, id, seen),
    appealed: (bench: Bench, userId: number, id: number, seen: OtcOpenState) =>
      bench.appeal(userId, id, seen),
  } as const;

  test.each(OTC_OPEN_STATES)('%s: is refused by a code, and moves nothing', (state) => {
    const bench = new Bench();
    const orderId = orderIn(bench, state);
    const before = bench.events.length;
    for (const [to, act] of Object.entries(acts)) {
      for (const [side, userId] of [
        ['buyer', ANN],
        ['seller', MIA],
        ['nobody', BOB],
      ] as const) {
        const movers: readonly string[] = OTC_MOVES[state][to as keyof typeof acts] ?? [];
        if (movers.includes(side)) continue;
        const code = act(bench, userId, orderId, state);
        expect([to, side, code]).toEqual([to, side, expect.stringMatching(/^OTC_(WRONG|ORDER)/)]);
      }
    }
    if (state !== 'appealed') expect(bench.resolve(orderId, 'seller')).toBe('OTC_STATE_CHANGED');
    expect(bench.events.length).toBe(before);
    expect([bench.stateOf(orderId), bench.escrow()]).toEqual([state, units('100.1')]);
  });

  test('nobody but the table moves an order, and every end is reachable', () => {
    const reached = new Set(OTC_OPEN_STATES.flatMap((state) => Object.keys(OTC_MOVES[state])));
    for (const end of OTC_ENDS) expect(reached).toContain(end);
    for (const state of OTC_OPEN_STATES) {
      expect(OTC_MOVES[state].cancelled ?? ['buyer']).toEqual(['buyer']);
      expect(OTC_MOVES[state].released).toEqual(['seller']);
      expect(
        Object.entries(OTC_MOVES[state])
          .filter(([, by]) => by?.includes('clock'))
          .map(([to]) => to),
      ).toEqual({ created: ['lapsed'], lapsed: ['expired'], paid: ['appealed'], appealed: [] }[state]);
    }
  });

  test('an API of the house and the system do nothing either', () => {
    const bench = new Bench();
    const orderId = bench.order();
    expect(bench.pay(0, orderId)).toBe('NOT_PERMITTED');
    expect(bench.pay(HOUSE, orderId)).toBe('OTC_ORDER_ENDED');
    expect(bench.take(HOUSE, bench.offer(), '10')).toBe('OTC_NOT_ADMITTED');
    const admitted = { accountUserId: HOUSE, isAdmitted: true, person: HASH, reason: REASON };
    expect(bench.send(0, { type: 'setOtcTrader', ...admitted })).toBe('NOT_PERMITTED');
  });
});

describe('clocks', () => {
  test('an unpaid order lapses, and an appeal until 12:14:59 holds the coins', () => {
    const bench = new Bench();
    const orderId = bench.order();
    bench.pass(15 * MINUTE - 1_000);
    expect(bench.stateOf(orderId)).toBe('created');
    bench.pass(1_000);
    expect(bench.stateOf(orderId)).toBe('lapsed');
    bench.pass(15 * MINUTE - 1_000);
    expect(bench.pay(ANN, orderId, 'lapsed')).toBe('OTC_WRONG_STATE');
    expect(bench.appeal(ANN, orderId, 'lapsed')).toBe('ok');
    bench.pass(HOUR);
    expect([bench.stateOf(orderId), bench.escrow()]).toEqual(['appealed', units('100.1')]);
  });

  test('at 12:15 the coins are back with the seller, and an appeal comes too late', () => {
    const bench = new Bench();
    const orderId = bench.order();
    bench.pass(30 * MINUTE - 1_000);
    bench.nowMs += 1_000;
    expect(bench.appeal(ANN, orderId, 'lapsed')).toBe('OTC_ORDER_ENDED');
    expect([bench.escrow(), bench.balance(MIA, USDT, 'otc')]).toEqual([0n, units('5000')]);
    expect(bench.of('otcOrderEnded')[0]).toMatchObject({ end: 'expired', winner: 'seller', fault: 'buyer' });
  });

  test('72 hours of silence after paid open an appeal and pay nobody', () => {
    const bench = new Bench();
    const orderId = bench.order();
    bench.pay(ANN, orderId);
    bench.pass(72 * HOUR - 5_000);
    expect(bench.stateOf(orderId)).toBe('paid');
    bench.pass(5_000);
    expect([bench.stateOf(orderId), bench.escrow()]).toEqual(['appealed', units('100.1')]);
    expect(bench.kernel.otc.order(orderId)?.appeal).toMatchObject({ awaitsBuyer: true, awaitsSeller: true });
  });

  test('a downtime extends every clock by its length', () => {
    const bench = new Bench();
    const orderId = bench.order();
    bench.pass(10 * MINUTE);
    bench.down(3 * HOUR);
    expect(bench.stateOf(orderId)).toBe('created');
    expect(bench.kernel.otc.order(orderId)?.dueMs).toBe(bench.nowMs + 5 * MINUTE);
    bench.pass(5 * MINUTE - 1_000);
    expect(bench.stateOf(orderId)).toBe('created');
    bench.pass(1_000);
    bench.down(HOUR);
    expect(bench.stateOf(orderId)).toBe('lapsed');
    bench.pass(15 * MINUTE);
    expect(bench.stateOf(orderId)).toBe('ended');
    const at = (what: 'otcOrderMoved' | 'otcOrderEnded') => bench.of(what)[0]!;
    expect(at('otcOrderEnded').downtimeMs - at('otcOrderMoved').downtimeMs).toBe(HOUR);
  });

  test('an appeal’s clocks run on after a restart, and are late in public', () => {
    const bench = new Bench();
    const orderId = bench.order();
    bench.pay(ANN, orderId);
    bench.appeal(MIA, orderId, 'paid');
    bench.pass(6 * HOUR);
    bench.kernel = loadKernel(bench.kernel.snapshot(), { audit: true });
    expect(bench.resolve(orderId, 'buyer')).toBe('OTC_ANSWER_PENDING');
    bench.pass(6 * HOUR);
    expect(bench.of('otcAppealLate').map(({ what }) => what)).toEqual(['answer']);
    bench.pass(60 * HOUR);
    expect(bench.of('otcAppealLate').map(({ what }) => what)).toEqual(['answer', 'decision']);
    expect(bench.kernel.otc.lateDecisions()).toBe(1);
    expect(bench.stateOf(orderId)).toBe('appealed');
  });

  test('a buyer appeals once the method had its time, the seller at once', () => {
    const bench = new Bench();
    const orderId = bench.order();
    bench.pay(ANN, orderId);
    expect(bench.appeal(ANN, orderId, 'paid')).toBe('OTC_TOO_EARLY');
    bench.pass(15 * MINUTE);
    expect(bench.appeal(ANN, orderId, 'paid')).toBe('ok');
    const byBank = bench.order('100', BOB, 'bank');
    bench.pay(BOB, byBank);
    bench.pass(15 * MINUTE);
    expect(bench.appeal(BOB, byBank, 'paid')).toBe('OTC_TOO_EARLY');
    expect(bench.appeal(MIA, byBank, 'paid')).toBe('ok');
  });
});

describe('an appeal', () => {
  function appealed(bench: Bench): number {
    const orderId = bench.order();
    bench.pay(ANN, orderId);
    bench.appeal(MIA, orderId, 'paid');
    expect(bench.state(ANN, orderId)).toBe('ok');
    return orderId;
  }

  test('one side takes no statement from the other, however much it says', () => {
    const bench = new Bench();
    const orderId = bench.order();
    bench.pay(ANN, orderId);
    // the appeal is the seller's first statement
    bench.appeal(MIA, orderId, 'paid');
    for (let number = 2; number <= 20; number++) expect(bench.state(MIA, orderId)).toBe('ok');
    expect(bench.state(MIA, orderId)).toBe('OTC_TOO_MANY');
    expect(bench.state(ANN, orderId)).toBe('ok');
    expect(bench.kernel.otc.order(orderId)?.appeal).toMatchObject({ statements: 21, awaitsBuyer: false });
  });

  test('coins of an earlier version do not return to an offer that was changed', () => {
    const bench = new Bench();
    const offerId = bench.offer({ amount: units('1000') });
    const orderId = bench.order('500', ANN, 'instant', offerId);
    const changed = { ...SELL, offerId, version: 1, isPaused: false, amount: units('100') };
    bench.sure(MIA, { type: 'changeOtcOffer', ...changed });
    expect(bench.cancel(ANN, orderId, 'created')).toBe('ok');
    expect(bench.kernel.otc.offer(offerId)?.amount).toBe(units('100'));
  });

  test.each(['buyer', 'seller'] as const)('is decided whole for the %s, by two', (winner) => {
    const bench = new Bench();
    const orderId = appealed(bench);
    expect(bench.resolve(orderId, winner, 'buyer')).toBe('ok');
    expect(bench.resolve(orderId, 'seller')).toBe('OTC_ORDER_ENDED');
    expect(bench.release(MIA, orderId, 'appealed')).toBe('OTC_ORDER_ENDED');
    const has = [bench.balance(ANN, USDT), bench.balance(MIA, USDT, 'otc'), bench.fees()];
    expect(has).toEqual(
      winner === 'buyer'
        ? [units('10100'), units('4899.9'), units('0.1')]
        : [units('10000'), units('5000'), 0n],
    );
    expect(bench.kernel.otc.trader(ANN).faults).toBe(1);
  });

  test('is decided by two operators alone, to a side alone, after the answers', () => {
    const bench = new Bench();
    const orderId = appealed(bench);
    const decide = (change: object, userId = 0) =>
      bench.send(userId, {
        type: 'resolveOtcAppeal',
        orderId,
        seen: 'appealed',
        winner: 'buyer',
        fault: 'nobody',
        reason: 'proof',
        operators: ['olga', 'otto'],
        ...change,
      });
    expect(decide({ operators: ['olga'] })).toBe('INVALID_COMMAND');
    expect(decide({ operators: ['olga', 'olga'] })).toBe('INVALID_COMMAND');
    expect(decide({ operators: ['olga', 'otto', 'ole'] })).toBe('INVALID_COMMAND');
    expect(decide({ winner: 'operators' })).toBe('INVALID_COMMAND');
    expect(decide({}, MIA)).toBe('NOT_PERMITTED');
    expect(bench.escrow()).toBe(units('100.1'));
  });

  test('leaves the sides what they had: the seller may release, the buyer may give the coins back', () => {
    const bench = new Bench();
    expect(bench.release(MIA, appealed(bench), 'appealed')).toBe('ok');
    expect(bench.cancel(ANN, appealed(bench), 'appealed')).toBe('ok');
    expect(bench.escrow()).toBe(0n);
  });
});
