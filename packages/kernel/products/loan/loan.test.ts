import type { Amount } from '@candor/money';
import { describe, expect, test } from 'vitest';
import { decodeEnvelopes, encodeEnvelopes } from '../../codec/envelopes.ts';
import type { Command, Envelope } from '../../commands.ts';
import { MAX_DUE_ITEMS } from '../../due/due-slice.ts';
import type { KernelEvent } from '../../events.ts';
import type { Kernel } from '../../kernel.ts';
import { createKernel, loadKernel } from '../../machine.ts';
import type { OfferLoan } from './commands.ts';

const USDT = 1002;
const ANN = 1000;
const BOB = 1001;
const COIN = 100_000_000n;
const DAY_MS = 86_400_000;
const REASON = 'As published';
const at = (iso: string) => Date.parse(`${iso}Z`);
const BEGAN = at('2028-01-31T00:00:00');
const FIRST_DUE = at('2028-02-29T00:00:00');
const SECOND_DUE = at('2028-03-31T00:00:00');
const THIRD_DUE = at('2028-04-30T00:00:00');

function units(decimal: string): Amount {
  const [whole, part = ''] = decimal.split('.');
  return (BigInt(whole!) * COIN + BigInt(part.padEnd(8, '0'))) as Amount;
}

const EQUAL: Omit<OfferLoan, 'opensMs'> = {
  type: 'offerLoan',
  assetId: USDT,
  method: 'equal',
  cycle: 'month',
  cycleCount: 1,
  instalments: 3,
  dailyPpm: 300,
  overduePpm: 450,
  overdueCapPpm: 100_000,
  minAmount: units('10'),
  maxAmount: units('20000'),
  reason: REASON,
};

/** Credit that lends 20,000: an old account of an identified owner has 700, so records are made before. */
const KNOWN = { kyc: 'advanced', memberDays: 365 } as const;

class Bench {
  kernel: Kernel = createKernel({ audit: true });
  nowMs = BEGAN - DAY_MS;
  events: KernelEvent[] = [];
  readonly sent: Envelope[] = [];

  constructor({ pool = '50000', offer = EQUAL }: { pool?: string; offer?: typeof EQUAL } = {}) {
    this.ok(0, { type: 'genesis', mode: 'practice', feed: 'simulator', seedHash: null });
    this.ok(0, { type: 'listAsset', assetId: USDT, code: 'USDT', name: 'Tether', scale: 8 });
    for (const user of [ANN, BOB]) this.ok(0, { type: 'openAccount', accountUserId: user, kind: 'user' });
    this.ok(0, { ...offer, opensMs: this.nowMs });
    if (pool !== '0')
      this.ok(0, { type: 'fundLoanPool', assetId: USDT, amount: units(pool), fromUserId: 0, reason: REASON });
  }

  send(userId: number, body: Command) {
    const { kernel } = this;
    const envelope = { seq: kernel.seq + 1, timeMs: this.nowMs, userId, key: null, bodyHash: null, body };
    this.sent.push(envelope);
    const applied = kernel.apply(envelope);
    this.events.push(...applied.events);
    return applied.outcome;
  }

  ok(userId: number, body: Command): void {
    expect(this.send(userId, body)).toMatchObject({ ok: true });
  }

  lend(
    amount: string,
    userId = ANN,
    credit: { kyc: 'none' | 'primary' | 'advanced'; memberDays: number } = KNOWN,
  ) {
    return this.send(0, {
      type: 'payOutLoan',
      accountUserId: userId,
      offerId: 1,
      amount: units(amount),
      applicationId: 7,
      ...credit,
    });
  }

  /** Puts the clock to a time at once: a downtime if it is far. */
  jump(toMs: number): void {
    this.nowMs = toMs;
    do this.ok(0, { type: 'tick' });
    while (this.kernel.nextDueMs <= this.nowMs);
  }

