import {
  type Envelope,
  idOf,
  KERNEL_VERSION,
  type Kernel,
  type KernelView,
  loadKernel,
} from '@candor/kernel';
import { Client } from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { OlderJournal } from '../../tests/support/older-journal.ts';
import { patientTuning } from '../../tests/support/patient-tuning.ts';
import { type FreshDatabase, freshDatabase } from '../../tests/support/postgres.ts';
import {
  firstUserId,
  limitOrder,
  listing,
  OrderFlow,
  practiceGenesis,
  submission,
} from '../../tools/workload/exchange.ts';
import { statusOf } from '../../tools/workload/outcomes.ts';
import { type Engine, openEngine, readCommitted, verifyChain } from './index.ts';

const users = 6;
const symbols = 2;
const orders = 400;

let database: FreshDatabase;
let url: string;
let engine: Engine | null = null;

beforeEach(async () => {
  database = await freshDatabase();
  url = database.connectionString;
});

afterEach(async () => {
  await engine?.stop();
  engine = null;
  await database.drop();
});

async function query<R extends object>(sql: string, values: unknown[] = []): Promise<R[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<R>(sql, values)).rows;
  } finally {
    await client.end();
  }
}

/** A journal as the first release wrote it: a market with hundreds of orders, some filled, some open, some keyed. */
async function writeOldJournal(): Promise<Kernel> {
  const journal = await OlderJournal.begin(url, 'spot-1');
  const { kernel } = journal;
  const flow = new OrderFlow(7, users, symbols);
  const apply = async (sent: Omit<Envelope, 'seq' | 'timeMs'>) => {
    const outcome = await journal.apply({ ...sent, timeMs: 1_700_000_000_000 + kernel.seq });
    if (outcome.ok && statusOf(outcome) === 'open')
      flow.openOrders.push({ userId: sent.userId, orderId: idOf(outcome) });
  };
  const system = { userId: 0, key: null, bodyHash: null };
  for (const body of [practiceGenesis, ...listing(users, symbols)]) await apply({ ...system, body });
  for (let sent = 0; sent < orders; sent++) {
    const next = flow.next(kernel.timeMs);
    const isKeyed = sent % 3 === 0;
    await apply({ ...next, key: isKeyed ? `place:old-${sent}` : null, bodyHash: isKeyed ? '00' : null });
  }
  await journal.end();
  return kernel;
}

/** Up to core-7 the open orders of spot stood in the kernel's own view. */
function worth(kernel: KernelView): unknown {
  const spot = ('openOrders' in kernel ? kernel : kernel.spot) as KernelView['spot'];
  return Array.from({ length: users }, (_, i) => firstUserId + i).map((user) => [
    kernel.balances(user),
    spot.openOrders(user, null).map(({ orderId, lots, filledLots }) => [orderId, lots, filledLots]),
  ]);
}

test('a journal of the first release replays under its own kernel and goes on under this one', async () => {
  const old = await writeOldJournal();
  const lines: string[] = [];
  engine = await openEngine({
    connectionString: url,
    genesis: practiceGenesis,
    tuning: patientTuning,
    log: (line) => lines.push(line),
  });
  expect(lines.join('\n')).toMatch(new RegExp(`goes on under kernel ${KERNEL_VERSION} .+; it was spot-1 `));
  expect(await engine.read(worth)).toEqual(worth(old));
  for (const { sum } of await engine.read((view) => view.ledgerSums())) expect(sum).toBe(0n);

  // A request that was answered before the upgrade still gets the same answer; new requests are performed.
  const sell = submission(firstUserId, limitOrder(1, 'sell', 100, 400_000), 'place:new');
  const answer = await engine.submit(sell);
  expect((await engine.submit(sell)).outcome).toEqual(answer.outcome);
  const { seq, hash } = { seq: engine.status().committedSeq, hash: engine.status().headHash };
  const state = await engine.read((view) => (view as Kernel).stateHash());
  await engine.stop();

  // Without a snapshot every row is replayed by the kernel that wrote it, across the journaled upgrade.
  await query('DELETE FROM journal.snapshots');
  engine = await openEngine({ connectionString: url, genesis: practiceGenesis, tuning: patientTuning });
  expect(engine.status()).toMatchObject({ state: 'ready', committedSeq: seq, headHash: hash });
  expect(await engine.read((view) => (view as Kernel).stateHash())).toBe(state);
  const upgrades = await query('SELECT kernel_no FROM journal.batches WHERE kind = 1');
  expect(upgrades).toEqual([{ kernel_no: 2 }]);
  expect((await verifyChain(url)).commands).toBe(seq);
  let replayed = 0;
  for await (const batch of readCommitted({ connectionString: url, afterSeq: 0 }))
    replayed += batch.commands.length;
  expect(replayed).toBe(seq);
});

test('a row of the first release that claims to be of this one is found', async () => {
  await writeOldJournal();
  const [row] = await query<{ version: string; code_hash: Buffer }>(
    'SELECT version, code_hash FROM journal.kernels',
  );
  expect(row?.version).toBe('spot-1');
  // The hash of the chain carries that of the code which applied a row.
  engine = await openEngine({ connectionString: url, genesis: practiceGenesis, tuning: patientTuning });
  await engine.stop();
  await query('DELETE FROM journal.snapshots');
  await query('UPDATE journal.batches SET kernel_no = 2 WHERE batch_no = 2');
  await expect(
    openEngine({ connectionString: url, genesis: practiceGenesis, tuning: patientTuning }),
  ).rejects.toMatchObject({
    code: 'CHAIN_BROKEN',
    batchNo: 2,
  });
  engine = null;
});

test('a snapshot of the first release is read by this kernel', async () => {
  const old = await writeOldJournal();
  const kernel = loadKernel(old.snapshot());
  expect(worth(kernel)).toEqual(worth(old));
  expect(kernel.seq).toBe(old.seq);
});
