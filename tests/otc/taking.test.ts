import { createKernel, decodeEnvelopes, encodeEnvelopes, loadKernel } from '@candor/kernel';
import { describe, expect, test } from 'vitest';
import {
  ANN,
  Bench,
  BOB,
  BTC,
  COIN,
  HASH,
  HOUR,
  MIA,
  MINUTE,
  price,
  REASON,
  SELL,
  TERMS,
  USDT,
  units,
} from './bench.ts';

describe('taking', () => {
  test('locks what the taker saw: seen 7.20, now 7.23 holds nothing', () => {
    const bench = new Bench();
    const pricing = { kind: 'floating', rate: price('7.2'), floor: price('1'), cap: price('9') } as const;
    const offerId = bench.offer({ pricing });
    const changed = {
      ...SELL,
      offerId,
      version: 1,
      isPaused: false,
      pricing: { ...pricing, rate: price('7.23') },
    };
    bench.sure(MIA, { type: 'changeOtcOffer', ...changed });
    expect(bench.take(ANN, offerId, '100', '7.2', 'instant', 1)).toBe('OTC_OFFER_CHANGED');
    expect(bench.take(ANN, offerId, '100', '7.2', 'instant', 2)).toBe('OTC_PRICE_MOVED');
    expect(bench.kernel.otc.offer(offerId)?.price).toBe(price('7.23'));
    expect(bench.escrow()).toBe(0n);
    expect(bench.take(ANN, offerId, '100', '7.24', 'instant', 2)).toBe('ok');
    expect(bench.of('otcOrderCreated')[0]?.price).toBe(price('7.23'));
  });

  test('a floating price follows the index, and rests without a fresh one', () => {
    const bench = new Bench();
    const pricing = {
      kind: 'floating',
      rate: price('7.2'),
      floor: price('100000'),
      cap: price('400000'),
    } as const;
    bench.transfer(MIA, BTC, '5');
    const terms = { amount: units('1'), minAmount: units('0.01'), maxAmount: units('1') };
    const offerId = bench.offer({ assetId: BTC, pricing, ...terms });
    expect(bench.kernel.otc.offer(offerId)?.price).toBe(price('360000'));
    bench.tick(60_000);
    expect(bench.kernel.otc.offer(offerId)).toMatchObject({ price: null, hidden: 'OTC_OFFER_PAUSED' });
    bench.tick(50_000);
    bench.pass(MINUTE);
    expect(bench.take(ANN, offerId, '0.01', '360000')).toBe('INDEX_STALE');
    bench.tick(50_000);
    expect(bench.take(ANN, offerId, '0.01', '360000')).toBe('ok');
    const view = bench.kernel.otc.order(bench.lastId())!;
    bench.tick(52_000);
    bench.sure(0, { type: 'setOtcCurrency', currency: 'CNY', scale: 2, rate: price('7.5'), reason: REASON });
    expect(bench.kernel.otc.order(view.orderId)).toMatchObject({ price: price('360000'), total: 360_000n });
    expect(bench.kernel.otc.offer(offerId)?.price).toBe(price('374400'));
  });

  test('a price outside of the band pauses the offer, not its open orders', () => {
    const bench = new Bench();
    const offerId = bench.offer();
    const orderId = bench.order('100', ANN, 'instant', offerId);
    bench.sure(0, { type: 'setOtcCurrency', currency: 'CNY', scale: 2, rate: price('6.5'), reason: REASON });
    expect(bench.take(BOB, offerId, '100')).toBe('PRICE_OUT_OF_BAND');
    expect(bench.kernel.otc.offer(offerId)?.hidden).toBe('PRICE_OUT_OF_BAND');
    expect(bench.release(MIA, orderId, 'created')).toBe('ok');
  });

  test('of ten minimums by a thousand takers makes ten orders, and what is below the minimum hides', () => {
    const bench = new Bench({ users: 1_000 });
    const offerId = bench.offer({ amount: units('105'), maxAmount: units('10') });
    const codes = Array.from({ length: 1_000 }, (_, i) => bench.take(MIA + 1 + i, offerId, '10'));
    expect(codes.filter((code) => code === 'ok').length).toBe(10);
    expect(new Set(codes.slice(10))).toEqual(new Set(['OTC_OFFER_SHORT']));
    expect(bench.kernel.otc.offer(offerId)).toMatchObject({ amount: units('5'), hidden: 'OTC_OFFER_SHORT' });
    expect(bench.escrow()).toBe(units('100.1'));
  });

  test('an offer never exceeds wallet 8, and pauses when that is emptied', () => {
    const bench = new Bench();
    expect(bench.send(MIA, { type: 'publishOtcOffer', ...SELL, amount: units('4500') })).toBe(
      'OTC_OFFER_SHORT',
    );
    const offerId = bench.offer({ amount: units('4000'), maxAmount: units('4000') });
    expect(bench.transfer(MIA, USDT, '4600', true)).toBe('TRANSFER_LOCKED');
    expect(bench.transfer(MIA, USDT, '4495', true)).toBe('ok');
    expect(bench.take(ANN, offerId, '10')).toBe('OTC_OFFER_SHORT');
    expect(bench.kernel.otc.offer(offerId)?.hidden).toBe('OTC_OFFER_SHORT');
    bench.transfer(MIA, USDT, '100');
    expect(bench.take(ANN, offerId, '10')).toBe('ok');
  });

  test('one unpaid order a pair, nobody takes the own offer, and one person trades not with itself', () => {
    const bench = new Bench();
    const offerId = bench.offer();
    bench.order('10', ANN, 'instant', offerId);
    expect(bench.take(ANN, offerId, '10')).toBe('OTC_PAIR_UNPAID');
    expect(bench.take(MIA, offerId, '10')).toBe('NOT_PERMITTED');
    bench.admit(BOB, '0'.repeat(61) + MIA.toString(16));
    expect(bench.take(BOB, offerId, '10')).toBe('OTC_SAME_PERSON');
  });

  test('new users have limits: five orders of at most 200, one at a time', () => {
    const bench = new Bench({ terms: { newOrders: 5 } });
    const offerId = bench.offer();
    expect(bench.take(ANN, offerId, '201')).toBe('OTC_NEW_LIMIT');
    for (let n = 0; n < 5; n++) {
      const orderId = bench.order('100', ANN, 'instant', offerId);
      expect(bench.take(ANN, offerId, '10')).toBe('OTC_NEW_OPEN');
      bench.pay(ANN, orderId);
      bench.release(MIA, orderId, 'paid');
    }
    expect(bench.take(ANN, offerId, '300')).toBe('ok');
  });

  test('a filter, a closed method and a bar refuse by their own codes', () => {
    const bench = new Bench();
    const offerId = bench.offer({ minReleased: 1 });
    expect(bench.take(ANN, offerId, '10')).toBe('OTC_FILTERED');
    const open = bench.offer();
    expect(bench.take(ANN, open, '10', '7.2', 'cash')).toBe('OTC_METHOD');
    const bar = { accountUserId: ANN, isAdmitted: false, person: HASH, reason: REASON };
    bench.sure(0, { type: 'setOtcTrader', ...bar });
    expect(bench.take(ANN, open, '10')).toBe('OTC_NOT_ADMITTED');
  });
});

