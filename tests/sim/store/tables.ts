import type { WritePoint } from './faults.ts';

/** An error as the database words it. */
export class DatabaseError extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.name = 'DatabaseError';
    this.code = code;
  }
}

export interface BatchRow {
  readonly batch_no: string;
  readonly first_seq: string;
  readonly last_seq: string;
  readonly epoch: string;
  readonly time_ms: string;
  readonly kernel_no: number;
  readonly kind: number;
  readonly codec: number;
  payload: Buffer;
  events_digest: Buffer;
  readonly state_digest: Buffer | null;
  hash: Buffer;
}

interface HeadRow {
  readonly format: number;
  readonly epoch: number;
  readonly writer: string;
  readonly batch_no: number;
  readonly seq: number;
  readonly hash: Buffer;
}

interface KernelRow {
  readonly no: number;
  readonly version: string;
  readonly code_hash: Buffer;
  readonly bundle: Buffer;
}

interface SnapshotRow {
  readonly batch_no: string;
  readonly seq: string;
  readonly batch_hash: Buffer;
  readonly kernel_no: number;
  readonly state_hash: string;
  readonly bytes_hash: Buffer;
  readonly part_count: number;
}

export interface Result {
  readonly rows: readonly object[];
  readonly rowCount: number;
}

type Values = readonly unknown[];

/** The effect of a kind of statement. A write changes the tables by the function that it returns, when it commits. */
interface Statement {
  readonly words: RegExp;
  readonly point: WritePoint | null;
  run(tables: Tables, values: Values, text: string): Result;
}

/** The journal's tables with the statements that the journal sends, kept in memory. */
export class Tables {
  exist = false;
  head: HeadRow | null = null;
  kernels: KernelRow[] = [];
  sources: { readonly hash: string; readonly no: number }[] = [];
  /** Row n at index n - 1: the journal only ever adds the next. */
  batches: BatchRow[] = [];
  snapshots: SnapshotRow[] = [];
  parts: { readonly batch_no: string; readonly part: number; readonly bytes: Buffer }[] = [];
}

function rows(found: readonly object[]): Result {
  return { rows: found, rowCount: found.length };
}

function needHead(tables: Tables): HeadRow {
  if (tables.head === null) throw new DatabaseError('42P01', 'relation "journal.head" is empty');
  return tables.head;
}

/** The conditions of the fence are those that the statement's own text states. */
function append(tables: Tables, values: Values, text: string): Result {
  const [batchNo, firstSeq, lastSeq, epoch, timeMs, kernelNo, kind, codec] = values as number[];
  const [payload, eventsDigest, hash] = values.slice(8, 11) as Buffer[];
  const headSeq = values[11] as number;
  const headHash = values[12] as Buffer;
  const head = needHead(tables);
  const fits =
    (!/epoch = \$4/.test(text) || head.epoch === epoch) &&
    (!/batch_no = \$1::bigint - 1/.test(text) || head.batch_no === batchNo! - 1) &&
    (!/ seq = \$12/.test(text) || head.seq === headSeq) &&
    (!/ hash = \$13/.test(text) || head.hash.equals(headHash));
  if (!fits) return rows([]);
  // Rows lie in order of their number.
  if (Number(tables.batches.at(-1)?.batch_no ?? 0) >= batchNo!)
    throw new DatabaseError('23505', 'duplicate key value violates unique constraint "batches_pkey"');
  tables.head = { ...head, batch_no: batchNo!, seq: lastSeq!, hash: hash! };
  tables.batches.push({
    batch_no: String(batchNo),
    first_seq: String(firstSeq),
    last_seq: String(lastSeq),
    epoch: String(epoch),
    time_ms: String(timeMs),
    kernel_no: kernelNo!,
    kind: kind!,
    codec: codec!,
    payload: Buffer.from(payload!),
    events_digest: Buffer.from(eventsDigest!),
    state_digest: values[13] === null ? null : Buffer.from(values[13] as Buffer),
    hash: Buffer.from(hash!),
  });
  return { rows: [], rowCount: 1 };
}

