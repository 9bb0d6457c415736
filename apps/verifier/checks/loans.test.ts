import type { AppliedCommand } from '@candor/journal';
import { type Command, createKernel, type Envelope, type KernelEvent, type KernelView } from '@candor/kernel';
import type { Amount } from '@candor/money';
import { expect, test } from 'vitest';
import { LoanCheck } from './loans.ts';

const USDT = 1002;
const ANN = 1000;
const COIN = 100_000_000n;
const DAY_MS = 86_400_000;
const REASON = 'As published';
const coins = (amount: bigint) => (amount * COIN) as Amount;

/** A loan that falls due, is overdue through a downtime, is collected in part, repaid early in part and then settled. */
function lived() {
  const kernel = createKernel({ audit: true });
  const told: AppliedCommand[] = [];
  let nowMs = Date.UTC(2028, 0, 31);
  const send = (userId: number, body: Command) => {
    const seq = kernel.seq + 1;
    const envelope: Envelope = { seq, timeMs: nowMs, userId, key: null, bodyHash: null, body };
    const { outcome, events } = kernel.apply(envelope);
    if (!outcome.ok) throw new Error(`${body.type}: ${outcome.code}`);
    told.push({ stamp: envelope, envelope, outcome, events } as AppliedCommand);
  };
  const later = (ms: number) => {
    nowMs += ms;
    send(0, { type: 'tick' });
  };
  const fund = (amount: bigint) =>
    send(0, { type: 'practiceFunds', accountUserId: ANN, assetId: USDT, amount: coins(amount) });
  send(0, { type: 'genesis', mode: 'practice', feed: 'simulator', seedHash: null });
  send(0, { type: 'listAsset', assetId: USDT, code: 'USDT', name: 'Tether', scale: 8 });
  send(0, { type: 'openAccount', accountUserId: ANN, kind: 'user' });
  send(0, { type: 'fundLoanPool', assetId: USDT, amount: coins(5_000n), fromUserId: 0, reason: REASON });
  const bounds = { assetId: USDT, minAmount: coins(10n), maxAmount: coins(2_000n) };
  const terms = { method: 'equal', cycle: 'month', cycleCount: 1, instalments: 4, dailyPpm: 300 } as const;
  const overdue = { overduePpm: 450, overdueCapPpm: 100_000 };
  send(0, { type: 'offerLoan', ...bounds, ...terms, ...overdue, opensMs: nowMs, reason: REASON });
  const credit = { kyc: 'advanced', memberDays: 365 } as const;
  const accepted = { applicationId: 3, totalAtMost: coins(1_100n) };
  const loan = { accountUserId: ANN, offerId: 1, amount: coins(1_000n), ...accepted };
  send(0, { type: 'payOutLoan', ...loan, ...credit });
  send(ANN, { type: 'repayLoan', loanId: 1, amount: coins(900n) });
  send(0, { type: 'payOutLoan', ...loan, amount: coins(300n), ...credit });
  send(ANN, { type: 'repayLoan', loanId: 2, amount: coins(300n) });
  const spent = { fromSymbolId: 0, toSymbolId: 0, assetId: USDT, amount: coins(95n) };
  send(ANN, { type: 'transfer', from: 'spot', to: 'second', ...spent });
  later(29 * DAY_MS);
  for (let i = 0; i < 3_600; i++) later(5_000);
  later(DAY_MS);
  for (let i = 0; i < 1_000; i++) later(5_000);
  fund(10n);
  later(DAY_MS);
  fund(60n);
  send(ANN, { type: 'repayLoan', loanId: 1, amount: coins(50n) });
  fund(100n);
  send(ANN, { type: 'repayLoan', loanId: 1, amount: null });
  return { told, kernel };
}

const { told, kernel } = lived();

/** Findings of the check with the first event of a type altered. */
function findings<T extends KernelEvent['type']>(
  type: T | null,
  alter: (event: Extract<KernelEvent, { type: T }>) => object = (event) => event,
): string[] {
  const check = new LoanCheck();
  const found: string[] = [];
  let done = false;
  for (const command of told) {
    const events = command.events.map((event) => {
      if (done || event.type !== type) return event;
      done = true;
      return alter(event as Extract<KernelEvent, { type: T }>) as KernelEvent;
    });
    check.see({ ...command, events }, kernel, (what) => found.push(what));
  }
  expect(check.count).toBe(2);
  return found;
}

test('a loan’s whole life is recomputed', () => {
  expect(findings(null)).toEqual([]);
  const types = new Set(told.flatMap(({ events }) => events.map(({ type }) => type)));
  for (const type of ['loanPaidOut', 'loanDue', 'loanOverdueCharged', 'loanRepaid'] as const)
    expect(types.has(type), type).toBe(true);
  expect(kernel.loan.loans(ANN)).toEqual([]);
});

test('a payout that is not of its offer, or not of what its borrower owed, is found', () => {
  const of = (alter: Parameters<typeof findings<'loanPaidOut'>>[1]) => findings('loanPaidOut', alter);
  expect(of((event) => ({ ...event, terms: { ...event.terms, overduePpm: 451 } }))).toContain(
    'Loan 1 has overduePpm 451; its offer says 450.',
  );
  expect(of((event) => ({ ...event, offerId: 9 }))).toEqual(['Loan 1 is of offer 9, which nobody made.']);
  expect(of((event) => ({ ...event, owedBefore: 1n as Amount }))).toContain(
    'Loan 1 says that its borrower owed 1; it was 0.',
  );
  expect(of((event) => ({ ...event, totalAtMost: event.amount }))).toContainEqual(
    expect.stringMatching(/^Loan 1 comes to \d+; its borrower accepted 100000000000\.$/),
  );
  const least = coins(1_001n);
  expect(findings('loanOffered', (event) => ({ ...event, minAmount: least }))).toContain(
    `Loan 1 of ${coins(1_000n)} is outside of its offer's bounds.`,
  );
  const later = findings('loanOffered', (event) => ({ ...event, opensMs: event.opensMs + 1 }));
  expect(later).toHaveLength(2);
  expect(later[0]).toContain('when its offer was not open');
});

