import type { KernelEvent } from '@candor/kernel';
import type { Amount } from '@candor/money';
import { describe, expect, it } from 'vitest';
import { EarnCheck } from '../../apps/verifier/checks/earn.ts';
import { stakingHeld } from '../../apps/verifier/receipts/earn.ts';
import { Names } from '../../apps/verifier/receipts/values.ts';
import { type Alter, ToldAgain } from '../support/told-again.ts';
import { ANN, Bench, BOB, coins, DAY_MS } from './bench.ts';

/** An order that matures and is renewed, one that is left early, and one that just ends. */
function played(): Bench {
  const bench = new Bench();
  const offerId = bench.offer({ cycleDays: 10, dailyPpm: 1_000 });
  bench.subscribe(ANN, offerId, coins(100n), true);
  const early = bench.subscribe(BOB, offerId, coins(50n));
  bench.subscribe(BOB, offerId, coins(7n));
  bench.pass(4 * DAY_MS);
  bench.sure(BOB, { type: 'redeemStaking', orderId: early });
  bench.pass(21 * DAY_MS);
  bench.sure(0, { type: 'closeStakingOffer', offerId, closesMs: 0, reason: 'A test of ends' });
  bench.pass(10 * DAY_MS);
  return bench;
}

const bench = played();
const told = new ToldAgain(bench.sent);
const check = () => new EarnCheck('staking', { pool: -21, escrow: -22 });
const findings = (alter?: Alter) => told.findings(check(), alter);

const more = (amount: bigint) => (amount + 1n) as Amount;

describe('the verifier', () => {
  it('finds nothing wrong with what was told as it was', () => {
    expect(findings()).toEqual([]);
    const whole = check();
    told.findings(whole);
    // five orders that began, as one was renewed twice, and their ends
    expect(whole.count).toBe(10);
  });

  it.each([
    [
      'interest',
      told.one('first', 'stakingSubscribed', ({ interest }) => ({ interest: more(interest) })),
      'its terms give',
    ],
    [
      'rate',
      told.one('first', 'stakingSubscribed', ({ dailyPpm }) => ({ dailyPpm: dailyPpm + 1 })),
      'its offer says',
    ],
    [
      'due time',
      told.one('first', 'stakingSubscribed', ({ maturesMs }) => ({ maturesMs: maturesMs - 1 })),
      'end of its cycle',
    ],
    [
      'beginning',
      told.one('first', 'stakingSubscribed', ({ beganMs }) => ({ beganMs: beganMs + 1 })),
      'its command was at',
    ],
    ['order that is gone', told.one('first', 'stakingSubscribed', () => null), 'has no event'],
    [
      'principal',
      told.one('first', 'stakingEnded', ({ amount }) => ({ amount: more(amount) })),
      'it began with',
    ],
    [
      'payment',
      told.one('first', 'stakingEnded', ({ paidInterest }) => ({ paidInterest: more(paidInterest) })),
      'was due',
    ],
    ['way to end', told.one('first', 'stakingEnded', () => ({ how: 'matured' })), 'it was due at'],
    ['renewal', told.one('first', 'stakingEnded', () => ({ renewedAs: 99 })), 'nobody had asked'],
    [
      'pool',
      told.one('first', 'stakingEnded', ({ poolFree }) => ({ poolFree: more(poolFree) })),
      'is free in the pool',
    ],
    ['offer', told.one('first', 'stakingOffered', () => ({ maxAmount: coins(60n) })), 'outside of its offer'],
    ['cap', told.one('first', 'stakingOffered', () => ({ capAmount: coins(120n) })), 'more than its'],
  ] as const)('finds another %s', (_, alter, words) => {
    expect(findings(alter)).toContainEqual(expect.stringContaining(words));
  });

  it('finds an entry that leaves some of the interest out of the escrow', () => {
    const alter = (event: KernelEvent): KernelEvent =>
      event.type === 'entry' && event.kind === 'staking-subscribe'
        ? {
            ...event,
            postings: event.postings.map((posting) =>
              posting.account === -22 ? { ...posting, balance: (posting.balance - 1n) as Amount } : posting,
            ),
          }
        : event;
    expect(findings(alter)).toContainEqual(expect.stringContaining('its open orders come to'));
  });

  it('writes an order as its receipt states it, while it runs and at its end', () => {
    const names = new Names(told.kernel);
    const [began] = bench.subscribed();
    const ofType = (type: KernelEvent['type']) =>
      told.commands.find(({ events }) => events.some((event) => event.type === type))!;
    const place = (type: KernelEvent['type']) => {
      const { stamp, events } = ofType(type);
      return { seq: stamp.seq, timeMs: stamp.timeMs, events };
    };
    expect(stakingHeld({ id: began!.orderId }, place('stakingSubscribed'), names)).toMatchObject({
      investAmount: '100',
      interest: '1',
      dailyRate: '0.001',
      yearlyRate: '0.365',
      status: 'inProgress',
      endedTime: null,
    });
    const [ended] = bench.ended();
    expect(stakingHeld({ id: ended!.orderId }, place('stakingEnded'), names)).toMatchObject({
      investAmount: '50',
      interest: '0.5',
      status: 'redeemed',
      wholeDays: 4,
      paidInterest: '0.1',
      released: '0.4',
      endedTime: ended!.endedMs,
    });
    expect(stakingHeld({ id: 99_999 }, place('stakingEnded'), names)).toBeNull();
  });
});