function registerKernel(tables: Tables, [version, codeHash, bundle, sourceHash]: Values): Result {
  let kernel = tables.kernels.find((row) => row.code_hash.equals(codeHash as Buffer));
  if (kernel === undefined) {
    const no = Math.max(0, ...tables.kernels.map((row) => row.no)) + 1;
    kernel = { no, version: version as string, code_hash: codeHash as Buffer, bundle: bundle as Buffer };
    tables.kernels.push(kernel);
  }
  tables.sources.push({ hash: (sourceHash as Buffer).toString('hex'), no: kernel.no });
  return { rows: [], rowCount: 1 };
}

function addSnapshot(tables: Tables, values: Values): Result {
  const [batchNo, seq, batchHash, kernelNo, stateHash, bytesHash, partCount] = values;
  if (tables.snapshots.some((row) => row.batch_no === String(batchNo))) return rows([]);
  tables.snapshots.push({
    batch_no: String(batchNo),
    seq: String(seq),
    batch_hash: batchHash as Buffer,
    kernel_no: kernelNo as number,
    state_hash: stateHash as string,
    bytes_hash: bytesHash as Buffer,
    part_count: partCount as number,
  });
  return { rows: [], rowCount: 1 };
}

function pruneSnapshots(tables: Tables, [most, days, dayMs]: Values): Result {
  const newest = tables.snapshots.map((row) => Number(row.batch_no)).sort((a, b) => b - a);
  const newestOfDays = new Map<number, number>();
  for (const batchNo of newest) {
    const row = tables.batches[batchNo - 1];
    if (row === undefined) continue;
    const day = Math.floor(Number(row.time_ms) / (dayMs as number));
    if (!newestOfDays.has(day)) newestOfDays.set(day, batchNo);
  }
  const kept = new Set([
    ...newest.slice(0, most as number),
    ...[...newestOfDays.values()].slice(0, days as number),
  ]);
  tables.snapshots = tables.snapshots.filter((row) => kept.has(Number(row.batch_no)));
  tables.parts = tables.parts.filter((row) => kept.has(Number(row.batch_no)));
  return rows([]);
}

function bumpEpoch(tables: Tables, [writer, first]: Values): Result {
  const head = needHead(tables);
  if (first !== true && head.writer !== writer) return rows([]);
  const next = { ...head, epoch: head.epoch + 1, writer: writer as string };
  tables.head = next;
  const { epoch, batch_no, seq, hash } = next;
  return rows([{ epoch: String(epoch), batch_no: String(batch_no), seq: String(seq), hash }]);
}

