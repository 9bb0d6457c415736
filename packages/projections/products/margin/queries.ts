import type { MarginRepaidEvent, MarginWallet } from '@candor/kernel';
import type { Amount } from '@candor/money';
import type { Pool } from 'pg';
import { countOf, type Page, page, readCursor, Where } from '../../paging.ts';

interface OfWallet {
  readonly wallet: MarginWallet;
  /** 0 for the cross wallet. */
  readonly symbolId: number;
}

export interface LoanRecord extends OfWallet {
  readonly loanId: number;
  readonly assetId: number;
  readonly borrowed: Amount;
  readonly repaid: Amount;
  readonly interest: Amount;
  readonly interestPaid: Amount;
  readonly ratePpb: number;
  /** Null while something is owed. */
  readonly endedBy: MarginRepaidEvent['by'] | null;
  readonly openedMs: number;
  readonly updatedMs: number;
  readonly seq: number;
}

export interface InterestRecord extends OfWallet {
  readonly seq: number;
  readonly line: number;
  readonly loanId: number;
  readonly assetId: number;
  readonly amount: Amount;
  readonly principal: Amount;
  readonly fromIndex: bigint | null;
  readonly toIndex: bigint | null;
  readonly timeMs: number;
}

export interface MarginReceiptRecord extends OfWallet {
  readonly seq: number;
  readonly line: number;
  readonly kind: 'call' | 'sale' | 'sold' | 'takeover' | 'deficit' | 'cancelled';
  readonly saleId: number | null;
  readonly riskPpm: bigint | null;
  /** The kernel's event as JSON. */
  readonly event: string;
  readonly timeMs: number;
}

export interface LoanQuery {
  readonly userId: number;
  readonly wallet: MarginWallet;
  readonly symbolId: number | null;
  readonly assetId: number | null;
  /** Only those that are over, or only those that are not; null for both. */
  readonly over: boolean | null;
  readonly cursor: string | null;
  readonly limit: number;
  /** Inclusive, by the time of the first borrowing. */
  readonly fromMs?: number | null;
  /** Exclusive. */
  readonly toMs?: number | null;
}

export interface MarginPageQuery {
  readonly userId: number;
  readonly cursor: string | null;
  readonly limit: number;
  /** Inclusive. */
  readonly fromMs?: number | null;
  /** Exclusive. */
  readonly toMs?: number | null;
}

type Row = Readonly<Record<string, string | boolean | null>>;

/** Borrow orders, interest and forced sales as the read models have them: rows may trail the kernel. */
export class MarginQueries {
  private readonly pool: Pick<Pool, 'query'>;
  private readonly schema: string;

  constructor(pool: Pick<Pool, 'query'>, schema: string) {
    this.pool = pool;
    this.schema = schema;
  }

  /** A user's borrow orders, newest first. */
  async loans(query: LoanQuery): Promise<Page<LoanRecord>> {
    const before = readCursor(query.cursor, 1);
    if (before === null) return { rows: [], next: null };
    const where = new Where()
      .add('user_id = ?', query.userId)
      .add('isolated = ?', query.wallet === 'margin-isolated')
      .add('loan_id < ?', before[0])
      .add('symbol_id = ?', query.symbolId)
      .add('asset_id = ?', query.assetId)
      .add('(ended_by IS NOT NULL) = ?', query.over)
      .add('opened_ms >= ?', query.fromMs)
      .add('opened_ms < ?', query.toMs);
    const rows = await this.select('margin_loans', where, 'loan_id DESC', query.limit);
    return page(rows.map(toLoan), query.limit, (row) => [row.loanId]);
  }

  /** Interest charged to a user, newest first. */
  async interest(query: MarginPageQuery): Promise<Page<InterestRecord>> {
    const found = await this.lines('margin_interest', query);
    return page(found.map(toInterest), query.limit, (row) => [row.seq, row.line]);
  }

  /** A user's margin calls and forced sales, newest first. */
  async receipts(query: MarginPageQuery): Promise<Page<MarginReceiptRecord>> {
    const found = await this.lines('margin_receipts', query);
    return page(found.map(toReceipt), query.limit, (row) => [row.seq, row.line]);
  }

  private async lines(table: string, query: MarginPageQuery): Promise<readonly Row[]> {
    const { userId, cursor, limit, fromMs, toMs } = query;
    const before = readCursor(cursor, 2);
    if (before === null) return [];
    const where = new Where()
      .add('user_id = ?', userId)
      .add('(seq, line) < (?, ?)', before[0], before[1])
      .add('time_ms >= ?', fromMs)
      .add('time_ms < ?', toMs);
    return this.select(table, where, 'seq DESC, line DESC', limit);
  }

  private async select(table: string, where: Where, order: string, limit: number): Promise<readonly Row[]> {
    const { rows } = await this.pool.query<Row>(
      `SELECT * FROM ${this.schema}.${table} WHERE ${where.sql} ORDER BY ${order} LIMIT ${countOf(limit) + 1}`,
      where.values,
    );
    return rows;
  }
}

const walletOf = (row: Row): OfWallet => ({
  wallet: row.isolated === true ? 'margin-isolated' : 'margin-cross',
  symbolId: Number(row.symbol_id),
});

const amountOf = (cell: string | boolean | null | undefined) => BigInt(cell as string) as Amount;

function toLoan(row: Row): LoanRecord {
  return {
    ...walletOf(row),
    loanId: Number(row.loan_id),
    assetId: Number(row.asset_id),
    borrowed: amountOf(row.borrowed),
    repaid: amountOf(row.repaid),
    interest: amountOf(row.interest),
    interestPaid: amountOf(row.interest_paid),
    ratePpb: Number(row.rate_ppb),
    endedBy: row.ended_by as LoanRecord['endedBy'],
    openedMs: Number(row.opened_ms),
    updatedMs: Number(row.updated_ms),
    seq: Number(row.seq),
  };
}

function toInterest(row: Row): InterestRecord {
  return {
    ...walletOf(row),
    seq: Number(row.seq),
    line: Number(row.line),
    loanId: Number(row.loan_id),
    assetId: Number(row.asset_id),
    amount: amountOf(row.amount),
    principal: amountOf(row.principal),
    fromIndex: row.from_index === null ? null : amountOf(row.from_index),
    toIndex: row.to_index === null ? null : amountOf(row.to_index),
    timeMs: Number(row.time_ms),
  };
}

function toReceipt(row: Row): MarginReceiptRecord {
  return {
    ...walletOf(row),
    seq: Number(row.seq),
    line: Number(row.line),
    kind: row.kind as MarginReceiptRecord['kind'],
    saleId: row.sale_id === null ? null : Number(row.sale_id),
    riskPpm: row.risk_ppm === null ? null : amountOf(row.risk_ppm),
    event: row.event as string,
    timeMs: Number(row.time_ms),
  };
}
