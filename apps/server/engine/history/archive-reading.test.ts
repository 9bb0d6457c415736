import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { archiveJournal, openEngine } from '@candor/journal';
import { Pool } from 'pg';
import { expect, it, vi } from 'vitest';
import { bootstrap } from '../../../../tests/api/support/listing.ts';
import { patientTuning } from '../../../../tests/support/patient-tuning.ts';
import { freshDatabase } from '../../../../tests/support/postgres.ts';
import { createArchiveReading, READ_EVERY_MS } from './archive-reading.ts';

it('reads each archive file once a day, and counts one that was altered until it is whole again', async () => {
  const database = await freshDatabase();
  const { connectionString } = database;
  const folder = await mkdtemp(join(tmpdir(), 'candor-reading-'));
  const pool = new Pool({ connectionString, max: 1 });
  pool.on('error', () => {});
  let nowMs = 1_000_000;
  const log = { error: vi.fn(), info: vi.fn() };
  const reading = createArchiveReading({ pool, now: () => nowMs, log });
  try {
    const engine = await openEngine({
      connectionString,
      genesis: { type: 'genesis', mode: 'practice', feed: 'simulator', seedHash: 'ab'.repeat(32) },
      bootstrap,
      tuning: patientTuning,
    });
    for (const accountUserId of [1000, 1001, 1002])
      await engine.submit({
        userId: 0,
        key: null,
        bodyHash: null,
        body: { type: 'openAccount', accountUserId, kind: 'user' },
      });
    await engine.stop();
    await reading.round();
    expect(reading.readSinceMs()).toBe(null);
    // a row a file
    const { files } = await archiveJournal({
      connectionString,
      folder,
      beforeMs: Date.now() + 1_000,
      prune: true,
      fileBytes: 1,
    });
    expect(files.length).toBeGreaterThan(2);

    // the last one is altered, and nobody seeks a place in it
    const { path } = files.at(-1)!;
    const whole = await readFile(path);
    const bent = Buffer.from(whole);
    bent.writeUInt8(bent.readUInt8(bent.length - 40) ^ 1, bent.length - 40);
    await writeFile(path, bent);
    for (let round = 1; round <= files.length; round += 1) {
      expect(reading.unreadable()).toBe(0);
      nowMs += 60_000;
      await reading.round();
    }
    expect(reading.unreadable()).toBe(1);
    expect(reading.readSinceMs()).toBe(1_000_000);
    await reading.round();
    expect(log.error).toHaveBeenCalledTimes(1);
    expect(log.error.mock.calls[0]![0]).toMatchObject({ path });
    await writeFile(path, whole);
    await reading.round();
    expect(reading.unreadable()).toBe(0);
    expect(reading.readSinceMs()).toBeGreaterThan(1_000_000);

    // one that is away holds up no other, and is counted elsewhere
    await writeFile(path, bent);
    const away = files[1]!.path;
    await rename(away, `${away}.away`);
    nowMs += READ_EVERY_MS;
    for (let round = 1; round <= files.length; round += 1) await reading.round();
    expect(reading.unreadable()).toBe(1);
    expect(reading.readSinceMs()).toBeLessThanOrEqual(nowMs - READ_EVERY_MS);
  } finally {
    await pool.end();
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  }
});
