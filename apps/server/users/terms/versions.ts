import { hash } from 'node:crypto';
import { type Language, languages, type TermsText, type TermsVersion } from '@candor/api';
import { sql } from 'kysely';
import type { Db } from '../../base/database/index.ts';
import { Refusal } from '../../base/errors/refusal.ts';
import type { TermsTexts } from './schema.ts';

const DIGEST_DIGITS = 16;

/** The versions, the newest first, without their texts. */
export async function readVersions(db: Db): Promise<TermsVersion[]> {
  const rows = await db
    .selectFrom('terms.version')
    .select(['version', 'published_at', 'reason'])
    .orderBy('version', 'desc')
    .execute();
  return rows.map(({ version, published_at, reason }) => ({
    version,
    publishedTime: published_at.getTime(),
    reason,
  }));
}

/** The texts of a version; null where there is none. */
export async function readTexts(db: Db, version: number): Promise<TermsTexts | null> {
  const row = await db
    .selectFrom('terms.version')
    .select('texts')
    .where('version', '=', version)
    .executeTakeFirst();
  return (row?.texts as TermsTexts | undefined) ?? null;
}

/** The texts of the next version as far as they are written: the current ones, and the drafts over them. */
export async function readDraft(
  db: Db,
): Promise<{ readonly current: Partial<TermsTexts>; readonly draft: Partial<TermsTexts> }> {
  const [newest] = await readVersions(db);
  const current = newest === undefined ? {} : ((await readTexts(db, newest.version)) ?? {});
  const drafts = await db.selectFrom('terms.draft').selectAll().execute();
  const written = Object.fromEntries(drafts.map(({ language, text }) => [language, text]));
  return { current, draft: { ...current, ...written } };
}

const same = (left: TermsText | undefined, right: TermsText | undefined): boolean =>
  left === right || (left !== undefined && right !== undefined && textOf(left) === textOf(right));

/** One form for one text: PostgreSQL keeps no order of keys. */
const textOf = ({ title, sections }: TermsText): string =>
  JSON.stringify([title, sections.map(({ heading, text }) => [heading, text])]);

/** Languages whose texts differ. */
export const changedLanguages = (from: Partial<TermsTexts>, to: Partial<TermsTexts>): Language[] =>
  languages.filter((language) => !same(from[language], to[language]));

/** Binds a version's texts to its entry of the log. */
export const digestOf = (texts: Partial<TermsTexts>): string =>
  hash(
    'sha256',
    JSON.stringify(languages.map((language) => (texts[language] ? textOf(texts[language]) : ''))),
  ).slice(0, DIGEST_DIGITS);

/**
 * Returns texts that are complete: every language, each with as many sections as English.
 * @throws Refusal TERMS_INCOMPLETE with the languages that lack something
 */
export function completeTexts(texts: Partial<TermsTexts>): TermsTexts {
  const sections = texts.en?.sections.length;
  const lacking = languages.filter((language) => texts[language]?.sections.length !== sections);
  if (sections === undefined || lacking.length > 0)
    throw new Refusal('TERMS_INCOMPLETE', { details: { languages: lacking.join(', ') || 'en' } });
  return texts as TermsTexts;
}

/** Writes a draft in the caller's transaction. False where it stands so already. */
export async function writeDraft(db: Db, language: Language, text: TermsText): Promise<boolean> {
  const before = await db
    .selectFrom('terms.draft')
    .select('text')
    .where('language', '=', language)
    .forUpdate()
    .executeTakeFirst();
  if (same(before?.text as TermsText | undefined, text)) return false;
  const value = JSON.stringify(text);
  await db
    .insertInto('terms.draft')
    .values({ language, text: value })
    .onConflict((conflict) => conflict.column('language').doUpdateSet({ text: value }))
    .execute();
  return true;
}

/** Publishes a version in the caller's transaction; the drafts are used up. */
export async function publishVersion(
  db: Db,
  version: {
    readonly texts: TermsTexts;
    readonly reason: string;
    readonly key: string;
    readonly atMs: number;
  },
): Promise<void> {
  const { texts, reason, key, atMs } = version;
  await db
    .insertInto('terms.version')
    .values({ texts: JSON.stringify(texts), reason, key, published_at: new Date(atMs) })
    .execute();
  await sql`delete from terms.draft`.execute(db);
}
