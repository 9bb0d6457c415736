import type { Command } from '@candor/kernel';
import type { SchemaName } from '../database/index.ts';
import type { Listed, PageRequest } from './paging.ts';

/** One line of a file of the export. */
export type DataRow = Readonly<Record<string, unknown>>;

/** Fate of a user's rows when the account is closed: deleted, or kept for a reason, with columns emptied. */
export type AtClosing =
  | 'delete'
  | {
      readonly keeps: string;
      readonly sets?: Readonly<Record<string, string | null>>;
      /** A condition: rows that it names are deleted all the same. */
      readonly butDeletes?: string;
    };

/** Condition of the rows that a closing deletes; null where it deletes none. */
export function deletedAtClosing({ atClosing }: Pick<OwnRows, 'atClosing'>): string | null {
  return atClosing === 'delete' ? 'true' : (atClosing.butDeletes ?? null);
}

/** Rows of a table that belong to users. */
export interface OwnRows {
  readonly table: `${SchemaName}.${string}`;
  /** The column of the owner's id; `user_id` where it is left out. */
  readonly owner?: string;
  /** A condition in place of the owner's column, for a table without one; `$1` is the user's id. */
  readonly where?: string;
  readonly atClosing: AtClosing;
}

/** A table that the export shows row by row, in a file of the table's name. */
export interface OwnTable extends OwnRows {
  readonly shows: readonly string[];
  /** Columns that it does not show, each with the reason. A column of neither list fails a test. */
  readonly without?: Readonly<Record<string, string>>;
  /** Makes the line out of the row: opens what is sealed, for one. It gets the left-out columns too. */
  readonly line?: (row: DataRow) => DataRow;
}

/** Records that a room reads by itself: sealed ones, and those of the ledger and its read models. */
export interface OwnRecords {
  readonly file: string;
  /** The tables that they come from. */
  readonly from: readonly OwnRows[];
  readonly pages: (userId: number, cut: Cut) => AsyncIterable<readonly DataRow[]>;
}

/** The moment that an export shows: everything that the journal committed up to this sequence number. */
export interface Cut {
  readonly seq: number;
  /** Every balance at that moment, a line for each coin of each wallet. */
  readonly balances: readonly DataRow[];
}

/** The records of users of a room. */
export interface OwnData {
  readonly tables?: readonly OwnTable[];
  readonly records?: readonly OwnRecords[];
  /** Commands that end what the ledger goes on with for an account that is closed. */
  readonly ledgerEnds?: (userId: number) => Promise<readonly Command[]>;
  /** True while the ledger will pay what the account has earned: it closes later, with nothing on its way. */
  readonly ledgerOwes?: (userId: number) => Promise<boolean>;
}

/** A table that holds users' ids and is in no export: why, and what a closing does to it. */
export interface LeftOut extends OwnRows {
  readonly reason: string;
}

/** The reason under which the ledger's own records outlive an account. */
export const LEDGER = 'the ledger: it names no person, only the number of the account';

const PAGE = 500;

/** All pages of a list, one after the other. */
export async function* everyPage<Row extends object>(
  list: (page: PageRequest) => Promise<Listed<Row>>,
): AsyncGenerator<readonly DataRow[]> {
  let cursor: string | null = null;
  do {
    const { records, nextCursor }: Listed<Row> = await list({ cursor, limit: PAGE });
    yield records as readonly DataRow[];
    cursor = nextCursor;
  } while (cursor !== null);
}

/** Records that come at once. */
export async function* onePage(read: Promise<readonly object[]>): AsyncGenerator<readonly DataRow[]> {
  yield (await read) as readonly DataRow[];
}

/** A table of the ledger's read models. */
export const ledgerTable = (name: string): OwnRows => ({
  table: `projections.${name}`,
  atClosing: { keeps: LEDGER },
});
