import type { AppliedCommand } from '@candor/journal';
import type { Command, KernelEvent, KernelView } from '@candor/kernel';
import { expect, test } from 'vitest';
import { ANN, BEN, CLEO, HOUSE, TestMarket } from '../../../tests/support/test-market.ts';
import { ReferralCheck } from './referral.ts';

const DAY_MS = 86_400_000;

/** Cleo invited Ben, who invited Ann; Ann sells to the house, twice by other shares, and the day ends. */
function commands(): AppliedCommand[] {
  const market = new TestMarket();
  const told: AppliedCommand[] = [];
  const send = (userId: number, body: Command) => {
    const { outcome, events } = market.submit(userId, body);
    const { nowMs: timeMs } = market;
    told.push({ envelope: { userId, body, timeMs }, outcome, events } as unknown as AppliedCommand);
  };
  send(0, { type: 'setFees', makerPpm: 1_000, takerPpm: 1_000 });
  send(0, { type: 'setReferrer', accountUserId: ANN, inviterId: BEN });
  send(0, { type: 'setReferrer', accountUserId: BEN, inviterId: CLEO });
  for (const first of [200_000, 300_000]) {
    send(0, { type: 'setReferralTerms', sharesPpm: [first, 100_000, 0], capPpm: 900_000 });
    const { outcome, events } = sell(market);
    told.push({
      envelope: { userId: ANN, body: { type: 'tick' }, timeMs: market.nowMs },
      outcome,
      events,
    } as unknown as AppliedCommand);
  }
  market.nowMs = (Math.floor(market.nowMs / DAY_MS) + 1) * DAY_MS;
  send(0, { type: 'tick' });
  return told;
}

function sell(market: TestMarket) {
  market.limit(HOUSE, 'buy', 10_000, 7);
  return market.limit(ANN, 'sell', 10_000, 7);
}

function findings(told: readonly AppliedCommand[]): { count: number; found: string[] } {
  const check = new ReferralCheck();
  const found: string[] = [];
  const view = { nextDueMs: Number.POSITIVE_INFINITY } as KernelView;
  for (const command of told) check.see(command, view, (what) => found.push(what));
  return { count: check.count, found };
}

const altered = (change: (event: KernelEvent) => KernelEvent) =>
  findings(commands().map((command) => ({ ...command, events: command.events.map(change) })));

test('rebates that follow from the fees hold', () => {
  expect(findings(commands())).toEqual({ count: 4, found: [] });
});

test('a rebate of another amount, to another user or out of another account is found', () => {
  const isPaid = (event: KernelEvent) => event.type === 'referralPaid';
  const other = (change: object) =>
    altered((event) =>
      event.type === 'referralPaid'
        ? { ...event, rebates: event.rebates.map((rebate) => ({ ...rebate, ...change })) }
        : event,
    ).found.join(' ');
  expect(commands().flatMap(({ events }) => events.filter(isPaid))).toHaveLength(2);
  expect(other({ amount: 5n })).toContain('its fees give');
  expect(other({ inviterId: CLEO })).toContain('who is not of generation 1');
  const moved = altered((event) =>
    event.type === 'entry' && event.kind === 'referral-rebate'
      ? {
          ...event,
          postings: event.postings.map((each) => ({
            ...each,
            account: each.account === -2 ? -3 : each.account,
          })),
        }
      : event,
  );
  expect(moved.found.join(' ')).toContain('is not what it says');
});

test('a day that is paid before its end, or as another day, is found', () => {
  const early = commands().map((command) => ({
    ...command,
    envelope: { ...command.envelope, timeMs: command.envelope.timeMs - 1 },
  }));
  expect(findings(early).found.join(' ')).toContain('came before its end');
  const other = altered((event) =>
    event.type === 'referralPaid' ? { ...event, day: event.day - 1 } : event,
  );
  expect(other.found.join(' ')).toMatch(/of day \d+; \d+ of day \d+ wait/);
});

test('a rebate that was left out is found', () => {
  const told = commands().map((command) => ({
    ...command,
    events: command.events.filter(
      (event) =>
        event.type !== 'referralPaid' && !(event.type === 'entry' && event.kind === 'referral-rebate'),
    ),
  }));
  expect(findings(told).found.join(' ')).toContain('were not paid on');
});

test('a share of an agent that was announced and never began is found', () => {
  const market = new TestMarket();
  const effectiveMs = market.nowMs + 1_000;
  const body = {
    type: 'setAgent',
    accountUserId: BEN,
    sharePpm: 1_000,
    effectiveMs,
    reason: 'Of this test',
  } as const;
  const { outcome, events } = market.submit(0, body);
  const command = { envelope: { userId: 0, body, timeMs: market.nowMs }, outcome, events };
  const found = (view: Pick<KernelView, 'timeMs' | 'nextDueMs'>) => {
    const check = new ReferralCheck();
    const all: string[] = [];
    check.see(command as unknown as AppliedCommand, view as KernelView, (what) => all.push(what));
    check.end(view as KernelView, (what) => all.push(what));
    return all;
  };
  const idle = { timeMs: effectiveMs, nextDueMs: Number.POSITIVE_INFINITY };
  expect(found(idle)).toEqual([
    `The share 1000 of agent ${BEN} was to begin at ${effectiveMs}, and never did.`,
  ]);
  expect(found({ ...idle, nextDueMs: effectiveMs })).toEqual([]);
  expect(found({ ...idle, timeMs: effectiveMs - 1 })).toEqual([]);
});
