import type { KernelEvent } from '@candor/kernel';
import type { Amount } from '@candor/money';
import { describe, expect, it } from 'vitest';
import { financeCheck } from '../../apps/verifier/checks/finance.ts';
import { financeHeld } from '../../apps/verifier/receipts/earn.ts';
import { Names } from '../../apps/verifier/receipts/values.ts';
import { ANN, BOB, coins, DAY_MS } from '../staking/bench.ts';
import { ToldAgain } from '../support/told-again.ts';
import { FinanceBench } from './bench.ts';

/** An order of a member that matures, and one that is left after its locked days. */
function played(): FinanceBench {
  const bench = new FinanceBench();
  const offerId = bench.make({ zone: 'members', cycleDays: 10, dailyPpm: 1_000, lockDays: 4 });
  bench.begin(ANN, offerId, coins(100n), { isMember: true });
  bench.begin(BOB, offerId, coins(50n), { isMember: true });
  bench.pass(4 * DAY_MS);
  bench.code(BOB, { type: 'redeemFinance', orderId: bench.only(BOB) });
  bench.pass(21 * DAY_MS);
  return bench;
}

const bench = played();
const told = new ToldAgain(bench.sent);

type Alter = (event: KernelEvent) => KernelEvent;

function findings(alter?: Alter, isMember = true): string[] {
  const given = told.commands.map((command) => {
    const { envelope } = command;
    const { body } = envelope;
    const named = body.type === 'subscribeFinance' ? { ...envelope, body: { ...body, isMember } } : envelope;
    return { ...command, envelope: named };
  });
  return told.findings(financeCheck(), alter, given);
}

/** Alters all events of a type. */
const all =
  <T extends KernelEvent['type']>(
    type: T,
    change: (event: Extract<KernelEvent, { readonly type: T }>) => object,
  ): Alter =>
  (event) =>
    event.type === type
      ? ({
          ...event,
          ...change(event as Extract<KernelEvent, { readonly type: T }>),
        } as KernelEvent)
      : event;

describe('the verifier of finance orders', () => {
  it('finds nothing wrong with what was told as it was', () => {
    expect(findings()).toEqual([]);
  });

  it.each([
    ['lock', all('financeSubscribed', () => ({ lockDays: 3 })), 'its offer says 4'],
    ['lock at the end', all('financeEnded', () => ({ lockDays: 3 })), 'it began with 4'],
    ['locked days', all('financeOffered', () => ({ lockDays: 5 })), 'its offer says 5'],
    ['bound of orders', all('financeOffered', () => ({ maxParticipations: 0 })), 'which allows 0'],
    [
      'payment',
      all('financeEnded', ({ paidInterest }) => ({ paidInterest: (paidInterest + 1n) as Amount })),
      'was due',
    ],
  ] as const)('finds another %s', (_, alter, words) => {
    expect(findings(alter)).toContainEqual(expect.stringContaining(words));
  });

  it('finds an exit within the locked days', () => {
    const longer: Alter = (event) =>
      event.type === 'financeOffered' || event.type === 'financeSubscribed' || event.type === 'financeEnded'
        ? { ...event, lockDays: 5 }
        : event;
    expect(findings(longer)).toEqual([expect.stringContaining('within its locked days')]);
  });

  it('finds orders of the membership zone of whom nobody named a member', () => {
    expect(findings(undefined, false)).toContainEqual(expect.stringContaining('nobody named a member'));
  });

  it('writes an order as its receipt states it', () => {
    const [ended] = bench.finished;
    const command = told.commands.find(({ events }) =>
      events.some((event) => event.type === 'financeEnded'),
    )!;
    const place = { seq: command.stamp.seq, timeMs: command.stamp.timeMs, events: command.events };
    const held = financeHeld({ id: ended!.orderId }, place, new Names(told.kernel));
    expect(held).toMatchObject({
      name: 'Forty-five days',
      zone: 'members',
      lockDays: 4,
      redeemableTime: ended!.beganMs + 4 * DAY_MS,
      investAmount: '50',
      status: 'redeemed',
      wholeDays: 4,
      paidInterest: '0.1',
    });
  });
});
