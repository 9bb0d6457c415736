import {
  type Client,
  LOAN_REVIEW_HOURS,
  type LoanRecordRow,
  type LoanRecordStatus,
  loanCalls,
  type OperatorCalls,
} from '@candor/api';
import type { Command } from '@candor/kernel';
import { type Amount, formatDecimalTrimmed } from '@candor/money';
import { checkLoan } from '@candor/proofs';
import { loanTotal } from '@candor/rules';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openReviews } from '../../apps/server/gateway/review/index.ts';
import { reviewRefusedAgain } from '../../apps/server/money/loan/house.ts';
import { remindBorrowers } from '../../apps/server/money/loan/reminders.ts';
import { eventually } from '../support/patience.ts';
import { lookAt, type OperatorsConsole, openConsole } from './support/console.ts';
import { type House, openHouse } from './support/house.ts';
import { USDT } from './support/listing.ts';
import { APPLY_PATH, applicationBody, applyForLoan, loggedInAgain, newBorrower } from './support/loan.ts';
import { clientOf, newPerson, type Person, refusal } from './support/person.ts';
import { photo } from './support/photos.ts';
import { keyOf, needOf, sendAct } from './support/step-up.ts';
import { toldTo } from './support/told.ts';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const REASON = 'Terms of this test';
const coins = (whole: number) => (BigInt(whole) * 100_000_000n) as Amount;
const TERMS = {
  method: 'equal',
  cycle: 'month',
  cycleCount: 1,
  instalments: 3,
  dailyPpm: 300,
  overduePpm: 450,
  overdueCapPpm: 100_000,
} as const;

let house: House;
let desk: OperatorsConsole;
let rita: Client<OperatorCalls>;
let ron: Client<OperatorCalls>;
let picture: Buffer;
let nowMs = Date.UTC(2026, 0, 31);

beforeAll(async () => {
  house = await openHouse({ clock: () => nowMs, notices: true });
  desk = await openConsole(house, { reviewKinds: [house.loans.review] });
  const admin = await desk.signIn();
  rita = await desk.add('rita', 'review', admin);
  ron = await desk.add('ron', 'review', admin);
  picture = await photo(0, { width: 300, height: 200 });
  const bounds = { minAmount: coins(10), maxAmount: coins(5_000), opensMs: 0 };
  await system({ type: 'offerLoan', assetId: USDT, ...TERMS, ...bounds, reason: REASON });
  await system({ type: 'fundLoanPool', assetId: USDT, amount: coins(9_000), fromUserId: 0, reason: REASON });
});
afterAll(async () => {
  await desk?.stop();
  await house?.stop();
});

async function system(body: Command): Promise<void> {
  const { outcome } = await house.engine.submit({ userId: 0, key: null, bodyHash: null, body });
  if (!outcome.ok) throw new Error(`${body.type} was refused: ${outcome.code}`);
}

const borrower = () => newBorrower(house);
const bodyOf = (person: Person, amount: string) => applicationBody(house, person, picture, amount);
const apply = async (person: Person, amount: string): Promise<LoanRecordRow> =>
  applyForLoan(house, person, await bodyOf(person, amount));

async function decide({ id }: { readonly id: number }, reason: string, by = rita) {
  const { records } = await by.call('getReviews', { query: { kind: 'loan' } });
  const item = records.find(({ subject }) => subject === String(id))!;
  const params = { id: String(item.id) };
  await by.call('claimReview', { params });
  await lookAt(by, params.id);
  const verdict = reason === 'matches' ? ('approve' as const) : ('reject' as const);
  return by.call('decideReview', { params, body: { version: item.version, verdict, reason } });
}

/** The facts of an application that its reviewer reads. */
async function factsFor({ id }: { readonly id: number }) {
  const { records } = await rita.call('getReviews', { query: { kind: 'loan' } });
  const item = records.find(({ subject }) => subject === String(id))!;
  return (await rita.call('getReview', { params: { id: String(item.id) } })).facts;
}

const record = (person: Person, { id }: { readonly id: number }) =>
  person.client.call('getLoanRecord', { query: { id: String(id) } });
const list = async (person: Person, status?: LoanRecordRow['status']) =>
  (await person.client.call('getLoanRecords', { query: status === undefined ? {} : { status } })).records;
const statusIs = (person: Person, application: { readonly id: number }, status: LoanRecordRow['status']) =>
  eventually(async () => expect((await list(person, status)).map(({ id }) => id)).toContain(application.id));

