import type { Row } from './row.ts';

/** A row as PostgreSQL gives it. */
export interface RawRow {
  readonly batch_no: string;
  readonly first_seq: string;
  readonly last_seq: string;
  readonly epoch: string;
  readonly time_ms: string;
  readonly kernel_no: number;
  readonly kind: number;
  readonly codec: number;
  readonly payload: Buffer;
  readonly events_digest: Buffer;
  readonly state_digest: Buffer | null;
  readonly hash: Buffer;
}

/** A row without its kernel's version and code. */
export type BareRow = Omit<Row, 'kernelVersion' | 'codeHash'>;

/** Returns a row in the form in which PostgreSQL gives it. */
export function rawOf(row: BareRow): RawRow {
  return {
    batch_no: String(row.batchNo),
    first_seq: String(row.firstSeq),
    last_seq: String(row.lastSeq),
    epoch: String(row.epoch),
    time_ms: String(row.timeMs),
    kernel_no: row.kernelNo,
    kind: row.kind,
    codec: row.codec,
    payload: row.payload,
    events_digest: row.eventsDigest,
    state_digest: row.stateDigest,
    hash: row.hash,
  };
}

/** The inverse of `rawOf`. */
export function bareOf(raw: RawRow): BareRow {
  return {
    batchNo: Number(raw.batch_no),
    firstSeq: Number(raw.first_seq),
    lastSeq: Number(raw.last_seq),
    epoch: Number(raw.epoch),
    timeMs: Number(raw.time_ms),
    kernelNo: raw.kernel_no,
    kind: raw.kind,
    codec: raw.codec,
    payload: raw.payload,
    eventsDigest: raw.events_digest,
    stateDigest: raw.state_digest,
    hash: raw.hash,
  };
}
