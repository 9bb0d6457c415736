import { DEBT_NUMBER, type EntryKind, type WalletKind, walletAccount, walletNumber } from '@candor/kernel';
import type { Pool } from 'pg';
import { countOf, type Page, page, readCursor, Where } from '../../paging.ts';
import { entryKinds } from './codes.ts';
import { type BillRecord, toBill } from './records.ts';

export interface BillQuery {
  readonly userId: number;
  /** From an earlier page's `next`; anything else gives an empty page. */
  readonly cursor?: string | null;
  /** At most 500. */
  readonly limit: number;
  /** Inclusive, by the time of the entry. */
  readonly fromMs?: number | null;
  /** Exclusive. */
  readonly toMs?: number | null;
  readonly assetId?: number | null;
  readonly kind?: EntryKind | null;
  /** With what the wallet owes; all isolated margin wallets are one kind. */
  readonly wallet?: WalletKind | null;
}

/** Queries of users' bills. Rows may trail the kernel: `caughtUp` waits for a command's rows. */
export class BillQueries {
  private readonly pool: Pick<Pool, 'query'>;
  private readonly schema: string;

  constructor(pool: Pick<Pool, 'query'>, schema: string) {
    this.pool = pool;
    this.schema = schema;
  }

  /** A user's bills, newest first. */
  async bills(query: BillQuery): Promise<Page<BillRecord>> {
    const before = readCursor(query.cursor, 2);
    if (before === null) return { rows: [], next: null };
    const where = new Where()
      .add('user_id = ?', query.userId)
      .add('(seq, line) < (?, ?)', before[0], before[1])
      .add('asset_id = ?', query.assetId)
      .add('kind = ?', query.kind && entryKinds.of(query.kind))
      .add('wallet % ? BETWEEN ? AND ?', ...walletNumbers(query.wallet))
      .add('time_ms >= ?', query.fromMs)
      .add('time_ms < ?', query.toMs);
    const { rows } = await this.pool.query<Parameters<typeof toBill>[0]>(
      `SELECT * FROM ${this.schema}.entries WHERE ${where.sql} ORDER BY seq DESC, line DESC
       LIMIT ${countOf(query.limit) + 1}`,
      where.values,
    );
    return page(rows.map(toBill), query.limit, (row) => [row.seq, row.line]);
  }
}

/** Divisor of a wallet's number, and the bounds of the remainder; nulls for all wallets. */
function walletNumbers(kind: WalletKind | null | undefined): readonly (number | null)[] {
  if (kind === null || kind === undefined) return [null, null, null];
  const first = walletNumber(walletAccount(0, kind));
  return [DEBT_NUMBER, first, kind === 'margin-isolated' ? DEBT_NUMBER : first];
}
