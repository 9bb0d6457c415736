import { languages } from '@candor/api';
import { Pool } from 'pg';
import { expect, test } from 'vitest';
import { freshDatabase } from '../../../../tests/support/postgres.ts';
import { kyselyOf } from '../../base/database/index.ts';
import type { TermsTexts } from './schema.ts';
import { openTerms, type TermsDeps } from './terms.ts';
import { publishVersion } from './versions.ts';

test('processes that open the room at once publish one first version, with the number 1', async () => {
  const database = await freshDatabase();
  const pool = new Pool({ connectionString: database.connectionString, max: 8 });
  const catalogues = { current: () => ({ mode: 'practice' }) } as unknown as TermsDeps['catalogues'];
  try {
    // acceptances refer to users
    await pool.query('create schema identity; create table identity.user (user_id bigint primary key)');
    const rooms = await Promise.all(
      Array.from({ length: 8 }, () => openTerms({ pool, catalogues, now: Date.now })),
    );
    expect(await rooms[0]!.read('en', null)).toMatchObject({ version: 1, currentVersion: 1 });
    // a refused insert would have used up a number
    const { rows } = await pool.query(
      "select last_value::int as last from pg_sequences where schemaname = 'terms'",
    );
    expect(rows).toEqual([{ last: 1 }]);
  } finally {
    await pool.end();
    await database.drop();
  }
});

test('in real mode nobody registers before a first version is published, or without accepting it', async () => {
  const database = await freshDatabase();
  const pool = new Pool({ connectionString: database.connectionString, max: 2 });
  const catalogues = { current: () => ({ mode: 'real' }) } as unknown as TermsDeps['catalogues'];
  try {
    await pool.query('create schema identity; create table identity.user (user_id bigint primary key)');
    const terms = await openTerms({ pool, catalogues, now: Date.now });
    expect(await terms.read('en', null)).toBe(null);
    await expect(terms.requireAccepted(1)).rejects.toMatchObject({ key: 'TERMS_UNPUBLISHED' });
    const text = { title: 'Terms', sections: [{ heading: 'One', text: ['A sentence.'] }] };
    const texts = Object.fromEntries(languages.map((language) => [language, text])) as TermsTexts;
    await publishVersion(kyselyOf(pool), { texts, reason: 'The first', key: 'first', atMs: Date.now() });
    for (const version of [null, 2])
      await expect(terms.requireAccepted(version)).rejects.toMatchObject({ key: 'TERMS_OUTDATED' });
    await terms.requireAccepted(1);
  } finally {
    await pool.end();
    await database.drop();
  }
});
