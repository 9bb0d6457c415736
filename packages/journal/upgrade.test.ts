import { createHash } from 'node:crypto';
import { type Command, KERNEL_VERSION, type Kernel, SNAPSHOT_FORMAT } from '@candor/kernel';
import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { patientTuning } from '../../tests/support/patient-tuning.ts';
import { type FreshDatabase, freshDatabase } from '../../tests/support/postgres.ts';
import {
  firstUserId,
  limitOrder,
  listing,
  practiceGenesis,
  submission,
} from '../../tools/workload/exchange.ts';
import { commandsRow } from './append.ts';
import { AppliedResult } from './batch.ts';
import { type CommittedBatch, type Engine, openEngine, readCommitted, verifyChain } from './index.ts';
import { type KernelCode, KernelLibrary, registerOwnKernel } from './kernel-code.ts';
import { type RowBody, rowHash } from './row.ts';
import { JournalWriter } from './writer.ts';

let database: FreshDatabase;
let url: string;
let opened: Engine[] = [];

beforeEach(async () => {
  database = await freshDatabase();
  url = database.connectionString;
});

afterEach(async () => {
  await Promise.all(opened.map((engine) => engine.stop()));
  opened = [];
  await database.drop();
});

async function open(log: (line: string) => void = () => {}): Promise<Engine> {
  const engine = await openEngine({
    connectionString: url,
    genesis: practiceGenesis,
    log,
    tuning: patientTuning,
  });
  opened.push(engine);
  return engine;
}

async function query<R extends object>(sql: string, values: unknown[] = []): Promise<R[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<R>(sql, values)).rows;
  } finally {
    await client.end();
  }
}

const openWriter = () =>
  JournalWriter.open({
    connectionString: url,
    connectTimeoutMs: patientTuning.connectTimeoutMs,
    writerId: 'test',
    formerPid: null,
    takeOver: false,
  });

/** This program's kernel with its bundle `changed`, as an older program would have stored it. */
async function olderKernel(client: Client, changed: (bundle: string) => string): Promise<KernelCode> {
  const own = await registerOwnKernel(client);
  const { rows } = await client.query<{ bundle: Buffer }>(
    'SELECT bundle FROM journal.kernels WHERE no = $1',
    [own.no],
  );
  const older = changed(String(rows[0]?.bundle));
  await client.query('DELETE FROM journal.kernel_sources; DELETE FROM journal.kernels');
  const version = older.includes('core-13') ? 'core-13' : own.version;
  return storeKernel(client, 1, version, older);
}

/** Other code that keeps its state in the same way. */
const revised = (bundle: string) => `${bundle}\nexport const revision = 0;`;
/** Another version, whose state this one does not read. */
const renamed = (bundle: string) =>
  bundle.replaceAll(KERNEL_VERSION, 'core-13').replaceAll(SNAPSHOT_FORMAT, 'core-13');

async function storeKernel(client: Client, no: number, version: string, bundle: string): Promise<KernelCode> {
  const codeHash = createHash('sha256').update(bundle).digest();
  await client.query('INSERT INTO journal.kernels (no, version, code_hash, bundle) VALUES ($1, $2, $3, $4)', [
    no,
    version,
    codeHash,
    Buffer.from(bundle),
  ]);
  return new KernelLibrary(client, null).get(no);
}

/** Writes rows of one command each under `code`, the genesis first. */
class RowWriter {
  readonly kernel: Kernel;
  private readonly writer: JournalWriter;
  private readonly code: KernelCode;

  constructor(writer: JournalWriter, code: KernelCode) {
    this.writer = writer;
    this.code = code;
    this.kernel = code.module.createKernel();
  }

  async write(body: Command, userId = 0, change: Partial<RowBody> = {}, code = this.code): Promise<void> {
    const { writer, kernel } = this;
    const envelope = { seq: kernel.seq + 1, timeMs: 1_000, userId, key: null, bodyHash: null, body };
    const command = new AppliedResult(envelope, kernel.apply(envelope));
    const row = { ...commandsRow(this.code, writer.head, [command], null), ...change };
    await writer.append(row, rowHash(writer.head.hash, row), code.no);
  }
}

/** A journal as an older program left it: listed, two accounts, one resting order. */
async function olderJournal(changed: (bundle: string) => string): Promise<Kernel> {
  const writer = await openWriter();
  const code = await olderKernel(writer.client, changed);
  const rows = new RowWriter(writer, code);
  for (const body of [practiceGenesis, ...listing(2, 1)]) await rows.write(body);
  await rows.write(limitOrder(1, 'buy', 100, 1_000_000), firstUserId);
  await writer.close();
  return rows.kernel;
}

