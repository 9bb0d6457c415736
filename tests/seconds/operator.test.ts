import type { ChangeSecondsTerms, Command, KernelEvent, SecondsCommand } from '@candor/kernel';
import type { Amount } from '@candor/money';
import { describe, expect, it } from 'vitest';
import { ALICE, Bench, BOB, BTC_USDT, CAP, COIN, eventsOf, MAKER, POOL, USDT, units } from './bench.ts';

const REASON = 'The pool pays more in quiet weeks';
const terms = (payoutPpm: number, maxQuantity = 500): ChangeSecondsTerms => ({
  type: 'changeSecondsTerms',
  symbolId: BTC_USDT,
  minQuantity: 1,
  maxQuantity,
  periods: [{ periodS: 30, payoutPpm }],
  reason: REASON,
});

function ready(): Bench {
  const bench = new Bench();
  bench.tick(1_000);
  return bench;
}

describe('an operator of second contracts', () => {
  it('changes terms for what is opened later, and tells what was and why', () => {
    const bench = ready();
    const before = eventsOf(bench.open().events, 'secondAccepted')[0]!.terms;
    const { events } = bench.expectOk(terms(500_000, 40));
    expect(eventsOf(events, 'secondsChanged')).toEqual([
      {
        type: 'secondsChanged',
        symbolId: BTC_USDT,
        change: {
          what: 'terms',
          before: {
            minQuantity: 1,
            maxQuantity: 500,
            periods: [
              { periodS: 30, payoutPpm: 800_000 },
              { periodS: 60, payoutPpm: 850_000 },
            ],
          },
          after: { minQuantity: 1, maxQuantity: 40, periods: [{ periodS: 30, payoutPpm: 500_000 }] },
        },
        reason: REASON,
      },
    ]);
    expect(bench.kernel.seconds.contracts(ALICE)[0]!.terms).toEqual(before);
    expect(bench.open({ quantity: 41 }).outcome).toMatchObject({ code: 'QUANTITY_INVALID' });
    expect(bench.open({ periodS: 60 }).outcome).toMatchObject({ code: 'SECONDS_NOT_OFFERED' });
    const after = eventsOf(bench.open({}, BOB).events, 'secondAccepted')[0]!.terms;
    expect([before.payoutPpm, after.payoutPpm]).toEqual([800_000, 500_000]);
    bench.tickUntil(after.openTickNo, 1_000);
    const ended = eventsOf(bench.tickUntil(after.closeTickNo, 1_010), 'secondEnded');
    expect(ended.map(({ paid }) => paid)).toEqual([18n * COIN, 15n * COIN]);
    bench.check();
    bench.restart();
    bench.replay();
  });

  it('binds nobody to a rate that was not shown', () => {
    const bench = ready();
    bench.expectOk(terms(500_000));
    expect(bench.open({ payoutPpm: 800_000 }).outcome).toMatchObject({ code: 'SECONDS_TERMS_CHANGED' });
    expect(bench.wallet(ALICE)).toBe(1_000n * COIN);
    expect(bench.open({ payoutPpm: 500_000 }).outcome).toMatchObject({ ok: true });
  });

  it('bounds what one user’s open contracts may pay out', () => {
    const bench = ready();
    bench.expectOk({ type: 'setSecondsUserCap', cap: units(16n), reason: REASON });
    expect(bench.kernel.seconds.pool().userCap).toBe(16n * COIN);
    const first = eventsOf(bench.open().events, 'secondAccepted')[0]!.terms;
    expect(bench.open().outcome).toMatchObject({ ok: true });
    expect(bench.kernel.seconds.limits(ALICE).openPayouts).toBe(16n * COIN);
    bench.restart();
    expect(bench.open({ quantity: 1 }).outcome).toMatchObject({ code: 'SECONDS_USER_CAP' });
    expect(bench.open({}, BOB).outcome).toMatchObject({ ok: true });
    bench.tickUntil(first.closeTickNo, 990);
    expect(bench.open().outcome).toMatchObject({ ok: true });
    bench.expectOk({ type: 'setSecondsUserCap', cap: null, reason: REASON });
    expect(bench.open({ quantity: 100 }).outcome).toMatchObject({ ok: true });
  });

  it.each([0, BTC_USDT])(
    'halts what is new, with a reason, and nothing that is open (symbol %i)',
    (symbolId) => {
      const bench = ready();
      const { openTickNo, closeTickNo } = eventsOf(bench.open().events, 'secondAccepted')[0]!.terms;
      bench.expectOk({
        type: 'setSecondsState',
        symbolId,
        state: 'halted',
        reason: 'A venue is under repair',
      });
      bench.restart();
      const { seconds } = bench.kernel;
      expect(seconds.haltReason).toBe(symbolId === 0 ? 'A venue is under repair' : null);
      expect(seconds.offers()[0]).toMatchObject({ state: 'halted', stateReason: 'A venue is under repair' });
      expect(bench.open().outcome).toMatchObject({ code: 'SECONDS_HALTED' });
      bench.tickUntil(openTickNo, 1_000);
      const [ended] = eventsOf(bench.tickUntil(closeTickNo, 1_010), 'secondEnded');
      expect(ended).toMatchObject({ result: 'won', paid: 18n * COIN });
      bench.expectOk({ type: 'setSecondsState', symbolId, state: 'trading', reason: 'The venue is back' });
      expect(bench.open().outcome).toMatchObject({ ok: true });
    },
  );

  it('adds to the pool by an entry that takes it from somewhere', () => {
    const bench = ready();
    const add = { type: 'addToSecondsPool', assetId: USDT, amount: units(50n), reason: REASON } as const;
    const { events } = bench.expectOk({ ...add, fromUserId: 0 });
    expect(eventsOf(events, 'secondsChanged')[0]!.change).toEqual({
      what: 'pool',
      before: POOL,
      after: POOL + 50n * COIN,
    });
    const [entry] = eventsOf(events, 'entry');
    expect(entry).toMatchObject({ kind: 'seconds-pool' });
    expect(bench.send({ ...add, fromUserId: ALICE }).outcome).toMatchObject({ code: 'NOT_PERMITTED' });
    expect(bench.send({ ...add, fromUserId: MAKER }).outcome).toMatchObject({ code: 'INSUFFICIENT_BALANCE' });
    expect(bench.send({ ...add, fromUserId: 0, amount: 0n as Amount }).outcome.ok).toBe(false);
    for (const { sum } of bench.kernel.ledgerSums()) expect(sum).toBe(0n);
  });

  it('needs a reason of some words for everything, and is nobody’s user', () => {
    const bench = ready();
    const acts: readonly Extract<SecondsCommand, { readonly reason: string }>[] = [
      terms(500_000),
      { type: 'changeSecondsCap', symbolId: 0, cap: CAP as Amount, reason: REASON },
      { type: 'setSecondsUserCap', cap: null, reason: REASON },
      { type: 'setSecondsState', symbolId: 0, state: 'halted', reason: REASON },
      { type: 'addToSecondsPool', assetId: USDT, amount: units(1n), fromUserId: 0, reason: REASON },
    ];
    for (const act of acts) {
      for (const reason of ['', '  why ', 'x'.repeat(201)])
        expect(bench.send({ ...act, reason }).outcome).toMatchObject({ code: 'INVALID_COMMAND' });
      expect(bench.send(act, ALICE).outcome).toMatchObject({ code: 'NOT_PERMITTED' });
    }
    expect(bench.kernel.seconds.offers()[0]).toMatchObject({ maxQuantity: 500, state: 'trading' });
  });

  it('refuses terms that are none, and leaves what was', () => {
    const bench = ready();
    const period = (periodS: number, payoutPpm: number) => ({ periodS, payoutPpm });
    for (const periods of [
      [period(30, 0)],
      [period(30, 1_000_001)],
      [period(4, 800_000)],
      [period(60, 800_000), period(30, 800_000)],
      [period(30, 800_000), period(30, 900_000)],
    ])
      expect(bench.send({ ...terms(1), periods }).outcome).toMatchObject({ code: 'INVALID_COMMAND' });
    expect(bench.send({ ...terms(1), minQuantity: 501 }).outcome).toMatchObject({ code: 'QUANTITY_INVALID' });
    expect(bench.send({ ...terms(1), symbolId: 9 }).outcome).toMatchObject({ code: 'UNKNOWN_SYMBOL' });
    expect(bench.kernel.seconds.offers()[0]!.periods).toHaveLength(2);
  });
});

