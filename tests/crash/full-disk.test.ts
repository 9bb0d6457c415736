import { execFile } from 'node:child_process';
import { type FileHandle, mkdtemp, open as openFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Engine } from '@candor/journal';
import { JournalError } from '@candor/journal';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type KeptPostgres, keepPostgres } from '../../apps/server/base/postgres/keep.ts';
import { OrderFlow } from '../../tools/workload/exchange.ts';
import { eventually } from '../support/patience.ts';
import { expectSound, open, symbols, until, users } from './support.ts';

const run = promisify(execFile);

/** A disk of its own, where this machine lets a test mount one. */
async function mountDisk(folder: string): Promise<boolean> {
  try {
    await run('mount', ['-t', 'tmpfs', '-o', 'size=160m', 'tmpfs', folder]);
    return true;
  } catch {
    return false;
  }
}

let folder: string;
let isMounted = false;
let postgres: KeptPostgres | null = null;
let engine: Engine | null = null;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'candor-disk-'));
  isMounted = await mountDisk(folder);
});

afterEach(async () => {
  await engine?.stop();
  await postgres?.stop();
  [engine, postgres] = [null, null];
  if (isMounted) await run('umount', [folder]);
  await rm(folder, { recursive: true, force: true });
});

/** Takes all room that is left, but what the kernel keeps for nobody. */
async function fill(file: FileHandle): Promise<void> {
  const block = Buffer.alloc(65_536);
  for (let size = block.length; size >= 4_096; size /= 2)
    try {
      for (;;) await file.write(block, 0, size);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    }
}

test('a full disk: refuses in time, is not ready until a commit succeeded, and does nothing late', async (context) => {
  if (!isMounted) return context.skip('this machine lets no test mount a disk');
  postgres = await keepPostgres({ dataDir: join(folder, 'data'), log: () => {}, report: () => {} });
  const url = postgres.connectionString;
  const target = await open(url, { tuning: { unknownAfterMs: 2_000, commitTimeoutMs: 5_000 } });
  engine = target;
  const firstSeq = target.status().committedSeq;
  const flow = new OrderFlow(3, users, symbols);
  const acknowledged = new Set<number>();
  const refused: string[] = [];
  let [ended, unanswered] = [false, 0];
  const senders = Array.from({ length: 16 }, async () => {
    while (!ended)
      try {
        unanswered += 1;
        acknowledged.add((await target.submit(flow.next(Date.now()))).seq);
      } catch (error) {
        refused.push(error instanceof JournalError ? error.code : String(error));
        await new Promise((resolve) => setTimeout(resolve, 10));
      } finally {
        unanswered -= 1;
      }
  });
  await until(
    () => acknowledged.size,
    (count) => count > 200,
  );
  const path = join(folder, 'filler');
  const filler = await openFile(path, 'w');
  try {
    await fill(filler);
    await until(
      () => target.status().state,
      (state) => state === 'recovering',
    );
    await fill(filler);
    const [states, before] = [[] as string[], acknowledged.size];
    target.onState(() => states.push(target.status().state));
    // several tries to recover
    const seen = refused.length;
    await until(
      () => refused.length,
      (count) => count > seen + 2_000,
    );
    expect(states).toEqual([]);
    expect(acknowledged.size).toBe(before);
    expect(refused.filter((code) => !/^(NOT_READY|NOT_COMMITTED|OUTCOME_UNKNOWN)$/.test(code))).toEqual([]);
  } finally {
    await filler.close();
    await rm(path);
  }
  await eventually(() => expect(target.status().state).toBe('ready'));
  const before = acknowledged.size;
  await until(
    () => acknowledged.size,
    (count) => count > before + 100,
  );
  ended = true;
  await Promise.all(senders);
  expect(unanswered).toBe(0);
  const replay = await expectSound(url, target);
  for (const seq of acknowledged) expect(replay.outcomes.has(seq)).toBe(true);
  // what was refused as not done stands nowhere
  const unknown = refused.filter((code) => code === 'OUTCOME_UNKNOWN').length;
  expect(replay.outcomes.size - firstSeq - acknowledged.size).toBeLessThanOrEqual(unknown);
});
