import type {
  CreditCause,
  LoanDueEvent,
  LoanOverdueChargedEvent,
  LoanPaidOutEvent,
  LoanRepaidEvent,
} from '@candor/kernel';
import type { Amount } from '@candor/money';
import type { Pool } from 'pg';
import { countOf, type Page, page, readCursor, Where } from '../../paging.ts';
import { type OfferChangeRecord, readOfferChanges } from '../offer-changes.ts';
import { creditCauses, type LoanPoolKind, loanPoolKinds } from './codes.ts';

/** State of a loan that was paid out. */
export type LoanState = 'running' | 'overdue' | 'settled';

/** A loan with what became of it. */
export interface PowerLoanRecord {
  readonly paidOut: LoanPaidOutEvent;
  readonly state: LoanState;
  readonly settledMs: number | null;
  /** Sum of its payments. */
  readonly repaid: Amount;
  readonly timeMs: number;
  readonly seq: number;
}

/** An event of a loan, with the command that brought it. */
export interface LoanEntryRecord {
  readonly event: LoanPaidOutEvent | LoanDueEvent | LoanOverdueChargedEvent | LoanRepaidEvent;
  readonly seq: number;
  readonly line: number;
  readonly timeMs: number;
}

/** A movement of what the pool can lend. */
export interface LoanPoolRecord {
  readonly seq: number;
  readonly line: number;
  readonly timeMs: number;
  readonly assetId: number;
  readonly kind: LoanPoolKind;
  readonly amount: Amount;
  /** Coins that can be lent after it. */
  readonly balance: Amount;
  readonly reason: string;
  /** Parts of a repayment; the rest of it is principal. */
  readonly interest: Amount;
  readonly overdueInterest: Amount;
}

/** Sums of a pool. */
export interface LoanPoolSums {
  readonly assetId: number;
  /** Coins that operators added, less what they took back. */
  readonly funded: Amount;
  /** Principal that was paid out and is not repaid. */
  readonly lent: Amount;
  /** Interest and principal that fell due and are unpaid. */
  readonly overdue: Amount;
  /** Loans that are not settled. */
  readonly loans: number;
  /** Interest that was paid, overdue interest left out. */
  readonly interest: Amount;
  readonly interest30Days: Amount;
  readonly overdueInterest: Amount;
  readonly overdueInterest30Days: Amount;
}

/** Part of a credit score's inputs that loans decide, as a change left it. */
export interface CreditCounts {
  readonly onTime: number;
  readonly late: number;
  readonly later: number;
  readonly isOverdue: boolean;
}

/** A change of the record behind a credit score. */
export interface CreditChangeRecord extends CreditCounts {
  readonly seq: number;
  readonly line: number;
  readonly timeMs: number;
  readonly loanId: number;
  readonly number: number;
  readonly cause: CreditCause;
}

/** A change beside the one before it. */
export interface CreditStepRecord extends CreditChangeRecord {
  /** Left by the user's change before; nothing where there was none. */
  readonly before: CreditCounts;
  /** Number of the application that the loan was paid out on. */
  readonly applicationId: number;
}

export interface CreditStepsQuery {
  readonly userId: number;
  readonly cursor: string | null;
  readonly limit: number;
  /** Inclusive. */
  readonly fromMs?: number | null;
  /** Exclusive. */
  readonly toMs?: number | null;
}

type Int8 = string;

interface LoanRow {
  readonly event: string;
  readonly time_ms: Int8;
  readonly seq: Int8;
  readonly is_overdue: boolean;
  readonly settled_ms: Int8 | null;
  readonly repaid: Int8;
}

type CountColumn = 'on_time' | 'late' | 'later';

type CreditRow = Record<'seq' | 'line' | 'time_ms' | 'loan_id' | 'number' | CountColumn, Int8> & {
  readonly cause: number;
  readonly is_overdue: boolean;
};

interface CreditStepRow extends CreditRow {
  readonly application_id: Int8;
  /** Null where there was no change before. */
  readonly before_on_time: Int8 | null;
  readonly before_late: Int8 | null;
  readonly before_later: Int8 | null;
  readonly before_is_overdue: boolean | null;
}

const HOUR_MS = 3_600_000;
const DAYS_30_HOURS = 30 * 24;

const STATE_SQL: Readonly<Record<LoanState, string>> = {
  running: 'settled_ms IS NULL AND NOT is_overdue',
  overdue: 'settled_ms IS NULL AND is_overdue',
  settled: 'settled_ms IS NOT NULL',
};
const WHOLE = /^-?\d+$/;

/** Power loans as the read models have them: rows may trail the kernel. */
export class LoanQueries {
  private readonly pool: Pick<Pool, 'query'>;
  private readonly schema: string;

  constructor(pool: Pick<Pool, 'query'>, schema: string) {
    this.pool = pool;
    this.schema = schema;
  }