  /** Lets time pass with a tick every five seconds: no downtime. Checks of the books cost too much then. */
  walk(toMs: number): void {
    this.kernel = loadKernel(this.kernel.snapshot());
    while (this.nowMs < toMs) {
      this.nowMs = Math.min(toMs, this.nowMs + 5_000);
      const { kernel, nowMs: timeMs } = this;
      kernel.apply({
        seq: kernel.seq + 1,
        timeMs,
        userId: 0,
        key: null,
        bodyHash: null,
        body: { type: 'tick' },
      });
    }
    this.kernel = loadKernel(this.kernel.snapshot(), { audit: true });
  }

  fund(amount: string, userId = ANN): void {
    this.ok(0, { type: 'practiceFunds', accountUserId: userId, assetId: USDT, amount: units(amount) });
  }

  repay(amount: string | null, userId = ANN) {
    const loanId = this.loan.loanId;
    return this.send(userId, { type: 'repayLoan', loanId, amount: amount === null ? null : units(amount) });
  }

  get loan() {
    return this.kernel.loan.loans(ANN)[0]!;
  }

  get pool() {
    return this.kernel.loan.pools()[0]!;
  }

  available(userId = ANN): bigint {
    return this.kernel.balances(userId)[0]?.available ?? 0n;
  }

  told<T extends KernelEvent['type']>(type: T) {
    return this.events.filter((event): event is Extract<KernelEvent, { type: T }> => event.type === type);
  }
}

/** A loan of 1,000 paid out at the bench's first moment, whose borrower then has what is named. */
function lent({
  left = '1000',
  ...options
}: {
  left?: string;
  pool?: string;
  offer?: typeof EQUAL;
} = {}): Bench {
  const bench = new Bench(options);
  bench.jump(BEGAN);
  expect(bench.lend('1000')).toMatchObject({ ok: true, kind: 'loan', owed: units('1000') });
  expect(bench.available()).toBe(units('1000'));
  const spent = units('1000') - units(left);
  if (spent > 0n)
    bench.ok(ANN, {
      type: 'transfer',
      from: 'spot',
      to: 'second',
      fromSymbolId: 0,
      toSymbolId: 0,
      assetId: USDT,
      amount: spent as Amount,
    });
  return bench;
}

