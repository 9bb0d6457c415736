import type { CallData, Language, TermsVersion, termsCalls } from '@candor/api';
import { sql } from 'kysely';
import type { Pool } from 'pg';
import { type Db, kyselyOf, migrate, patiently, type Trx } from '../../base/database/index.ts';
import { Refusal } from '../../base/errors/refusal.ts';
import type { CatalogueFollower } from '../../engine/catalogue/index.ts';
import { migrations } from './schema.ts';
import { publishVersion, readTexts, readVersions } from './versions.ts';

type Data<Name extends keyof typeof termsCalls> = CallData<(typeof termsCalls)[Name]>;

/** The terms of service: versions that never change, and who accepted which. */
export interface Terms {
  /** A version in a language; the current one without a number. @throws Refusal NOT_FOUND */
  read(language: Language, version: number | null): Promise<Data<'getTerms'>>;
  state(userId: number): Promise<Data<'getTermsState'>>;
  /**
   * Lets nobody register in real mode without accepting the current version.
   * @throws Refusal TERMS_UNPUBLISHED where there is none yet, TERMS_OUTDATED for none or another
   */
  requireAccepted(version: number | null): Promise<void>;
  /** @throws Refusal TERMS_OUTDATED where another version is current */
  accept(userId: number, version: number, language: Language): Promise<Data<'acceptTerms'>>;
  /** Enters an acceptance in the caller's transaction. @throws Refusal TERMS_OUTDATED */
  enter(trx: Trx, userId: number, version: number, language: Language): Promise<void>;
}

export interface TermsDeps {
  readonly pool: Pool;
  readonly catalogues: CatalogueFollower;
  readonly now: () => number;
}

export async function openTerms({ pool, catalogues, now }: TermsDeps): Promise<Terms> {
  await migrate(pool, 'terms', migrations);
  const db = kyselyOf(pool);
  if (catalogues.current().mode === 'practice') await patiently(pool, () => publishFirst(db, now()));

  async function enter(trx: Db, userId: number, version: number, language: Language): Promise<void> {
    const [newest] = await readVersions(trx);
    if (newest?.version !== version) throw new Refusal('TERMS_OUTDATED');
    await trx
      .insertInto('terms.acceptance')
      .values({ user_id: userId, version, language, accepted_at: new Date(now()) })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }

  async function acceptedBy(userId: number): Promise<Data<'getTermsState'>['accepted']> {
    const row = await db
      .selectFrom('terms.acceptance')
      .select(['version', 'accepted_at'])
      .where('user_id', '=', BigInt(userId))
      .orderBy('version', 'desc')
      .executeTakeFirst();
    return row === undefined ? null : { version: row.version, time: row.accepted_at.getTime() };
  }

  return {
    async read(language, asked) {
      const versions = await readVersions(db);
      const [newest] = versions;
      if (newest === undefined) return null;
      const wanted = versions.find(({ version }) => version === (asked ?? newest.version));
      const texts = wanted === undefined ? null : await readTexts(db, wanted.version);
      if (wanted === undefined || texts === null) throw new Refusal('NOT_FOUND');
      return { ...wanted, currentVersion: newest.version, text: texts[language], versions };
    },
    async state(userId) {
      const [[current = null], accepted] = await Promise.all([
        readVersions(db) as Promise<readonly (TermsVersion | null)[]>,
        acceptedBy(userId),
      ]);
      return { current, accepted };
    },
    async requireAccepted(version) {
      if (catalogues.current().mode === 'practice') return;
      const [newest] = await readVersions(db);
      if (newest === undefined) throw new Refusal('TERMS_UNPUBLISHED');
      if (newest.version !== version) throw new Refusal('TERMS_OUTDATED');
    },
    async accept(userId, version, language) {
      await db.transaction().execute((trx) => enter(trx, userId, version, language));
      return (await acceptedBy(userId))!;
    },
    enter: (trx, userId, version, language) => enter(trx, userId, version, language),
  };
}

/** Several processes open the room at once: one publishes the first version, so that it has the number 1. */
async function publishFirst(db: Db, atMs: number): Promise<void> {
  if ((await readVersions(db)).length > 0) return;
  const { firstTexts: texts } = await import('./first-texts.ts');
  await db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext('candor first terms'))`.execute(trx);
    if ((await readVersions(trx)).length === 0)
      await publishVersion(trx, { texts, reason: '', key: 'first', atMs });
  });
}