test('interest that an entry adds beyond its receipts is found, and one that no entry adds', () => {
  for (const kind of ['loan-interest', 'loan-overdue-interest'] as const)
    for (const isLeftOut of [false, true]) {
      const check = new LoanCheck();
      const found: string[] = [];
      let done = false;
      for (const command of told) {
        const events = command.events.flatMap((event): KernelEvent[] => {
          if (done || event.type !== 'entry' || event.kind !== kind) return [event];
          done = true;
          const postings = event.postings.map((posting) => ({
            ...posting,
            amount: (posting.amount * 2n) as Amount,
          }));
          return isLeftOut ? [] : [{ ...event, postings }];
        });
        check.see({ ...command, events }, kernel, (what) => found.push(what));
      }
      expect(found).toEqual([`The entries of ${kind} 1 are not those of its receipts.`]);
    }
});

test('what comes before its time, late, from somebody else, or never is found', () => {
  const unaltered = findings(null);
  const repaid = (alter: Parameters<typeof findings<'loanRepaid'>>[1]) => findings('loanRepaid', alter);
  const none = /^A payment of loan 1 at \d+ is none that its (owner|collection) could make\.$/;
  for (const found of [
    repaid((event) => ({ ...event, atSecond: event.atSecond + 30 })),
    repaid((event) => ({ ...event, by: 'collection' })),
    repaid((event) => ({ ...event, userId: ANN + 1 })),
  ])
    expect(found).toContainEqual(expect.stringMatching(none));
  const charged = findings('loanOverdueCharged', (event) => ({ ...event, atSecond: event.atSecond * 2 }));
  expect(charged).toContainEqual(expect.stringMatching(/is charged up to \d+, which is to come\.$/));

  const at = told.findIndex(({ events }) => events.some(({ type }) => type === 'loanDue'));
  const check = (commands: readonly AppliedCommand[], view: Pick<KernelView, 'timeMs' | 'nextDueMs'>) => {
    const found: string[] = [];
    const loans = new LoanCheck();
    for (const command of commands) loans.see(command, kernel, (what) => found.push(what));
    loans.end(view as KernelView, (what) => found.push(what));
    return found;
  };
  const moved = (ms: number) =>
    told.map((command, i) =>
      i < at
        ? command
        : { ...command, envelope: { ...command.envelope, timeMs: command.envelope.timeMs + ms } },
    );
  expect(check(moved(-DAY_MS), kernel)[0]).toMatch(/^Instalment 1 of loan 1 fell due at \d+, not at \d+\.$/);
  const { timeMs } = told[at]!.envelope;
  const before = told.slice(0, at);
  expect(check(before, { timeMs, nextDueMs: Number.POSITIVE_INFINITY })).toEqual([
    expect.stringMatching(/^An instalment of loan 1 was due at \d+, and never fell due\.$/),
  ]);
  expect(check(before, { timeMs, nextDueMs: timeMs })).toEqual([]);
  expect(unaltered).toEqual([]);
});

test('a credit record that its payments do not give is found', () => {
  const changed = (alter: Parameters<typeof findings<'creditChanged'>>[1]) =>
    findings('creditChanged', alter);
  const found = [
    changed((event) => ({ ...event, onTime: event.onTime + 1 })),
    changed((event) => ({ ...event, isOverdue: !event.isOverdue })),
    changed((event) => ({ ...event, cause: 'later' })),
    changed((event) => ({ ...event, type: 'loanFunded' })),
    findings('loanPaidOut', (event) => ({ ...event, inputs: { ...event.inputs, onTime: 1 } })),
  ];
  for (const [i, each] of found.entries()) expect(each.length, `alteration ${i}`).toBeGreaterThan(0);
});

test('a unit more or less is found, wherever it is', () => {
  const one = (amount: bigint) => (amount + 1n) as Amount;
  const found = [
    findings('loanPaidOut', (event) => ({ ...event, payment: one(event.payment) })),
    findings('loanPaidOut', (event) => ({ ...event, amount: one(event.amount) })),
    findings('loanPaidOut', (event) => ({ ...event, inputs: { ...event.inputs, kyc: 'none' } })),
    findings('loanDue', (event) => ({ ...event, interest: one(event.interest) })),
    findings('loanOverdueCharged', (event) => ({ ...event, amount: one(event.amount) })),
    findings('loanOverdueCharged', (event) => ({ ...event, seconds: event.seconds + 1 })),
    findings('loanRepaid', (event) => ({ ...event, amount: one(event.amount) })),
    findings('loanRepaid', (event) => ({ ...event, earlyPrincipal: one(event.earlyPrincipal) })),
    findings('loanRepaid', (event) => ({ ...event, principalLeft: one(event.principalLeft) })),
  ];
  for (const [i, each] of found.entries()) expect(each.length, `alteration ${i}`).toBeGreaterThan(0);
  expect(found[0]).toContain('The schedule of loan 1 is not that of its terms.');
  expect(found[3]).toContain('Instalment 1 of loan 1 is not that of its schedule.');
  expect(found[5]).toContain('Overdue interest of loan 1 counts other seconds than it was overdue.');
});