describe('a loan in equal instalments', () => {
  test('is collected at each due second to the last unit, and then settled', () => {
    const bench = lent();
    bench.fund('18');
    for (const dueMs of [FIRST_DUE, SECOND_DUE, THIRD_DUE]) {
      bench.jump(dueMs - 1);
      const before = bench.available();
      bench.jump(dueMs);
      expect(before - bench.available()).toBe(units('339.31729176'));
    }
    const interest = units('8.7') + units('6.22525919') + units('3.02661609');
    expect(bench.pool).toMatchObject({ free: units('50000') + interest, receivable: 0n });
    expect(bench.kernel.loan.loans(ANN)).toEqual([]);
    expect(bench.told('loanDue').map((due) => due.interest)).toEqual(
      ['8.7', '6.22525919', '3.02661609'].map(units),
    );
    expect(bench.told('loanRepaid').map(({ by, settled }) => [by, settled])).toEqual([
      ['collection', false],
      ['collection', false],
      ['collection', true],
    ]);
    expect(bench.kernel.loan.credit(ANN)).toEqual({ onTime: 3, late: 0, later: 0, isOverdue: false });
    expect(bench.kernel.nextDueMs).toBe(Number.POSITIVE_INFINITY);
  });

  test('is shown whole before, and pays out the whole amount with no fee', () => {
    const bench = lent();
    const [paidOut] = bench.told('loanPaidOut');
    expect(paidOut).toMatchObject({
      amount: units('1000'),
      payment: units('339.31729176'),
      limit: units('1000'),
    });
    expect(paidOut?.credit).toEqual({ score: 700, kyc: 250, membership: 150, record: 300, overdue: 0 });
    expect(bench.loan.rows.map(({ dueSecond }) => dueSecond * 1_000)).toEqual([
      FIRST_DUE,
      SECOND_DUE,
      THIRD_DUE,
    ]);
    expect(bench.events.filter((event) => event.type === 'entry' && event.kind.includes('fee'))).toEqual([]);
    expect(bench.pool).toEqual({ assetId: USDT, free: units('49000'), receivable: units('1000') });
  });

  test('takes interest to the second with a prepayment, keeps the dates and lessens the amounts', () => {
    const bench = lent();
    bench.jump(FIRST_DUE);
    bench.jump(at('2028-03-10T12:00:00'));
    expect(bench.loan.all).toBe(units('671.49126378'));
    expect(bench.repay('300')).toMatchObject({ ok: true, owed: units('371.49126378') });
    expect(bench.told('loanRepaid').at(-1)).toMatchObject({
      by: 'owner',
      earlyInterest: units('2.10855554'),
      earlyPrincipal: units('297.89144446'),
      payment: units('187.72519586'),
    });
    expect(bench.loan.rows.map(({ interest }) => interest)).toEqual(['2.28467128', '1.67445666'].map(units));
    expect(bench.repay('0.00000001')).toMatchObject({ ok: true });
    expect(bench.told('loanRepaid').at(-1)).toMatchObject({ earlyInterest: 0n, earlyPrincipal: 1n });
  });

  test('costs at once what was quoted for that second, and ends at 0', () => {
    const bench = lent();
    bench.jump(at('2028-02-11T10:11:12.345'));
    const quoted = bench.loan.all;
    bench.fund('100');
    const before = bench.available();
    expect(bench.repay(null)).toMatchObject({ ok: true, owed: 0n });
    expect(before - bench.available()).toBe(quoted);
    expect(bench.kernel.loan.loans(ANN)).toEqual([]);
    expect(bench.pool.receivable).toBe(0n);
    expect(bench.kernel.loan.credit(ANN)).toMatchObject({ onTime: 1 });
    expect(bench.send(ANN, { type: 'repayLoan', loanId: 1, amount: null })).toEqual({
      ok: false,
      code: 'LOAN_ENDED',
    });
  });
});

