import type { Pool } from 'pg';
import { Codes } from '../codes.ts';
import { countOf } from '../paging.ts';
import { defineTable, int2, int8, text } from '../table.ts';

/** Act of the operators on an offer: offers are added and closed, and never change. */
export type OfferChangeKind = 'added' | 'closed';

export const offerChangeKinds = new Codes<OfferChangeKind>({ added: 0, closed: 1 });

/** An act of the operators on what is on offer, with their reason. */
export interface OfferChangeRecord {
  readonly seq: number;
  readonly timeMs: number;
  readonly offerId: number;
  readonly kind: OfferChangeKind;
  /** The time from which on it holds. */
  readonly atMs: number;
  readonly reason: string;
}

/** The table of a product's changes of offers; `name` is its whole name. */
export const offerChangesTable = (name: string) =>
  defineTable({
    name,
    version: 1,
    rows: 'once',
    key: ['seq', 'line'],
    columns: {
      seq: int8,
      line: int8,
      offer_id: int8,
      kind: int2,
      at_ms: int8,
      reason: text,
      time_ms: int8,
    },
    indexes: [],
  });

interface ChangedOffer {
  readonly offerId: number;
  readonly atMs: number;
  readonly reason: string;
}

/** The row of a change. */
export const offerChangeRow = (
  kind: OfferChangeKind,
  { offerId, atMs, reason }: ChangedOffer,
  at: { readonly seq: number; readonly line: number; readonly time_ms: number },
) => ({ ...at, offer_id: offerId, kind: offerChangeKinds.of(kind), at_ms: atMs, reason });

/** Reads the newest changes of a table, which names its schema. */
export async function readOfferChanges(
  pool: Pick<Pool, 'query'>,
  table: string,
  limit: number,
): Promise<readonly OfferChangeRecord[]> {
  const { rows } = await pool.query<
    Record<'seq' | 'offer_id' | 'at_ms' | 'time_ms', string> & {
      readonly kind: number;
      readonly reason: string;
    }
  >(`SELECT * FROM ${table} ORDER BY seq DESC, line DESC LIMIT ${countOf(limit)}`);
  return rows.map((row) => ({
    seq: Number(row.seq),
    timeMs: Number(row.time_ms),
    offerId: Number(row.offer_id),
    kind: offerChangeKinds.word(row.kind),
    atMs: Number(row.at_ms),
    reason: row.reason,
  }));
}