const statements: readonly Statement[] = [
  { words: /^WITH fence AS/, point: 'append', run: append },
  {
    words: /^SELECT \* FROM journal\.batches WHERE batch_no > \$1 AND batch_no <= \$2/,
    point: null,
    run: (tables, [after, last, limit]) => {
      const from = after as number;
      return rows(tables.batches.slice(from, Math.min(from + (limit as number), last as number)));
    },
  },
  {
    words: /^SELECT kernel_no FROM journal\.batches WHERE batch_no = 1$/,
    point: null,
    run: (tables) => rows(tables.batches.filter((row) => row.batch_no === '1')),
  },
  { words: /^SELECT \* FROM journal\.archives/, point: null, run: () => rows([]) },
  {
    words: /^SELECT coalesce\(max\(batch_no\), 0\) AS last FROM journal\.batches/,
    point: null,
    run: (tables) => rows([{ last: tables.batches.at(-1)?.batch_no ?? '0' }]),
  },
  {
    words: /^SELECT coalesce\(max\(batch_no\), 0\) AS batch_no FROM journal\.snapshots WHERE seq <= \$1/,
    point: null,
    run: (tables, [seq]) => {
      const fit = tables.snapshots.filter((row) => Number(row.seq) <= (seq as number));
      return rows([{ batch_no: String(Math.max(0, ...fit.map((row) => Number(row.batch_no)))) }]);
    },
  },
  {
    words: /^SELECT s\.\* FROM journal\.snapshots s JOIN journal\.batches b/,
    point: null,
    run: (tables, [max]) =>
      rows(
        tables.snapshots
          .filter((row) => Number(row.batch_no) <= (max as number))
          .filter((row) => tables.batches[Number(row.batch_no) - 1]?.hash.equals(row.batch_hash))
          .sort((a, b) => Number(b.batch_no) - Number(a.batch_no)),
      ),
  },
  {
    words: /^SELECT bytes FROM journal\.snapshot_parts/,
    point: null,
    run: (tables, [batchNo, part]) =>
      rows(tables.parts.filter((row) => row.batch_no === batchNo && row.part === part)),
  },
  { words: /^INSERT INTO journal\.snapshots/, point: 'snapshot head', run: addSnapshot },
  {
    words: /^INSERT INTO journal\.snapshot_parts/,
    point: 'snapshot part',
    run: (tables, [batchNo, part, bytes]) => {
      tables.parts.push({
        batch_no: String(batchNo),
        part: part as number,
        bytes: Buffer.from(bytes as Buffer),
      });
      return rows([]);
    },
  },
  { words: /^DELETE FROM journal\.snapshots/, point: 'snapshot prune', run: pruneSnapshots },
  { words: /^UPDATE journal\.head SET epoch = epoch \+ 1/, point: 'epoch', run: bumpEpoch },
  {
    words: /^INSERT INTO journal\.head/,
    point: 'head row',
    run: (tables, [format, hash]) => {
      const zero = { epoch: 0, writer: '', batch_no: 0, seq: 0 };
      tables.head ??= { format: format as number, ...zero, hash: hash as Buffer };
      return rows([]);
    },
  },
  {
    words: /^SELECT format FROM journal\.head/,
    point: null,
    run: (tables) => rows(tables.head === null ? [] : [{ format: tables.head.format }]),
  },
  {
    words: /^SELECT epoch FROM journal\.head/,
    point: null,
    run: (tables) => rows([{ epoch: String(needHead(tables).epoch) }]),
  },
  {
    words: /^SELECT batch_no FROM journal\.head/,
    point: null,
    run: (tables) => rows(tables.head === null ? [] : [{ batch_no: String(tables.head.batch_no) }]),
  },
  {
    words: /^SELECT to_regclass/,
    point: null,
    run: (tables) => rows([{ head: tables.exist ? 'journal.archives' : null }]),
  },
  {
    words: /^BEGIN; CREATE SCHEMA/,
    point: 'schema',
    run: (tables) => {
      tables.exist = true;
      return rows([]);
    },
  },
  { words: /^WITH new AS \( INSERT INTO journal\.kernels/, point: 'kernel', run: registerKernel },
  {
    words: /FROM journal\.kernel_sources JOIN journal\.kernels/,
    point: null,
    run: (tables, [hash]) => {
      const source = tables.sources.find((row) => row.hash === (hash as Buffer).toString('hex'));
      return rows(tables.kernels.filter((kernel) => kernel.no === source?.no));
    },
  },
  {
    words: /^SELECT version FROM journal\.kernels WHERE no = \(SELECT kernel_no/,
    point: null,
    run: (tables) => {
      const newest = tables.batches.at(-1)?.kernel_no;
      return rows(tables.kernels.filter((kernel) => kernel.no === newest));
    },
  },
  {
    words: /^SELECT version, code_hash, bundle FROM journal\.kernels WHERE no = \$1/,
    point: null,
    run: (tables, [no]) => rows(tables.kernels.filter((kernel) => kernel.no === no)),
  },
];

const known = new Map<string, Statement>();

/** The statement of a text. Throws where the journal says something that this database has not learnt. */
export function statementOf(text: string): Statement {
  let found = known.get(text);
  if (found === undefined) {
    const plain = text.trim().replace(/\s+/g, ' ');
    found = statements.find(({ words }) => words.test(plain));
    if (found === undefined) throw new Error(`The simulated database does not know: ${plain}`);
    known.set(text, found);
  }
  return found;
}