describe('an instalment that is not paid', () => {
  test('bears overdue interest on its own principal from the due second', () => {
    const bench = lent({ left: '0' });
    bench.jump(FIRST_DUE - 1_000);
    bench.walk(FIRST_DUE + 10 * DAY_MS);
    expect(bench.loan.due).toEqual([
      {
        number: 1,
        dueSecond: FIRST_DUE / 1_000,
        interest: units('8.7'),
        principal: units('330.61729176'),
        overdue: units('1.48777782'),
      },
    ]);
    expect(bench.loan.isOverdue).toBe(true);
    expect(bench.loan.rows[0]).toMatchObject({ number: 2, interest: units('6.22525919') });
    expect(bench.kernel.loan.credit(ANN)).toMatchObject({ isOverdue: true });
  });

  test('bears none for a downtime, wherever the due second lies', () => {
    const bench = lent({ left: '0' });
    bench.jump(FIRST_DUE - 1_000);
    bench.walk(FIRST_DUE + 3 * DAY_MS);
    bench.jump(bench.nowMs + 7_200_000);
    bench.walk(FIRST_DUE + 10 * DAY_MS);
    expect(bench.loan.due[0]?.overdue).toBe(units('1.47537967'));
    const late = lent({ left: '0' });
    late.jump(FIRST_DUE + 40 * DAY_MS);
    expect(late.loan.due.map(({ number, overdue }) => [number, overdue])).toEqual([
      [1, 0n],
      [2, 0n],
    ]);
  });

  test('ends at its limit', () => {
    const bench = lent({ left: '0', offer: { ...EQUAL, overduePpm: 3_000, overdueCapPpm: 20_000 } });
    bench.jump(FIRST_DUE - 1_000);
    bench.walk(FIRST_DUE + 8 * DAY_MS);
    const limit = bench.loan.due[0]!.overdue;
    expect(limit).toBe((units('330.61729176') * 20_000n) / 1_000_000n);
    bench.walk(FIRST_DUE + 9 * DAY_MS);
    expect(bench.loan.due[0]?.overdue).toBe(limit);
  });

  test('is collected later, once a day, from what is free in the spot wallet alone', () => {
    const bench = lent({ left: '0' });
    bench.jump(FIRST_DUE - 1_000);
    bench.walk(FIRST_DUE + 3_600_000);
    bench.fund('100');
    expect(bench.available()).toBe(units('100'));
    bench.walk(FIRST_DUE + DAY_MS);
    expect(bench.available()).toBe(0n);
    expect(bench.loan.due[0]).toMatchObject({ interest: 0n, principal: units('239.31729176') });
    expect(bench.kernel.balances(ANN, 'second')[0]?.available).toBe(units('1000'));
  });

  test('paid late leaves a punctual second one without overdue interest', () => {
    const bench = lent({ left: '0' });
    bench.jump(FIRST_DUE - 1_000);
    bench.walk(FIRST_DUE + 3_600_000);
    bench.fund('339.31729176');
    expect(bench.repay('339.31729176')).toMatchObject({ ok: true });
    const open = bench.loan.due[0]!;
    expect(open).toMatchObject({ interest: 0n, principal: 0n });
    expect(open.overdue).toBeGreaterThan(0n);
    expect(bench.kernel.loan.credit(ANN)).toEqual({ onTime: 0, late: 1, later: 0, isOverdue: false });
    bench.jump(SECOND_DUE - 1);
    expect(bench.loan.due[0]?.overdue).toBe(open.overdue);
    bench.fund('339.31729176');
    bench.jump(SECOND_DUE);
    expect(bench.loan.due.every(({ interest, principal }) => interest + principal === 0n)).toBe(true);
    expect(bench.loan.due[0]?.overdue).toBe(open.overdue);
    bench.jump(SECOND_DUE + 5 * DAY_MS);
    expect(bench.loan.due).toHaveLength(1);
    expect(bench.loan.due[0]?.overdue).toBe(open.overdue);
    expect(bench.told('creditChanged').map(({ cause }) => cause)).toEqual(['late', 'overdueEnded', 'onTime']);
  });
});

describe('other methods', () => {
  test('pay interest first, the principal with the last', () => {
    const weeks = {
      method: 'interestFirst',
      cycle: 'day',
      cycleCount: 7,
      instalments: 4,
      dailyPpm: 500,
    } as const;
    const bench = lent({ offer: { ...EQUAL, ...weeks } });
    bench.fund('14');
    for (let week = 1; week <= 4; week++) bench.jump(BEGAN + week * 7 * DAY_MS);
    expect(bench.told('loanRepaid').map(({ amount }) => amount)).toEqual(
      ['3.5', '3.5', '3.5', '1003.5'].map(units),
    );
    expect(bench.kernel.loan.credit(ANN)).toMatchObject({ onTime: 4 });
  });

  test('pay all at maturity', () => {
    const once = { method: 'maturity', cycle: 'day', cycleCount: 30, instalments: 1, dailyPpm: 500 } as const;
    const bench = new Bench({ offer: { ...EQUAL, ...once } });
    bench.jump(BEGAN);
    expect(bench.lend('333.33333333')).toMatchObject({ ok: true });
    bench.fund('5');
    bench.jump(BEGAN + 30 * DAY_MS);
    expect(bench.available()).toBe(0n);
    expect(bench.told('loanRepaid').at(-1)).toMatchObject({ amount: units('338.33333333'), settled: true });
  });
});

