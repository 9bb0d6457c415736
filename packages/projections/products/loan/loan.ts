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
  loanOfferChangesTable,
  loanPoolTable,
  loansTable,
} from './tables.ts';

type Entry = LoanPaidOutEvent | LoanDueEvent | LoanOverdueChargedEvent | LoanRepaidEvent;
type Into = Pick<Rows, 'of'>;

interface PoolEntry {
  readonly assetId: number;
  readonly kind: LoanPoolKind;
  readonly amount: Amount;
  readonly balance: Amount;
  readonly reason: string;
}

const ENTRY_KINDS: Readonly<Record<Entry['type'], LoanEntryKind>> = {
  loanPaidOut: 'paidOut',
  loanDue: 'due',
  loanOverdueCharged: 'overdueCharged',
  loanRepaid: 'repaid',
};

/** Power loans: what was paid out, everything that happened to it, the pool that lends, and credit records. */
export const loanModel: ReadModel<LoanQueries> = {
  tables: [loansTable, loanEntriesTable, loanPoolTable, loanOfferChangesTable, creditChangesTable],
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
        const { assetId, kind, ...entry } = moved;
        rows.of(loanPoolTable).put({ ...at, ...entry, asset_id: assetId, kind: loanPoolKinds.of(kind) });
      }
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

function poolEntryOf(event: KernelEvent): PoolEntry | null {
  if (event.type === 'loanFunded') {
    const { assetId, before, after, reason } = event;
    return { assetId, kind: 'funding', amount: (after - before) as Amount, balance: after, reason };
  }
  if (event.type !== 'loanPaidOut' && event.type !== 'loanRepaid') return null;
  const { assetId, amount, poolFree } = event;
  const isOut = event.type === 'loanPaidOut';
  return {
    assetId,
    kind: isOut ? 'paidOut' : 'repaid',
    amount: (isOut ? -amount : amount) as Amount,
    balance: poolFree,
    reason: '',
  };
}
