import { OTC_OPEN_STATES } from '@candor/rules';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ANN, Bench, BOB, HASH, HOUR, MIA, MINUTE, USDT, units } from './bench.ts';

const users = [MIA, ANN, BOB];
const state = fc.constantFrom(...OTC_OPEN_STATES);
const step = fc.record({
  act: fc.constantFrom(
    'take',
    'pay',
    'release',
    'cancel',
    'ask',
    'appeal',
    'state',
    'resolve',
    'pass',
    'down',
  ),
  who: fc.constantFrom(...users),
  /** Place among the orders so far. */
  which: fc.nat({ max: 5 }),
  seen: state,
  isTrue: fc.boolean(),
  ms: fc.constantFrom(MINUTE, 15 * MINUTE, HOUR, 73 * HOUR),
});

/** All units of USDT that the three have, in both wallets. */
function owned(bench: Bench): bigint {
  return users.reduce(
    (sum, userId) => sum + bench.balance(userId, USDT) + bench.balance(userId, USDT, 'otc'),
    0n,
  );
}

test('in any life no unit is lost or made, an order ends once, and a restart changes nothing', () => {
  const all = units('30000');
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      const bench = new Bench();
      const offers = [
        bench.offer(),
        bench.offer({ side: 'buy', pricing: { kind: 'fixed', price: 7_100_000n } }),
      ];
      const orders: number[] = [];
      for (const { act, who, which, seen, isTrue, ms } of steps) {
        const orderId = orders[which % Math.max(1, orders.length)] ?? 0;
        // most acts see what stands
        const open = bench.kernel.otc.order(orderId);
        const saw = isTrue && open !== null ? open.state : seen;
        if (act === 'take') {
          const buys = which % 2;
          if (bench.take(who, offers[buys]!, '10', buys === 1 ? '7.1' : '7.2') === 'ok')
            orders.push(bench.lastId());
        } else if (act === 'pay') bench.pay(who, orderId, saw);
        else if (act === 'release') bench.release(who, orderId, saw, '10');
        else if (act === 'cancel') bench.cancel(who, orderId, saw);
        else if (act === 'ask') bench.ask(who, orderId, 'other-name', saw);
        else if (act === 'appeal') bench.appeal(who, orderId, saw);
        else if (act === 'state')
          bench.send(who, { type: 'stateOtcAppeal', orderId, seen: saw, evidence: HASH });
        else if (act === 'resolve') bench.resolve(orderId, isTrue ? 'buyer' : 'seller');
        else if (act === 'down') bench.down(ms);
        else bench.pass(ms === 73 * HOUR ? HOUR : ms);
        expect(owned(bench) + bench.escrow() + bench.fees()).toBe(all);
      }
      const ends = bench.of('otcOrderEnded').map((event) => event.orderId);
      expect(new Set(ends).size).toBe(ends.length);
      for (const { by, winner } of bench.of('otcOrderEnded'))
        if (by === 'clock') expect(winner).toBe('seller');
      bench.restart();
    }),
    { numRuns: 25 },
  );
});