describe('a payout', () => {
  test('never goes beyond the pool, the limit, the offer or its time', () => {
    const bench = new Bench({ pool: '100' });
    const refused = (code: string) => ({ ok: false, code });
    expect(bench.lend('100.00000001')).toEqual(refused('LOAN_POOL_SHORT'));
    expect(bench.lend('1000.00000001')).toEqual(refused('LOAN_LIMIT'));
    expect(bench.lend('9')).toEqual(refused('LOAN_AMOUNT'));
    expect(bench.lend('20001')).toEqual(refused('LOAN_AMOUNT'));
    expect(bench.lend('200.00000001', ANN, { kyc: 'advanced', memberDays: 0 })).toEqual(
      refused('LOAN_LIMIT'),
    );
    expect(bench.lend('10', ANN, { kyc: 'none', memberDays: 400 })).toEqual(refused('LOAN_LIMIT'));
    expect(bench.lend('100', 9_999)).toEqual(refused('UNKNOWN_ACCOUNT'));
    expect(bench.lend('60')).toMatchObject({ ok: true });
    expect(bench.lend('40.00000001')).toEqual(refused('LOAN_POOL_SHORT'));
    const closing: Command = {
      type: 'closeLoanOffer',
      offerId: 1,
      closesMs: bench.nowMs + 1,
      reason: REASON,
    };
    bench.ok(0, closing);
    bench.jump(bench.nowMs + 7 * DAY_MS);
    expect(bench.lend('20')).toMatchObject({ ok: true });
    bench.jump(bench.nowMs + 1);
    expect(bench.lend('10')).toEqual(refused('LOAN_OFFER_CLOSED'));
    expect(bench.send(ANN, { type: 'payOutLoan', ...KNOWN } as unknown as Command)).toEqual(
      refused('NOT_PERMITTED'),
    );
  });

  test('asks nothing of a borrower who has nothing, in no state', () => {
    const bench = new Bench();
    expect(bench.available()).toBe(0n);
    expect(bench.lend('200', ANN, { kyc: 'advanced', memberDays: 0 })).toMatchObject({ ok: true });
    expect(bench.available()).toBe(units('200'));
    const taken = bench.events.flatMap((event) =>
      event.type === 'entry'
        ? event.postings.filter(({ account, amount }) => account === ANN && amount < 0n)
        : [],
    );
    expect(taken).toEqual([]);
  });

  test('does not follow from a deposit: the score stays', () => {
    const bench = lent();
    const before = bench.kernel.loan.credit(ANN);
    bench.fund('1000000');
    expect(bench.kernel.loan.credit(ANN)).toEqual(before);
    expect(bench.told('creditChanged')).toEqual([]);
  });

  test('counts no instalment that was open for less than a week, and one a week', () => {
    const bench = new Bench();
    bench.fund('100');
    for (let i = 0; i < 3; i++) {
      expect(bench.lend('100')).toMatchObject({ ok: true });
      bench.jump(bench.nowMs + DAY_MS);
      expect(bench.repay(null)).toMatchObject({ ok: true });
    }
    expect(bench.kernel.loan.credit(ANN).onTime).toBe(0);
    for (let i = 0; i < 3; i++) expect(bench.lend('100')).toMatchObject({ ok: true });
    bench.jump(bench.nowMs + 7 * DAY_MS);
    for (let i = 0; i < 3; i++) expect(bench.repay(null)).toMatchObject({ ok: true });
    expect(bench.kernel.loan.credit(ANN).onTime).toBe(1);
  });
});

