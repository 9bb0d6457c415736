import { expect, test } from 'vitest';
import { makeIdleJournal } from '../../tools/workload/idle-journal.ts';
import { freshDatabase } from '../support/postgres.ts';

// `node tools/idle-journal.ts` does the same for a whole day.
test('a quarter of an hour of an idle demo: at most 50 MB an hour, and a restart within 5 s of processor time', async () => {
  const database = await freshDatabase();
  try {
    const made = await makeIdleJournal({ connectionString: database.connectionString, hours: 0.25 });
    expect(made.rows).toBeGreaterThan(0.25 * 3600 * 4);
    expect(made.replayedCommands).toBeGreaterThan(0);
    expect(made.megabytesPerHour).toBeLessThan(50);
    expect(made.archiveBytesPerRow).toBeGreaterThan(0);
    expect(made.archiveBytesPerRow).toBeLessThan((made.megabytesPerHour * 0.25e6) / made.rows / 2);
    expect(made.restartCpuMs).toBeLessThan(5_000);
  } finally {
    await database.drop();
  }
});