/** The same bets on the same prices, with or without an operator who does all that one can. */
function endsOf(mids: readonly number[], acts: readonly Command[]): KernelEvent[] {
  const bench = ready();
  for (const direction of ['up', 'down'] as const) bench.open({ direction });
  bench.open({ periodS: 60 }, BOB);
  const events: KernelEvent[] = [];
  for (const [at, mid] of mids.entries()) {
    const act = acts[at];
    if (act !== undefined) bench.expectOk(act);
    events.push(...bench.tick(mid).events);
  }
  return eventsOf(events, 'secondEnded');
}

it('no act of an operator changes how an open contract ends', () => {
  const mids = Array.from({ length: 300 }, (_, i) => 1_000 + ((i * 37) % 23) - 11);
  const halt = { type: 'setSecondsState', symbolId: BTC_USDT, state: 'halted', reason: REASON } as const;
  const acts: Command[] = [
    terms(1, 1),
    halt,
    { ...halt, symbolId: 0 },
    { type: 'changeSecondsCap', symbolId: 0, cap: 0n as Amount, reason: REASON },
    { type: 'changeSecondsCap', symbolId: BTC_USDT, cap: 0n as Amount, reason: REASON },
    { type: 'setSecondsUserCap', cap: 0n as Amount, reason: REASON },
    { type: 'addToSecondsPool', assetId: USDT, amount: units(1n), fromUserId: 0, reason: REASON },
    { type: 'enableSeconds', practice: false, countries: [] },
    { ...halt, state: 'trading' },
    { type: 'setSymbolState', symbolId: BTC_USDT, state: 'halted', reason: REASON },
    ...[1, 2, 3].map((venueId): Command => ({ type: 'setVenue', venueId, name: 'Gone', weightPpm: 0 })),
  ];
  const plain = endsOf(mids, []);
  expect(plain).toHaveLength(3);
  for (let shift = 0; shift < 200; shift += 7)
    expect(endsOf(mids, [...Array<Command>(shift), ...acts])).toEqual(plain);
});
