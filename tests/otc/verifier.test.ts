import type { KernelEvent, OtcOrderEndedEvent } from '@candor/kernel';
import { describe, expect, it } from 'vitest';
import { OtcCheck } from '../../apps/verifier/checks/otc.ts';
import { type Alter, ToldAgain } from '../support/told-again.ts';
import { ANN, Bench, BOB, HOUR, MIA, MINUTE } from './bench.ts';

/** Orders that end in every way, with a downtime among them. */
function played(): Bench {
  const bench = new Bench({ users: 4 });
  const offerId = bench.offer();
  bench.release(MIA, bench.order('100', ANN, 'instant', offerId), 'created');
  bench.cancel(ANN, bench.order('20', ANN, 'instant', offerId), 'created');
  bench.order('30', ANN, 'instant', offerId);
  const decided = bench.order('40', BOB, 'instant', offerId);
  bench.pay(BOB, decided);
  bench.pass(10 * MINUTE);
  bench.down(HOUR);
  bench.appeal(MIA, decided, 'paid');
  bench.state(BOB, decided);
  bench.resolve(decided, 'buyer');
  bench.pass(20 * MINUTE);
  const buys = bench.offer({ side: 'buy' });
  const silent = bench.order('50', BOB, 'instant', buys);
  bench.pay(MIA, silent);
  bench.pass(72 * HOUR);
  bench.release(BOB, silent, 'appealed', '50');
  return bench;
}

const bench = played();
const told = new ToldAgain(bench.sent);

function findings(alter?: Alter): string[] {
  const check = new OtcCheck();
  const found = told.findings(check, alter);
  expect(check.count).toBe(5);
  return found;
}

const ended = (change: Partial<OtcOrderEndedEvent>) => (event: KernelEvent) =>
  event.type === 'otcOrderEnded' ? { ...event, ...change } : event;

describe('the verifier', () => {
  it('finds nothing where all is right, and every way of an end', () => {
    expect(findings()).toEqual([]);
    const ends = bench.of('otcOrderEnded').map(({ end }) => end);
    expect(new Set(ends)).toEqual(new Set(['released', 'cancelled', 'expired', 'resolved']));
  });

  it('finds an end by somebody who may not', () => {
    expect(findings(ended({ by: 'clock' })).join()).toContain('which its table does not know');
    expect(findings(ended({ by: 'buyer', end: 'cancelled' })).join()).toContain(
      'somebody else than its buyer',
    );
  });

  it('finds coins that went elsewhere', () => {
    const third = (event: KernelEvent): KernelEvent =>
      event.type === 'entry' && event.kind === 'otc-released'
        ? {
            ...event,
            postings: event.postings.map((each) => (each.account > 0 ? { ...each, account: 77 } : each)),
          }
        : event;
    expect(findings(third).join()).toContain('went elsewhere');
    expect(findings(ended({ winner: 'buyer' })).join()).toContain('went elsewhere');
  });

  it('finds a clock that ran out early, and one that counted a downtime', () => {
    const early = (event: KernelEvent): KernelEvent =>
      event.type === 'otcOrderMoved' && event.by === 'clock' ? { ...event, atMs: event.atMs - 1 } : event;
    expect(findings(early).join()).toContain('at another time than its terms say');
    expect(findings(ended({ downtimeMs: 0 })).join()).toContain('other downtime');
  });

  it('finds a price that nobody offered, and one that is worse than was seen', () => {
    const created = (change: object) => (event: KernelEvent) =>
      event.type === 'otcOrderCreated' ? { ...event, ...change } : event;
    expect(findings(created({ price: 7_300_000n })).join()).toContain('is not that of its offer');
    expect(findings(created({ seenPrice: 1n })).join()).toContain('worse price');
    expect(findings(created({ rate: 1n })).join()).toContain('outside of the band');
    expect(findings(created({ total: 1n })).join()).toContain('amount times price');
  });

  it('finds an escrow that was not filled', () => {
    const without = (event: KernelEvent) =>
      event.type === 'entry' && event.kind === 'otc-escrowed' ? null : event;
    expect(findings(without).join()).toContain('is not what its seller gave');
  });
});