describe('an offer', () => {
  test('keeps its terms, and refuses those that repay nothing', () => {
    const bench = new Bench();
    const refused = (change: Partial<OfferLoan>) =>
      bench.send(0, { ...EQUAL, opensMs: bench.nowMs, ...change });
    const days = { cycle: 'day', cycleCount: 30, instalments: 20, minAmount: 10n as Amount } as const;
    expect(refused(days)).toEqual({ ok: false, code: 'LOAN_TERMS' });
    expect(refused({ opensMs: bench.nowMs + 400 * DAY_MS })).toEqual({ ok: false, code: 'INVALID_COMMAND' });
    expect(refused({ dailyPpm: 0 })).toEqual({ ok: false, code: 'INVALID_COMMAND' });
    expect(refused({ maxAmount: 1n as Amount })).toEqual({ ok: false, code: 'LOAN_AMOUNT' });
    expect(refused({ reason: 'no' })).toEqual({ ok: false, code: 'INVALID_COMMAND' });
    expect(refused({ opensMs: bench.nowMs + 5 })).toMatchObject({ ok: true });
    const opensMs = bench.nowMs + 5;
    expect(refused({ opensMs: opensMs - 60_000 })).toMatchObject({ ok: true });
    const offers = bench.kernel.loan.offers();
    expect(offers.map(({ offerId, closesMs }) => [offerId, closesMs])).toEqual([
      [1, null],
      [2, null],
      [3, null],
    ]);
    // one whose time has passed meanwhile opens at once
    expect(offers.slice(1).map((offer) => offer.opensMs - bench.nowMs)).toEqual([5, 0]);
  });

  test('lends only what was funded, and gives back only what is free', () => {
    const bench = lent();
    bench.ok(0, { type: 'openAccount', accountUserId: 1, kind: 'house' });
    const fund = (amount: bigint, fromUserId: number) =>
      bench.send(0, {
        type: 'fundLoanPool',
        assetId: USDT,
        amount: amount as Amount,
        fromUserId,
        reason: REASON,
      });
    expect(fund(units('1'), 1)).toEqual({ ok: false, code: 'INSUFFICIENT_BALANCE' });
    expect(fund(units('1'), ANN)).toEqual({ ok: false, code: 'NOT_PERMITTED' });
    expect(fund(-units('49000.00000001'), 1)).toEqual({ ok: false, code: 'INSUFFICIENT_BALANCE' });
    expect(fund(-units('49000'), 1)).toMatchObject({ ok: true });
    expect(bench.pool.free).toBe(0n);
  });
});

describe('the machine', () => {
  test('goes on the same after a restart, and replays to the same state', () => {
    const bench = lent({ left: '150' });
    bench.jump(FIRST_DUE);
    bench.jump(SECOND_DUE + 5_000_000);
    const restarted = loadKernel(bench.kernel.snapshot());
    expect(restarted.stateHash()).toBe(bench.kernel.stateHash());
    const replayed = createKernel();
    for (const envelope of decodeEnvelopes(encodeEnvelopes(bench.sent))) replayed.apply(envelope);
    expect(replayed.stateHash()).toBe(bench.kernel.stateHash());
    bench.fund('2000');
    bench.jump(THIRD_DUE + DAY_MS);
    for (const envelope of bench.sent.slice(restarted.seq)) restarted.apply(envelope);
    expect(restarted.stateHash()).toBe(bench.kernel.stateHash());
    expect(bench.kernel.ledgerSums()[0]?.sum).toBe(0n);
  });

  test('settles what many owe at one second in slices, the sender’s first', () => {
    const bench = new Bench();
    bench.kernel = loadKernel(bench.kernel.snapshot());
    const count = MAX_DUE_ITEMS + 100;
    for (let user = 2_000; user < 2_000 + count; user++) {
      bench.ok(0, { type: 'openAccount', accountUserId: user, kind: 'user' });
      expect(bench.lend('20', user)).toMatchObject({ ok: true });
    }
    const dueMs = bench.kernel.loan.loans(2_000)[0]!.rows[0]!.dueSecond * 1_000;
    bench.nowMs = dueMs;
    bench.ok(2_000 + count - 1, { type: 'cancelAll', symbolId: null });
    const due = () => bench.told('loanDue').length;
    expect(bench.told('loanDue')[0]?.userId).toBe(2_000 + count - 1);
    expect(due()).toBe(MAX_DUE_ITEMS + 1);
    bench.jump(dueMs + 1);
    expect(due()).toBe(count);
    expect(bench.told('loanRepaid').every(({ atSecond }) => atSecond * 1_000 === dueMs)).toBe(true);
  });
});