describe('faults', () => {
  test('the third and fourth cancellation in a day pause for 1 and 4 hours, and a refused payment counts for nobody', () => {
    const bench = new Bench();
    const offerId = bench.offer();
    const cancelled = (why: 'other-name' | 'unable' | null) => {
      const orderId = bench.order('10', ANN, 'instant', offerId);
      if (why !== null) expect(bench.ask(MIA, orderId, why)).toBe('ok');
      expect(bench.cancel(ANN, orderId, 'created')).toBe('ok');
    };
    cancelled('other-name');
    cancelled(null);
    cancelled(null);
    cancelled('other-name');
    expect(bench.kernel.otc.trader(ANN)).toMatchObject({ faults: 2, pausedUntilMs: 0 });
    cancelled(null);
    expect(bench.kernel.otc.trader(ANN).pausedUntilMs).toBe(bench.nowMs + HOUR);
    expect(bench.take(ANN, offerId, '10')).toBe('OTC_PAUSED');
    bench.pass(HOUR);
    cancelled(null);
    expect(bench.kernel.otc.trader(ANN)).toMatchObject({ faults: 4, pausedUntilMs: bench.nowMs + 4 * HOUR });
    expect(bench.kernel.otc.trader(MIA).faults).toBe(0);
    bench.pass(24 * HOUR);
    cancelled('unable');
    expect([bench.kernel.otc.trader(ANN).faults, bench.kernel.otc.trader(MIA).faults]).toEqual([0, 1]);
  });

  test('of a merchant pause the merchant’s offers', () => {
    const bench = new Bench();
    const offerId = bench.offer();
    for (let n = 0; n < 3; n++) {
      const orderId = bench.order('10', ANN, 'instant', offerId);
      bench.ask(MIA, orderId, 'unable');
      bench.cancel(ANN, orderId, 'created');
    }
    expect(bench.take(ANN, offerId, '10')).toBe('OTC_OFFER_PAUSED');
  });
});

