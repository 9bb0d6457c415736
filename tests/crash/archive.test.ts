import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { ArchiveFolder, type ArchiveStep, exportJournal, verifyChain, verifyExport } from '@candor/journal';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { firstUserId, limitOrder, submission } from '../../tools/workload/exchange.ts';
import { freshEngines } from '../support/fresh-engines.ts';

const { open, query, connectionString } = freshEngines();
const script = fileURLToPath(new URL('./archive-process.ts', import.meta.url));

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'candor-archive-'));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

const steps: readonly ArchiveStep[] = ['written', 'compared', 'named', 'noted', 'deleting', 'deleted'];

/** Runs the archive until it was killed after a step, or ended. Returns true where it ended by itself. */
async function archiveUntil(step: ArchiveStep | 'end'): Promise<boolean> {
  const child = spawn(process.execPath, [script, connectionString(), folder, step], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
  if (signal === null) expect(code).toBe(0);
  return signal === null;
}

async function exported(): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  await exportJournal({
    connectionString: connectionString(),
    write: async (part) => {
      parts.push(part);
    },
  });
  return Buffer.concat(parts);
}

test('an archive that is killed after each of its steps loses no row, and the next run ends it', async () => {
  const engine = await open();
  for (let i = 0; i < 60; i++)
    await engine.submit(
      submission(firstUserId + (i % 2), limitOrder(1, i % 2 === 0 ? 'buy' : 'sell', 100_00, 1_000)),
    );
  await engine.stop();
  const whole = await exported();
  const chain = await verifyChain(connectionString());
  // Each run goes on where the one before it was killed.
  for (const step of steps) {
    expect(await archiveUntil(step), step).toBe(false);
    expect(await verifyChain(connectionString()), `killed when ${step}`).toEqual(chain);
    expect((await exported()).equals(whole), `killed when ${step}`).toBe(true);
  }
  expect(await archiveUntil('end')).toBe(true);
  expect((await exported()).equals(whole)).toBe(true);
  const [left] = await query<{ first: string; last: string }>(
    `SELECT (SELECT min(batch_no) FROM journal.batches) AS first,
       (SELECT max(last_row) FROM journal.archives) AS last`,
  );
  expect(Number(left?.first)).toBe(Number(left?.last) + 1);
  expect((await readdir(folder)).filter((name) => name.endsWith('.new'))).toEqual([]);
  let rows = 0;
  for await (const { batch } of verifyExport({
    bytes: null,
    archive: new ArchiveFolder(folder),
    trusts: () => true,
  }))
    rows = batch.batchNo;
  expect(rows).toBe(Number(left?.last));
  const again = await open();
  expect(again.status().headHash).toBe(chain.headHash);
});