describe('an application', () => {
  it('shows what it is before factors are asked for, and is refused for what is wrong with it', async () => {
    const person = await borrower();
    const right = await bodyOf(person, '200');
    const need = needOf(await sendAct(house, person, { path: APPLY_PATH, body: right }));
    expect(need.act).toMatchObject({
      name: 'applyLoan',
      facts: [
        { name: 'amount', value: '200', unit: 'USDT' },
        { name: 'totalAtMost', value: '100000', unit: 'USDT' },
      ],
    });
    const refused = async (more: object) =>
      keyOf(person.client.call('applyLoan', { body: { ...right, ...more } as never }));
    expect(await refused({ termsHash: 'ab'.repeat(32) })).toBe('LOAN_TERMS_CHANGED');
    // whoever was shown no interest is not asked for any
    expect(await refused({ totalAtMost: '200' })).toBe('LOAN_TERMS_CHANGED');
    expect(await refused({ amount: '9' })).toBe('LOAN_AMOUNT');
    expect(await refused({ amount: '1000.00000001' })).toBe('LOAN_LIMIT');
    expect(await refused({ back: right.front })).toBe('INVALID_INPUT');
    expect(await refused({ offerId: 99 })).toBe('LOAN_OFFER_UNKNOWN');
    const stranger = await newPerson(house);
    expect(await keyOf(stranger.client.call('applyLoan', { body: right as never }))).toBe('LOAN_LIMIT');
  });

  it('counts towards the limit while it waits, stands alone, and can be taken back', async () => {
    const person = await borrower();
    const asked = await apply(person, '300');
    expect(asked).toMatchObject({
      status: 'pending',
      amount: '300',
      totalAtMost: '100000',
      loanId: null,
      repaid: '0',
      reason: null,
    });
    const credit = await person.client.call('getCreditScore');
    expect(credit).toMatchObject({ score: 700, limit: '1000', asked: '300', owed: '0', available: '700' });
    const more = await bodyOf(person, '100');
    expect((await refusal(person.client.call('applyLoan', { body: more }))).key).toBe('LOAN_PENDING');
    const other = await newPerson(house);
    const cancel = (of: Person) => of.client.call('cancelLoanApplication', { body: { id: asked.id } });
    expect((await refusal(cancel(other))).key).toBe('LOAN_UNKNOWN');
    expect((await refusal(record(other, asked))).key).toBe('LOAN_UNKNOWN');
    expect(await cancel(person)).toMatchObject({ status: 'cancelled' });
    expect(await cancel(person)).toMatchObject({ status: 'cancelled' });
    expect((await person.client.call('getCreditScore')).available).toBe('1000');
    expect((await rita.call('getReviews', { query: { kind: 'loan' } })).records).toEqual([]);
    expect((await list(person, 'cancelled')).map(({ id }) => id)).toEqual([asked.id]);
  });

  it('that fails says why, and asks its borrower for nothing', async () => {
    const person = await borrower();
    const asked = await apply(person, '200');
    await decide(asked, 'unclear');
    expect(await record(person, asked)).toMatchObject({
      status: 'failed',
      reason: 'unclear',
      loan: null,
      entries: [],
    });
    const cancel = person.client.call('cancelLoanApplication', { body: { id: asked.id } });
    expect((await refusal(cancel)).key).toBe('LOAN_DECIDED');
    const told = await eventually(async () => {
      const notices = await toldTo(house, person);
      const notice = notices.find(({ kind }) => kind === 'loan-decided');
      expect(notice?.facts).toMatchObject({ id: asked.id, decision: 'failed', reason: 'unclear' });
      return notices;
    });
    expect(JSON.stringify(told)).not.toMatch(/fee|deposit/i);
    const bills = await person.client.call('getMyBill', { query: {} });
    expect(new Set(bills.records.map(({ kind }) => kind))).toEqual(new Set(['practice-funds']));
    expect(await apply(person, '200')).toMatchObject({ status: 'pending' });
  });
});