describe('what was bought', () => {
  test('is tradable at once, and leaves after 24 hours, net and in any coin', () => {
    const bench = new Bench();
    bench.release(MIA, bench.order('1000'), 'created', '1000');
    expect(bench.transfer(ANN, USDT, '1000')).toBe('ok');
    expect(bench.kernel.otc.holds(ANN)).toMatchObject([
      { value: units('1000'), endsMs: bench.nowMs + 24 * HOUR },
    ]);
    bench.transfer(ANN, USDT, '1000', true);
    // 11,000 USDT and 10 BTC at 50,000: whatever was there before may leave
    expect(bench.withdraw(ANN, USDT, '11000', 1)).toBe('ok');
    expect(bench.withdraw(ANN, BTC, '9.9801', 2)).toBe('OTC_HOLD');
    expect(bench.withdraw(ANN, BTC, '9.98', 3)).toBe('ok');
    expect(bench.withdraw(ANN, BTC, '0.0001', 4)).toBe('OTC_HOLD');
    bench.pass(24 * HOUR - 5_000);
    bench.tick();
    expect(bench.withdraw(ANN, BTC, '0.02', 5)).toBe('OTC_HOLD');
    bench.nowMs += 5_000;
    bench.tick();
    expect(bench.withdraw(ANN, BTC, '0.02', 6)).toBe('ok');
    expect(bench.of('otcHoldEnded')).toHaveLength(1);
  });

  test('is held less what was sold since', () => {
    const bench = new Bench();
    bench.release(MIA, bench.order('1000'), 'created', '1000');
    const offerId = bench.offer({ side: 'buy', maxAmount: units('400') });
    bench.release(ANN, bench.order('400', ANN, 'instant', offerId), 'created', '400');
    expect(bench.kernel.otc.holds(ANN)).toMatchObject([{ value: units('600') }]);
    expect(bench.kernel.otc.holds(MIA)).toMatchObject([{ value: units('400') }]);
  });
});