describe('a journal of an older kernel version', () => {
  test('is replayed under that version and goes on under this one, between two snapshots', async () => {
    const old = await olderJournal(revised);
    const lines: string[] = [];
    const engine = await open((line) => lines.push(line));
    expect(lines.join('\n')).toMatch(/goes on under kernel .+; it was .+ up to command \d+/);
    const sell = submission(firstUserId + 1, limitOrder(1, 'sell', 100, 400_000));
    expect((await engine.submit(sell)).outcome).toMatchObject({ ok: true, status: 'filled' });
    const rows = await query<{ kind: number; kernel_no: number }>(
      'SELECT kind, kernel_no FROM journal.batches ORDER BY batch_no DESC LIMIT 3',
    );
    expect(rows).toEqual([
      { kind: 0, kernel_no: 2 },
      { kind: 1, kernel_no: 2 },
      { kind: 0, kernel_no: 1 },
    ]);
    expect(await query('SELECT seq, kernel_no FROM journal.snapshots ORDER BY batch_no')).toEqual([
      { seq: String(old.seq), kernel_no: 1 },
      { seq: String(old.seq), kernel_no: 2 },
    ]);
    const batches: CommittedBatch[] = [];
    for await (const batch of readCommitted({ connectionString: url, afterSeq: 0 })) batches.push(batch);
    const seqs = batches.flatMap((batch) => batch.commands.map((command) => command.envelope.seq));
    expect(seqs).toEqual(Array.from({ length: old.seq + 1 }, (_, index) => index + 1));
    expect((await verifyChain(url)).headHash).toBe(engine.status().headHash);

    await engine.stop();
    await query('DELETE FROM journal.snapshots');
    const again = await open();
    expect(again.status()).toMatchObject({ committedSeq: old.seq + 1, state: 'ready' });
    expect(await again.read((view) => view.spot.openOrders(firstUserId, null)[0]?.filledLots)).toBe(400_000);
  });

  test.each([
    ['missing', 'UPDATE journal.kernels SET no = 77 WHERE no = 1'],
    ['damaged', 'UPDATE journal.kernels SET bundle = set_byte(bundle, 9, 32) WHERE no = 1'],
  ])('is refused where that version is %s', async (_, damage) => {
    await olderJournal(revised);
    await query(damage);
    await expect(open()).rejects.toMatchObject({ code: 'KERNEL_MISSING' });
  });

  test('is refused where this version can not take its state over', async () => {
    const old = await olderJournal(renamed);
    await expect(open()).rejects.toMatchObject({
      code: 'UPGRADE_IMPOSSIBLE',
      message: expect.stringContaining('core-13'),
    });
    expect(await query('SELECT 1 FROM journal.batches')).toHaveLength(old.seq);
  });
});

describe('a replay', () => {
  test('stops at the first row that gives other events than were written, though its hash holds', async () => {
    const writer = await openWriter();
    const rows = new RowWriter(writer, await registerOwnKernel(writer.client));
    for (const body of [practiceGenesis, ...listing(2, 1)]) await rows.write(body);
    const batchNo = writer.head.batchNo + 1;
    await rows.write(limitOrder(1, 'buy', 100, 1_000_000), firstUserId, {
      eventsDigest: Buffer.alloc(16, 7),
    });
    await rows.write({ type: 'tick' });
    await writer.close();
    expect(await verifyChain(url)).toMatchObject({ rows: batchNo + 1 });
    const error = { code: 'REPLAY_DIVERGED', batchNo, message: expect.stringContaining('other events') };
    await expect(open()).rejects.toMatchObject(error);
  });

  test('stops at a state digest that differs', async () => {
    const writer = await openWriter();
    const rows = new RowWriter(writer, await registerOwnKernel(writer.client));
    await rows.write(practiceGenesis);
    await rows.write({ type: 'tick' }, 0, { stateDigest: Buffer.alloc(16, 7) });
    await writer.close();
    await expect(open()).rejects.toMatchObject({
      code: 'REPLAY_DIVERGED',
      batchNo: 2,
      message: expect.stringContaining('another state'),
    });
  });

  test('refuses rows of another version with no upgrade between', async () => {
    const writer = await openWriter();
    const old = await olderKernel(writer.client, revised);
    const own = await registerOwnKernel(writer.client);
    const rows = new RowWriter(writer, old);
    await rows.write(practiceGenesis);
    const code = { kernelVersion: own.version, codeHash: own.codeHash };
    await rows.write({ type: 'tick' }, 0, code, own);
    await writer.close();
    await expect(open()).rejects.toMatchObject({
      code: 'REPLAY_DIVERGED',
      batchNo: 2,
      message: expect.stringContaining('no upgrade between'),
    });
  });

  test('runs the same under the stored bundle as under the source', async () => {
    const engine = await openEngine({
      connectionString: url,
      genesis: practiceGenesis,
      bootstrap: listing(2, 1),
      tuning: patientTuning,
    });
    opened.push(engine);
    await engine.submit(submission(firstUserId, limitOrder(1, 'buy', 100, 1_000_000)));
    await engine.submit(submission(firstUserId + 1, limitOrder(1, 'sell', 100, 400_000)));
    const hash = await engine.read((view) => (view as Kernel).stateHash());
    const client = new Client({ connectionString: url });
    await client.connect();
    const { module } = await new KernelLibrary(client, null).get(1);
    await client.end();
    const kernel = module.createKernel();
    for await (const batch of engine.replay(0))
      for (const { envelope, outcome } of batch.commands)
        expect(kernel.apply(envelope).outcome).toEqual(outcome);
    expect(kernel.stateHash()).toBe(hash);
    expect(Object.getPrototypeOf(kernel).constructor).not.toBe(
      await engine.read((view) => Object.getPrototypeOf(view).constructor),
    );
  });
});