  /** Numbers of the applications whose loans are in one of these states. */
  async applications(userId: number, states: readonly LoanState[]): Promise<readonly number[]> {
    const { rows } = await this.pool.query<{ application_id: Int8 }>(
      `SELECT application_id FROM ${this.schema}.power_loans
       WHERE user_id = $1 AND (${states.map((state) => `(${STATE_SQL[state]})`).join(' OR ')})`,
      [userId],
    );
    return rows.map((row) => Number(row.application_id));
  }

  /** The loans of a user that were paid out on these applications. */
  async byApplications(
    userId: number,
    applicationIds: readonly number[],
  ): Promise<readonly PowerLoanRecord[]> {
    const { schema } = this;
    const { rows } = await this.pool.query<LoanRow>(
      `SELECT l.*, coalesce((SELECT sum(e.amount) FROM ${schema}.power_loan_entries AS e
         WHERE e.loan_id = l.loan_id AND e.kind = 3), 0)::text AS repaid
       FROM ${schema}.power_loans AS l WHERE user_id = $1 AND application_id = ANY ($2::bigint[])`,
      [userId, applicationIds],
    );
    return rows.map(toLoan);
  }

  /** Number of the application that a loan was paid out on; null where the user has no such loan. */
  async applicationOf(userId: number, loanId: number): Promise<number | null> {
    const { rows } = await this.pool.query<{ application_id: Int8 }>(
      `SELECT application_id FROM ${this.schema}.power_loans WHERE loan_id = $2 AND user_id = $1`,
      [userId, loanId],
    );
    return rows[0] === undefined ? null : Number(rows[0].application_id);
  }

  /** Users who have a loan that is not settled, by their numbers. */
  async borrowers(): Promise<readonly number[]> {
    const { rows } = await this.pool.query<{ user_id: Int8 }>(
      `SELECT DISTINCT user_id FROM ${this.schema}.power_loans WHERE settled_ms IS NULL ORDER BY user_id`,
    );
    return rows.map((row) => Number(row.user_id));
  }

  /** Everything that happened to a loan of a user, oldest first. */
  async entries(userId: number, loanId: number): Promise<readonly LoanEntryRecord[]> {
    const { rows } = await this.pool.query<{ event: string; seq: Int8; line: Int8; time_ms: Int8 }>(
      `SELECT event, seq, line, time_ms FROM ${this.schema}.power_loan_entries
       WHERE loan_id = $2 AND user_id = $1 ORDER BY seq, line`,
      [userId, loanId],
    );
    return rows.map((row) => ({
      event: readEvent<LoanEntryRecord['event']>(row.event),
      seq: Number(row.seq),
      line: Number(row.line),
      timeMs: Number(row.time_ms),
    }));
  }

  /** Movements of the pool, newest first. */
  async poolEntries(cursor: string | null, limit: number): Promise<Page<LoanPoolRecord>> {
    const before = readCursor(cursor, 2);
    if (before === null) return { rows: [], next: null };
    const where = new Where();
    if (before.length === 2) where.add('(seq, line) < (?, ?)', ...before);
    const { rows } = await this.pool.query<
      Record<
        'seq' | 'line' | 'asset_id' | 'amount' | 'balance' | 'interest' | 'overdue_interest' | 'time_ms',
        Int8
      > & { readonly kind: number; readonly reason: string }
    >(
      `SELECT * FROM ${this.schema}.power_loan_pool WHERE ${where.sql}
       ORDER BY seq DESC, line DESC LIMIT ${countOf(limit) + 1}`,
      where.values,
    );
    const records = rows.map((row) => ({
      seq: Number(row.seq),
      line: Number(row.line),
      timeMs: Number(row.time_ms),
      assetId: Number(row.asset_id),
      kind: loanPoolKinds.word(row.kind),
      amount: BigInt(row.amount) as Amount,
      balance: BigInt(row.balance) as Amount,
      reason: row.reason,
      interest: BigInt(row.interest) as Amount,
      overdueInterest: BigInt(row.overdue_interest) as Amount,
    }));
    return page(records, limit, ({ seq, line }) => [seq, line]);
  }