describe('before its payout an application', () => {
  type Unpaid = Exclude<LoanRecordStatus, 'overdue' | 'settled'>;
  /** Ways into every state in which nothing was paid out: one that is new does not compile without its own. */
  const ways: Readonly<Record<Unpaid, (person: Person, asked: LoanRecordRow) => Promise<unknown>>> = {
    pending: async () => {},
    failed: (_, asked) => decide(asked, 'unclear'),
    cancelled: (person, { id }) => person.client.call('cancelLoanApplication', { body: { id } }),
    // as the last decision leaves it until its payout was sent
    approved: (_, { id }) =>
      house.pool.query(
        "update loan.application set state = 'approved', decided_at = now() where application_id = $1",
        [id],
      ),
  };
  const isAct = ({ act }: { readonly act?: boolean | undefined }) => act === true;
  /** Every act of power loans, tried on an application. */
  const acts: Readonly<Record<string, (person: Person, asked: LoanRecordRow) => Promise<unknown>>> = {
    applyLoan: async (person) => apply(person, '100'),
    repayLoan: async ({ client }, { id }) => {
      for (const amount of [null, '1'])
        for (const onlyDue of [false, true]) {
          const paid = client.call('repayLoan', { body: { id, amount, onlyDue } });
          expect((await refusal(paid)).key).toMatch(/^LOAN_(ENDED|NOTHING_DUE)$/);
        }
    },
    cancelLoanApplication: ({ client }, { id }) => client.call('cancelLoanApplication', { body: { id } }),
  };

  it.each(Object.keys(ways) as Unpaid[])(
    'that is %s has no act by which its borrower pays',
    async (state) => {
      expect(Object.keys(acts).sort()).toEqual(
        Object.entries(loanCalls)
          .flatMap(([name, call]) => (isAct(call) ? [name] : []))
          .sort(),
      );
      const person = await borrower();
      const asked = await apply(person, '200');
      await ways[state](person, asked);
      expect(await record(person, asked)).toMatchObject({ status: state, loanId: null, loan: null });
      const money = async () => [
        (await person.client.call('getMyBalance', { query: {} })).list,
        (await person.client.call('getMyBill', { query: {} })).records,
      ];
      const before = await money();
      for (const [name, act] of Object.entries(acts)) {
        // what its state refuses takes nothing either
        await act(person, asked).catch((error: Error & { readonly key?: string }) => {
          if (error.key === undefined && !error.message.startsWith('no step-up was asked for')) throw error;
        });
        expect([name, await money()]).toEqual([name, before]);
      }
      for (const { id } of await list(person, 'pending'))
        await person.client.call('cancelLoanApplication', { body: { id } });
    },
  );
});

