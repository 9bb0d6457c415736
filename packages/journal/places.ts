import type { Pool } from 'pg';
import { type ArchiveEntry, findArchiveOf } from './archive-entries.ts';
import { JournalError } from './errors.ts';
import type { RawRow } from './raw-row.ts';
import { openEntry } from './raw-rows.ts';

/** Place of a command in the journal: the row that holds it, as an export holds it too. */
export interface JournalPlace {
  readonly seq: number;
  /** Number of the row, from 1 on. */
  readonly row: number;
  /** The row's hash in the chain, SHA-256 in hex. */
  readonly rowHash: string;
  /** Digest of the outcomes and events of all commands of the row, in hex: the one that the row's hash covers. */
  readonly eventsDigest: string;
}

/**
 * Finds the first row that ends at each command or after it. Rows are numbered without a gap and in the order of their
 * commands, so halving the numbers finds it without an index that each append would pay for.
 */
const placesSql = `
WITH RECURSIVE search (seq, low, high) AS (
  SELECT s.seq, (SELECT min(batch_no) FROM journal.batches), h.batch_no
  FROM unnest($1::bigint[]) AS s (seq), journal.head AS h
  UNION ALL
  SELECT s.seq, CASE WHEN b.last_seq < s.seq THEN b.batch_no + 1 ELSE s.low END,
    CASE WHEN b.last_seq < s.seq THEN s.high ELSE b.batch_no END
  FROM search AS s JOIN journal.batches AS b ON b.batch_no = (s.low + s.high) / 2
  WHERE s.low < s.high
)
SELECT s.seq, b.batch_no, encode(b.hash, 'hex') AS hash, encode(b.events_digest, 'hex') AS events_digest
FROM search AS s JOIN journal.batches AS b ON b.batch_no = s.low
WHERE s.low = s.high AND s.seq BETWEEN b.first_seq AND b.last_seq`;

interface PlaceRow {
  readonly seq: string;
  readonly batch_no: string;
  readonly hash: string;
  readonly events_digest: string;
}

/** Hears of an archive in which a command was sought: with its error where the file can not be read, else with null. */
export type HearArchive = (entry: ArchiveEntry, seq: number, error: JournalError | null) => void;

/**
 * Reads the places of committed commands, also of those whose rows lie in an archive. One whose archive can not be read here
 * has null; one that no row holds is missing in the answer.
 */
export async function readPlaces(
  pool: Pick<Pool, 'query'>,
  seqs: Iterable<number>,
  onArchive: HearArchive = () => {},
): Promise<ReadonlyMap<number, JournalPlace | null>> {
  const asked = [...new Set(seqs)];
  if (asked.length === 0) return new Map();
  const { rows } = await pool.query<PlaceRow>({ name: 'journal-places', text: placesSql, values: [asked] });
  const places = new Map<number, JournalPlace | null>(
    rows.map(({ seq, batch_no, hash, events_digest }) => [
      Number(seq),
      { seq: Number(seq), row: Number(batch_no), rowHash: hash, eventsDigest: events_digest },
    ]),
  );
  for (const seq of asked) {
    if (places.has(seq)) continue;
    const entry = await findArchiveOf(pool, seq);
    if (entry === null) continue;
    const place = await archivedPlace(entry, seq, onArchive);
    if (place !== undefined) places.set(seq, place);
  }
  return places;
}

/** Null where the file can not be read; undefined where a file that can be read lacks what its entry says it holds. */
async function archivedPlace(
  entry: ArchiveEntry,
  seq: number,
  onArchive: HearArchive,
): Promise<JournalPlace | null | undefined> {
  try {
    const row = await archivedRow(entry, seq);
    onArchive(entry, seq, null);
    return row === null ? undefined : placeOf(seq, row);
  } catch (error) {
    if (!(error instanceof JournalError)) throw error;
    onArchive(entry, seq, error);
    return null;
  }
}

async function archivedRow(entry: ArchiveEntry, seq: number): Promise<RawRow | null> {
  const file = await openEntry(entry);
  try {
    return await file.rowOf(seq);
  } finally {
    await file.close();
  }
}

function placeOf(seq: number, row: RawRow): JournalPlace {
  return {
    seq,
    row: Number(row.batch_no),
    rowHash: row.hash.toString('hex'),
    eventsDigest: row.events_digest.toString('hex'),
  };
}