  /** Sums of all pools; what was paid lately is counted by whole hours, the present one included. */
  async poolSums(nowMs: number): Promise<readonly LoanPoolSums[]> {
    const { schema } = this;
    const { rows } = await this.pool.query<
      Record<
        | 'asset_id'
        | 'funded'
        | 'lent'
        | 'overdue'
        | 'loans'
        | 'interest'
        | 'overdue_interest'
        | 'i30'
        | 'o30',
        Int8
      >
    >(
      `SELECT s.*, coalesce(h.i30, 0)::text AS i30, coalesce(h.o30, 0)::text AS o30 FROM ${schema}.power_loan_sums AS s
       LEFT JOIN (SELECT asset_id, sum(interest) AS i30, sum(overdue_interest) AS o30
         FROM ${schema}.power_loan_hours WHERE hour > $1 GROUP BY asset_id) AS h USING (asset_id)
       ORDER BY s.asset_id`,
      [Math.floor(nowMs / HOUR_MS) - DAYS_30_HOURS],
    );
    const amount = (units: Int8) => BigInt(units) as Amount;
    return rows.map((row) => ({
      assetId: Number(row.asset_id),
      funded: amount(row.funded),
      lent: amount(row.lent),
      overdue: amount(row.overdue),
      loans: Number(row.loans),
      interest: amount(row.interest),
      interest30Days: amount(row.i30),
      overdueInterest: amount(row.overdue_interest),
      overdueInterest30Days: amount(row.o30),
    }));
  }

  /** Newest acts of the operators on the offers. */
  offerChanges(limit: number): Promise<readonly OfferChangeRecord[]> {
    return readOfferChanges(this.pool, `${this.schema}.power_loan_offer_changes`, limit);
  }

  /** Changes of a user's credit record, newest first. */
  async credit(userId: number, cursor: string | null, limit: number): Promise<Page<CreditChangeRecord>> {
    const before = readCursor(cursor, 2);
    if (before === null) return { rows: [], next: null };
    const where = new Where().add('user_id = ?', userId);
    if (before.length === 2) where.add('(seq, line) < (?, ?)', ...before);
    const { rows } = await this.pool.query<CreditRow>(
      `SELECT * FROM ${this.schema}.credit_changes WHERE ${where.sql}
       ORDER BY seq DESC, line DESC LIMIT ${countOf(limit) + 1}`,
      where.values,
    );
    return page(rows.map(toCredit), limit, ({ seq, line }) => [seq, line]);
  }

  /** Changes of a user's credit record, newest first, each with what the change before it left. */
  async creditSteps({
    userId,
    cursor,
    limit,
    fromMs,
    toMs,
  }: CreditStepsQuery): Promise<Page<CreditStepRecord>> {
    const before = readCursor(cursor, 2);
    if (before === null) return { rows: [], next: null };
    const where = new Where()
      .add('c.user_id = ?', userId)
      .add('c.time_ms >= ?', fromMs)
      .add('c.time_ms < ?', toMs);
    if (before.length === 2) where.add('(c.seq, c.line) < (?, ?)', ...before);
    const { schema } = this;
    const { rows } = await this.pool.query<CreditStepRow>(
      `SELECT c.*, l.application_id, b.on_time AS before_on_time, b.late AS before_late, b.later AS before_later,
         b.is_overdue AS before_is_overdue
       FROM ${schema}.credit_changes AS c JOIN ${schema}.power_loans AS l USING (loan_id)
       LEFT JOIN LATERAL (SELECT p.on_time, p.late, p.later, p.is_overdue FROM ${schema}.credit_changes AS p
         WHERE p.user_id = c.user_id AND (p.seq, p.line) < (c.seq, c.line)
         ORDER BY p.seq DESC, p.line DESC LIMIT 1) AS b ON true
       WHERE ${where.sql} ORDER BY c.seq DESC, c.line DESC LIMIT ${countOf(limit) + 1}`,
      where.values,
    );
    const records = rows.map((row) => ({
      ...toCredit(row),
      before: {
        onTime: Number(row.before_on_time ?? 0),
        late: Number(row.before_late ?? 0),
        later: Number(row.before_later ?? 0),
        isOverdue: row.before_is_overdue ?? false,
      },
      applicationId: Number(row.application_id),
    }));
    return page(records, limit, ({ seq, line }) => [seq, line]);
  }
}

function toCredit(row: CreditRow): CreditChangeRecord {
  return {
    seq: Number(row.seq),
    line: Number(row.line),
    timeMs: Number(row.time_ms),
    loanId: Number(row.loan_id),
    number: Number(row.number),
    cause: creditCauses.word(row.cause),
    onTime: Number(row.on_time),
    late: Number(row.late),
    later: Number(row.later),
    isOverdue: row.is_overdue,
  };
}

/** Reads an event back: amounts stand in it as text, and no other text of a loan is a whole number. */
function readEvent<Event>(text: string): Event {
  return JSON.parse(text, (_, value: unknown) =>
    typeof value === 'string' && WHOLE.test(value) ? BigInt(value) : value,
  ) as Event;
}

function toLoan(row: LoanRow): PowerLoanRecord {
  const settledMs = row.settled_ms === null ? null : Number(row.settled_ms);
  return {
    paidOut: readEvent<LoanPaidOutEvent>(row.event),
    state: settledMs === null ? (row.is_overdue ? 'overdue' : 'running') : 'settled',
    settledMs,
    repaid: BigInt(row.repaid) as Amount,
    timeMs: Number(row.time_ms),
    seq: Number(row.seq),
  };
}
