import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { KERNEL_VERSION } from '@candor/kernel';
import { Client } from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { open } from '../../tests/crash/support-process.ts';
import { type FreshDatabase, freshDatabase } from '../../tests/support/postgres.ts';
import { RELEASED_KERNELS, refuseNewerKernel } from './lineage.ts';

let database: FreshDatabase;
beforeEach(async () => {
  database = await freshDatabase();
});
afterEach(() => database.drop());

async function withClient<T>(run: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: database.connectionString });
  await client.connect();
  try {
    return await run(client);
  } finally {
    await client.end();
  }
}

/** All that a start could change. */
const stateOf = (client: Client) =>
  client.query(
    `SELECT (SELECT row_to_json(head) FROM journal.head) AS head,
       (SELECT count(*)::int FROM journal.batches) AS batches, (SELECT count(*)::int FROM journal.kernels) AS kernels`,
  );

test('the released kernels are those whose bundles are kept, by their hashes', () => {
  const folder = join(import.meta.dirname, 'fixtures');
  const kept = readdirSync(folder).filter((file) => file.startsWith('kernel-'));
  const found = kept.map((file) => ({
    version: file.slice('kernel-'.length, -'.mjs.br'.length),
    codeHash: createHash('sha256')
      .update(brotliDecompressSync(readFileSync(join(folder, file))))
      .digest('hex'),
  }));
  const byVersion = (a: { version: string }, b: { version: string }) => (a.version < b.version ? -1 : 1);
  expect(RELEASED_KERNELS.toSorted(byVersion)).toEqual(found.toSorted(byVersion));
  expect(RELEASED_KERNELS.map(({ version }) => version)).not.toContain(KERNEL_VERSION);
});

test.each(['core-15', 'core-99', 'next-1'])(
  'a journal that went on under %s is left as it is',
  async (version) => {
    const engine = await open(database.connectionString);
    await engine.stop();
    await withClient(async (client) => {
      await client.query('UPDATE journal.kernels SET version = $1', [version]);
      // another program's sources: this one would store its own kernel beside
      await client.query('DELETE FROM journal.kernel_sources');
      const before = (await stateOf(client)).rows;
      const message = expect.stringMatching(new RegExp(`^[^.]*${version}[^.]*\\.$`));
      for (const takeOver of [false, true])
        await expect(open(database.connectionString, { takeOver })).rejects.toMatchObject({
          code: 'KERNEL_NEWER',
          message,
        });
      expect((await stateOf(client)).rows).toEqual(before);
    });
  },
);

test('a released version refuses what each later one left, and takes over what earlier ones left', async () => {
  const engine = await open(database.connectionString);
  await engine.stop();
  await withClient(async (client) => {
    const versions = [...RELEASED_KERNELS.map(({ version }) => version), KERNEL_VERSION];
    for (const [place, own] of versions.entries())
      for (const [wrote, version] of versions.entries()) {
        await client.query('UPDATE journal.kernels SET version = $1', [version]);
        const checked = refuseNewerKernel(client, own);
        if (wrote <= place) await checked;
        else await expect(checked).rejects.toMatchObject({ code: 'KERNEL_NEWER' });
      }
  });
});
