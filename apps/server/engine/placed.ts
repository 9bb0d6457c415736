import type { JournalPlace } from '@candor/api';
import { Refusal } from '../base/errors/refusal.ts';
import type { History } from './ports.ts';

type Places = Pick<History, 'places'>;

/**
 * Adds to each receipt the place of its command in the journal, as read from the journal itself; null while the archive file
 * that holds its row can not be read.
 * @throws Refusal UNAVAILABLE where the journal lacks a row, as while older read models are made again
 */
export async function placed<Row extends { readonly seq: number }>(
  history: Places,
  rows: readonly Row[],
): Promise<(Row & { readonly journal: JournalPlace | null })[]> {
  const places = await history.places(rows.map(({ seq }) => seq));
  return rows.map((row) => {
    const journal = places.get(row.seq);
    if (journal === undefined) throw new Refusal('UNAVAILABLE');
    return { ...row, journal };
  });
}

/** Adds their places to the receipts of a page. */
export async function placedPage<Row extends { readonly seq: number }>(
  history: Places,
  { records, nextCursor }: { readonly records: readonly Row[]; readonly nextCursor: string | null },
): Promise<{ records: (Row & { readonly journal: JournalPlace | null })[]; nextCursor: string | null }> {
  return { records: await placed(history, records), nextCursor };
}