describe('a loan', () => {
  it('that is large takes two reviewers, of whom none approves twice', async () => {
    const person = await borrower();
    const asked = await apply(person, '500.00000001');
    await decide(asked, 'matches');
    expect((await list(person, 'pending')).map(({ id }) => id)).toEqual([asked.id]);
    await expect(decide(asked, 'matches')).rejects.toThrow();
    await decide(asked, 'matches', ron);
    await statusIs(person, asked, 'approved');
  });

  it('that the ledger would refuse is not approved: its reviewer reads why, and it waits on', async () => {
    const person = await borrower();
    const asked = await apply(person, '500');
    await house.pool.query(
      "update kyc.submission set state = 'rejected', reason = 'expired' where user_id = $1",
      [person.userId],
    );
    expect((await refusal(decide(asked, 'matches'))).key).toBe('LOAN_LIMIT');
    expect((await list(person, 'pending')).map(({ id }) => id)).toEqual([asked.id]);
  });

  it('that would cost more than its borrower accepted is not approved, and fails for the true reason', async () => {
    const person = await borrower();
    const asked = await apply(person, '200');
    await house.pool.query('update loan.application set total_at_most = amount where application_id = $1', [
      asked.id,
    ]);
    expect((await refusal(decide(asked, 'matches'))).key).toBe('LOAN_TOTAL_ABOVE');
    // the reviewer reads why: what was accepted, and what it would come to
    const total = loanTotal(TERMS, coins(200), Math.floor(nowMs / 1_000))!;
    expect(await factsFor(asked)).toEqual(
      expect.arrayContaining([
        { name: 'totalAtMost', value: '200 USDT' },
        { name: 'totalNow', value: `${formatDecimalTrimmed(total, 8)} USDT` },
      ]),
    );
    expect((await list(person, 'pending')).map(({ id }) => id)).toEqual([asked.id]);
    await decide(asked, 'late');
    expect(await record(person, asked)).toMatchObject({ status: 'failed', reason: 'late' });
    const { rows } = await house.pool.query<{ credit: string }>(
      'select credit from loan.verdict where application_id = $1',
      [asked.id],
    );
    expect(JSON.parse(rows[0]!.credit)).toMatchObject({
      score: 700,
      limit: '1000',
      inputs: { kyc: 'advanced' },
    });
  });

  it('whose payout the ledger refused after the approval is reviewed again', async () => {
    const person = await borrower();
    const asked = await apply(person, '200');
    await decide(asked, 'matches');
    await eventually(async () => {
      const { rows } = await house.pool.query('select seq from outbox.command where key = $1', [
        `loan:${asked.id}:1`,
      ]);
      expect(rows).toEqual([{ seq: expect.anything() }]);
    });
    await house.pool.query("update outbox.command set rejection = 'LOAN_POOL_SHORT' where key = $1", [
      `loan:${asked.id}:1`,
    ]);
    // it still waits: no other application takes its place, and it counts towards the limit
    const more = await bodyOf(person, '100');
    expect((await refusal(person.client.call('applyLoan', { body: more }))).key).toBe('LOAN_PENDING');
    expect((await person.client.call('getCreditScore')).asked).toBe('200');
    nowMs += MINUTE_MS;
    // a closing holds the user, and then deletes what is the user's: it is waited for with no row in hand
    const beside = await house.pool.connect();
    await beside.query('begin');
    await beside.query('select from identity.user where user_id = $1 for update', [person.userId]);
    const pid = (await beside.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]!.pid;
    const again = reviewRefusedAgain(house, await openReviews(house.pool, house.now));
    await eventually(async () => {
      const waiting = 'select from pg_stat_activity where $1 = any(pg_blocking_pids(pid))';
      expect((await house.pool.query(waiting, [pid])).rows).toHaveLength(1);
    });
    await beside.query('select from loan.application where application_id = $1 for update nowait', [
      asked.id,
    ]);
    await beside.query('commit');
    beside.release();
    await again;
    await eventually(async () => {
      const told = (await toldTo(house, person)).filter(({ kind }) => kind === 'loan-decided');
      expect(told.map(({ facts }) => (facts as { decision: string }).decision).toSorted()).toEqual([
        'again',
        'approved',
      ]);
    });
    // it waits within another deadline: the time is shown of what is pending alone
    const reviewTime = house.now() + LOAN_REVIEW_HOURS * 60 * MINUTE_MS;
    expect(await record(person, asked)).toMatchObject({ reviewTime });
    expect(await factsFor(asked)).toContainEqual({ name: 'refused', value: 'LOAN_POOL_SHORT' });
  });

  it('is paid out after a review, repaid in part, falls due, and is settled', async () => {
    const person = await borrower();
    const asked = await apply(person, '400');
    await decide(asked, 'matches');
    await eventually(async () => expect((await record(person, asked)).loan).not.toBeNull());
    const paid = await record(person, asked);
    expect(paid).toMatchObject({ status: 'approved', amount: '400', repaid: '0', asked: { score: 700 } });
    expect(paid.agreed).toHaveLength(3);
    expect(paid.loan!.schedule).toEqual(paid.agreed);
    expect(paid.repayTime).toBe(paid.agreed[2]!.dueTime);
    expect(paid.entries).toMatchObject([{ kind: 'paidOut', totalAtMost: '100000' }]);
    expect(paid.totalAtMost).toBe('100000');
    expect(checkLoan(paid).entries).toMatchObject([{ ok: true }]);
    expect(paid.entries[0]!.journal?.rowHash).toMatch(/^[0-9a-f]{64}$/);
    const id = paid.loanId!;
    await person.client.call('repayLoan', { body: { id, amount: '100' } });
    expect(await record(person, asked)).toMatchObject({ repaid: '100' });
    const { agreed } = paid;
    nowMs = agreed[0]!.dueTime - 2 * DAY_MS;
    await system({ type: 'tick' });
    const parts = { ...house, history: house.projections };
    await remindBorrowers(parts);
    await remindBorrowers(parts);
    nowMs = agreed[0]!.dueTime;
    await system({ type: 'tick' });
    const back = await loggedInAgain(house, person);
    const due = await record(back, asked);
    expect(due.entries.map(({ kind }) => kind)).toEqual(['paidOut', 'repaid', 'due', 'repaid']);
    expect(due.entries[3]).toMatchObject({ by: 'collection', parts: [{ number: 1, overdueInterest: '0' }] });
    await system({ type: 'practiceFunds', accountUserId: person.userId, assetId: USDT, amount: coins(50) });
    const { repayAll } = (await record(back, asked)).loan!;
    expect(await back.client.call('repayLoan', { body: { id, amount: null } })).toEqual({ id, owed: '0' });
    await statusIs(back, asked, 'settled');
    const end = await record(back, asked);
    expect(end.entries.at(-1)).toMatchObject({
      kind: 'repaid',
      by: 'owner',
      amount: repayAll,
      settled: true,
    });
    await eventually(async () => {
      const kinds = (await toldTo(house, back)).map(({ kind }) => kind);
      expect(kinds).toEqual(
        expect.arrayContaining([
          'loan-decided',
          'loan-paid-out',
          'loan-due-soon',
          'loan-due',
          'loan-settled',
        ]),
      );
    });
    const pool = await clientOf(house).call('getLoanPoolEntries', { query: {} });
    expect(pool.records.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['funding', 'paidOut', 'repaid']),
    );
  });
});
