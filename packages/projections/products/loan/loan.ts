import type {
  CreditChangedEvent,
  KernelEvent,
  LoanDueEvent,
  LoanOverdueChargedEvent,
  LoanPaidOutEvent,
  LoanRepaidEvent,
} from '@candor/kernel';
import type { Amount } from '@candor/money';
import { eventText } from '../../event-text.ts';
import type { ReadModel } from '../../read-model.ts';
import type { Rows } from '../../table-rows.ts';
import { offerChangeRow } from '../offer-changes.ts';
import {
  creditCauses,
  type LoanEntryKind,
  type LoanPoolKind,
  loanEntryKinds,
  loanPoolKinds,
} from './codes.ts';
import { LoanQueries } from './queries.ts';
import {
  creditChangesTable,
  loanEntriesTable,
  loanHoursTable,
  loanOfferChangesTable,
  loanPoolTable,
  loanSumsTable,
  loansTable,
} from './tables.ts';

const HOUR_MS = 3_600_000;

type Entry = LoanPaidOutEvent | LoanDueEvent | LoanOverdueChargedEvent | LoanRepaidEvent;
type Into = Pick<Rows, 'of'>;

interface PoolEntry {
  readonly assetId: number;
  readonly kind: LoanPoolKind;
  readonly amount: Amount;
  readonly balance: Amount;
  readonly reason: string;
  readonly interest: Amount;
  readonly overdueInterest: Amount;
}

const ENTRY_KINDS: Readonly<Record<Entry['type'], LoanEntryKind>> = {
  loanPaidOut: 'paidOut',
  loanDue: 'due',
  loanOverdueCharged: 'overdueCharged',
  loanRepaid: 'repaid',
};

/** Power loans: what was paid out, everything that happened to it, the pool that lends, and credit records. */
export const loanModel: ReadModel<LoanQueries> = {
  tables: [
    loansTable,
    loanEntriesTable,
    loanPoolTable,
    loanSumsTable,
    loanHoursTable,
    loanOfferChangesTable,
    creditChangesTable,
  ],
  project({ stamp: { seq, timeMs }, events }, rows) {
    for (const [line, event] of events.entries()) {
      const at = { seq, line, time_ms: timeMs };
      if (isEntry(event)) putEntry(rows, event, at);
      if (event.type === 'loanPaidOut') begin(rows, event, at);
      else if (event.type === 'loanRepaid' && event.settled)
        rows.of(loansTable).change(event.loanId, { settled_ms: timeMs });
      else if (event.type === 'creditChanged') putCredit(rows, event, at);
      else if (event.type === 'loanOffered')
        rows.of(loanOfferChangesTable).put(offerChangeRow('added', { ...event, atMs: event.opensMs }, at));
      else if (event.type === 'loanOfferClosed')
        rows.of(loanOfferChangesTable).put(offerChangeRow('closed', { ...event, atMs: event.closesMs }, at));
      const moved = poolEntryOf(event);
      if (moved !== null) {
        const { assetId, kind, overdueInterest, ...entry } = moved;
        const named = { asset_id: assetId, kind: loanPoolKinds.of(kind), overdue_interest: overdueInterest };
        rows.of(loanPoolTable).put({ ...at, ...entry, ...named });
      }
      addSums(rows, event, timeMs);
    }
  },
  queries: (pool, schema) => new LoanQueries(pool, schema),
};

interface At {
  readonly seq: number;
  readonly line: number;
  readonly time_ms: number;
}

const isEntry = (event: KernelEvent): event is Entry => event.type in ENTRY_KINDS;

function begin(rows: Into, event: LoanPaidOutEvent, { seq, time_ms }: At): void {
  rows.of(loansTable).put({
    loan_id: event.loanId,
    user_id: event.userId,
    application_id: event.applicationId,
    event: eventText(event),
    time_ms,
    seq,
    is_overdue: false,
  });
}

function putEntry(rows: Into, event: Entry, at: At): void {
  const amount = event.type === 'loanDue' ? event.interest + event.principal : event.amount;
  rows.of(loanEntriesTable).put({
    ...at,
    loan_id: event.loanId,
    user_id: event.userId,
    kind: loanEntryKinds.of(ENTRY_KINDS[event.type]),
    amount,
    event: eventText(event),
  });
}

/** A change of a credit record; the first and the last of an overdue time also mark the loan. */
function putCredit(rows: Into, event: CreditChangedEvent, at: At): void {
  const { userId, loanId, number, cause, onTime, late, later, isOverdue } = event;
  rows.of(creditChangesTable).put({
    ...at,
    user_id: userId,
    loan_id: loanId,
    number,
    cause: creditCauses.of(cause),
    on_time: onTime,
    late,
    later,
    is_overdue: isOverdue,
  });
  if (cause === 'overdue') rows.of(loansTable).change(loanId, { is_overdue: true });
  else if (cause === 'overdueEnded') rows.of(loansTable).change(loanId, { is_overdue: false });
}

const NOTHING = 0n as Amount;

function poolEntryOf(event: KernelEvent): PoolEntry | null {
  if (event.type === 'loanFunded') {
    const { assetId, before, after, reason } = event;
    const amount = (after - before) as Amount;
    return { assetId, kind: 'funding', amount, balance: after, reason, ...NO_INTEREST };
  }
  if (event.type !== 'loanPaidOut' && event.type !== 'loanRepaid') return null;
  const { assetId, amount, poolFree: balance } = event;
  const entry = { assetId, balance, reason: '' };
  if (event.type === 'loanPaidOut')
    return { ...entry, kind: 'paidOut', amount: -amount as Amount, ...NO_INTEREST };
  const { interest, overdueInterest } = interestOf(event);
  return { ...entry, kind: 'repaid', amount, interest, overdueInterest };
}

const NO_INTEREST = { interest: NOTHING, overdueInterest: NOTHING };

/** Parts of a payment: interest of all kinds but overdue interest, overdue interest, and what was due before it. */
function interestOf({ paid, earlyInterest }: LoanRepaidEvent) {
  const sum = (of: 'interest' | 'principal' | 'overdue') =>
    paid.reduce((all, part) => all + part[of], 0n) as Amount;
  return {
    interest: (sum('interest') + earlyInterest) as Amount,
    overdueInterest: sum('overdue'),
    due: (sum('interest') + sum('principal')) as Amount,
  };
}

/** Adds to the sums of a pool all that an event changes of them. */
function addSums(rows: Into, event: KernelEvent, timeMs: number): void {
  const put = (assetId: number, sums: Partial<Record<'funded' | 'lent' | 'overdue' | 'loans', bigint>>) =>
    rows.of(loanSumsTable).put({ asset_id: assetId, ...sums });
  switch (event.type) {
    case 'loanFunded':
      put(event.assetId, { funded: event.after - event.before });
      break;
    case 'loanPaidOut':
      put(event.assetId, { lent: event.amount, loans: 1n });
      break;
    case 'loanDue':
      put(event.assetId, { overdue: event.interest + event.principal });
      break;
    case 'loanRepaid': {
      const { assetId, amount, settled } = event;
      const { interest, overdueInterest, due } = interestOf(event);
      const received = { interest, overdue_interest: overdueInterest };
      const lent = interest + overdueInterest - amount;
      rows
        .of(loanSumsTable)
        .put({ asset_id: assetId, lent, overdue: -due, loans: settled ? -1n : 0n, ...received });
      if (interest + overdueInterest > 0n)
        rows.of(loanHoursTable).put({ asset_id: assetId, hour: Math.floor(timeMs / HOUR_MS), ...received });
    }
  }
}
