import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { archiveJournal, openEngine } from '@candor/journal';
import { Pool } from 'pg';
import { expect, it, vi } from 'vitest';
import { bootstrap } from '../../../../tests/api/support/listing.ts';
import { patientTuning } from '../../../../tests/support/patient-tuning.ts';
import { freshDatabase } from '../../../../tests/support/postgres.ts';
import { archivedPlaces } from './places.ts';

it('an archive file that can not be read is logged once, and counted until it can', async () => {
  const database = await freshDatabase();
  const { connectionString } = database;
  const folder = await mkdtemp(join(tmpdir(), 'candor-places-'));
  const pool = new Pool({ connectionString, max: 1 });
  pool.on('error', () => {});
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
    const { files } = await archiveJournal({
      connectionString,
      folder,
      beforeMs: Date.now() + 1_000,
      prune: true,
    });
    const { path, firstSeq, lastSeq } = files[0]!;
    const error = vi.fn();
    const { places, unreadableArchives } = archivedPlaces(pool, { error });
    const whole = await readFile(path);
    const bent = Buffer.from(whole);
    bent.writeUInt8(bent.readUInt8(bent.length - 40) ^ 1, bent.length - 40);
    await writeFile(path, bent);
    expect(await unreadableArchives()).toBe(0);
    const none = [
      [firstSeq, null],
      [lastSeq, null],
    ];
    expect([...(await places([firstSeq, lastSeq]))]).toEqual(none);
    expect([...(await places([firstSeq, lastSeq]))]).toEqual(none);
    expect(error).toHaveBeenCalledTimes(1);
    expect(await unreadableArchives()).toBe(1);
    await writeFile(path, whole);
    expect(await unreadableArchives()).toBe(0);
    expect((await places([lastSeq])).get(lastSeq)).toMatchObject({ seq: lastSeq });
  } finally {
    await pool.end();
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  }
});