describe('a merchant', () => {
  test('keeps the deposit in the own name and has the whole of it back, also after a lost appeal', () => {
    const bench = new Bench();
    const orderId = bench.order();
    bench.pay(ANN, orderId);
    bench.appeal(MIA, orderId, 'paid');
    bench.state(ANN, orderId);
    expect(bench.send(MIA, { type: 'leaveOtcMerchant' })).toBe('OTC_ORDERS_OPEN');
    bench.resolve(orderId, 'buyer', 'seller');
    expect(bench.transfer(MIA, USDT, '4500', true)).toBe('TRANSFER_LOCKED');
    expect(bench.send(MIA, { type: 'leaveOtcMerchant' })).toBe('ok');
    expect(bench.kernel.otc.offers()).toEqual([]);
    bench.down(30 * 24 * HOUR - 1);
    expect(bench.of('otcDepositFreed')).toEqual([]);
    bench.down(1);
    expect(bench.of('otcDepositFreed')).toMatchObject([{ userId: MIA, deposit: units('500') }]);
    expect(bench.transfer(MIA, USDT, '4899.9', true)).toBe('ok');
  });

  test('is admitted once, with the deposit there, and nobody else publishes offers', () => {
    const bench = new Bench();
    const admit = (accountUserId: number) =>
      bench.send(0, { type: 'admitOtcMerchant', accountUserId, reason: REASON });
    expect(admit(MIA)).toBe('OTC_MERCHANT');
    expect(admit(ANN)).toBe('OTC_DEPOSIT');
    expect(bench.send(ANN, { type: 'publishOtcOffer', ...SELL })).toBe('OTC_NOT_MERCHANT');
    bench.transfer(ANN, USDT, '500');
    expect(admit(ANN)).toBe('ok');
    expect(bench.send(ANN, { type: 'leaveOtcMerchant' })).toBe('ok');
    expect(bench.send(ANN, { type: 'publishOtcOffer', ...SELL })).toBe('OTC_NOT_MERCHANT');
  });

  test('gives buyers the published window, longer only for the value asset', () => {
    const bench = new Bench();
    bench.transfer(MIA, BTC, '5');
    const publish = (change: object) => bench.send(MIA, { type: 'publishOtcOffer', ...SELL, ...change });
    expect(publish({ windowMs: 14 * MINUTE })).toBe('OTC_OFFER_TERMS');
    expect(publish({ windowMs: 2 * HOUR })).toBe('ok');
    const inBtc = { assetId: BTC, amount: units('1'), maxAmount: units('1'), minAmount: units('0.1') };
    expect(publish({ ...inBtc, windowMs: 31 * MINUTE })).toBe('OTC_OFFER_TERMS');
    expect(publish({ ...inBtc, windowMs: 30 * MINUTE })).toBe('ok');
  });
});

describe('the terms', () => {
  test('change with a day’s notice, and open orders keep those of their taking', () => {
    const bench = new Bench();
    const orderId = bench.order();
    const later = { ...TERMS, newOrders: 0, makerFeePpm: 5_000, lapseMs: HOUR };
    const set = (effectiveMs: number) =>
      bench.send(0, { type: 'setOtcTerms', terms: later, effectiveMs, reason: REASON });
    expect(set(bench.nowMs + 23 * HOUR)).toBe('CHANGE_TOO_SOON');
    expect(set(bench.nowMs + 24 * HOUR)).toBe('ok');
    bench.pay(ANN, orderId);
    bench.pass(24 * HOUR);
    expect(bench.kernel.otc.terms()).toMatchObject({ terms: { makerFeePpm: 5_000 }, next: null });
    bench.release(MIA, orderId, 'paid');
    expect(bench.fees()).toBe(units('0.1'));
    bench.release(MIA, bench.order('100', BOB), 'created');
    expect(bench.fees()).toBe(units('0.6'));
  });
});

test('a replay, a restart and the journal’s encoding give the same state and events', () => {
  const bench = new Bench({ terms: { newOrders: 5 } });
  const offerId = bench.offer();
  bench.order('100', ANN, 'instant', offerId);
  const paid = bench.order('20', BOB, 'instant', offerId);
  bench.pay(BOB, paid);
  bench.appeal(MIA, paid, 'paid');
  bench.pass(20 * MINUTE);
  bench.down(HOUR);
  bench.state(BOB, paid);
  bench.resolve(paid, 'buyer', 'seller');
  bench.pass(20 * MINUTE);
  const kernel = createKernel();
  const events = decodeEnvelopes(encodeEnvelopes(bench.sent)).flatMap((each) => [
    ...kernel.apply(each).events,
  ]);
  expect(kernel.stateHash()).toBe(bench.kernel.stateHash());
  expect(events).toEqual(bench.events);
  expect(loadKernel(kernel.snapshot()).stateHash()).toBe(kernel.stateHash());
  expect(bench.escrow()).toBe(0n);
  expect(bench.balance(MIA, USDT, 'otc') + bench.balance(BOB, USDT)).toBe(15_000n * COIN - units('0.02'));
});
