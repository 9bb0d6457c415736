import { type Language, languages, type NavRow } from '@candor/api';
import { languageNames } from '@candor/i18n';
import { DEFAULT_LANGUAGE, DEFAULT_TIME_ZONE } from '@candor/products';
import { sql } from 'kysely';
import type { Trx } from '../../base/database/index.ts';
import type { Content } from './content.ts';

/** A language as it is offered. */
export interface LanguageRow {
  readonly language: Language;
  readonly remark: string;
  readonly imgUrl: string;
  readonly isShown: boolean;
}

export interface DictRow {
  readonly id: number;
  readonly code: string;
  readonly dictValue: string;
  readonly remark: string;
  readonly imgUrl: string;
  readonly sort: number;
}

export type KeptKind = 'nav' | 'language' | 'dictionary' | 'setting';

const ALL = { offset: 0, limit: 1_000, order: 'asc', where: {} } as const;
const MINUTE_MS = 60_000;

/** The picture of a language that operators gave none: a file of the pages. */
const languageImage = (language: Language) => `/languages/${language}.svg`;

/** Languages as they are offered: the program's own, with what operators changed. English is always shown. */
export async function readLanguages(content: Content): Promise<LanguageRow[]> {
  const { records } = await content.list('language', ALL);
  const changed = new Map((records as unknown as LanguageRow[]).map((row) => [row.language, row]));
  return languages.map((language) => {
    const row = changed.get(language);
    return {
      language,
      remark: row?.remark ?? languageNames[language],
      imgUrl: row?.imgUrl || languageImage(language),
      isShown: language === DEFAULT_LANGUAGE || (row?.isShown ?? true),
    };
  });
}

/** Entries of dictionaries, of one or of all, in their order. */
export async function readDictionaries(content: Content, code: string | null): Promise<DictRow[]> {
  const { records } = await content.list('dictionary', { ...ALL, where: code === null ? {} : { code } });
  return (records as unknown as DictRow[]).toSorted((a, b) =>
    a.code === b.code ? a.sort - b.sort || a.id - b.id : a.code < b.code ? -1 : 1,
  );
}

export async function readNav(content: Content): Promise<NavRow[]> {
  const { records } = await content.list('nav', ALL);
  return (records as NavRow[]).toSorted((a, b) => a.sort - b.sort || a.id - b.id);
}

/** The default time zone with its offset in hours at a time. */
export async function readTimeZone(
  content: Content,
  atMs: number,
): Promise<{ readonly zoneId: string; readonly offSetValue: number }> {
  const { records } = await content.list('setting', { ...ALL, where: { name: 'timeZone' } });
  const zoneId =
    (records[0] as unknown as { readonly value: string } | undefined)?.value ?? DEFAULT_TIME_ZONE;
  return { zoneId, offSetValue: offsetHours(zoneId, atMs) };
}

export function isTimeZone(zoneId: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zoneId }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** Hours east of UTC; parts of an hour where the zone has them. */
function offsetHours(zoneId: string, atMs: number): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: zoneId,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  }).formatToParts(atMs);
  const of = (type: string) => Number(parts.find((part) => part.type === type)?.value);
  const there = Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'));
  return (there - Math.floor(atMs / MINUTE_MS) * MINUTE_MS) / (60 * MINUTE_MS);
}

/** Writes an entry in the caller's transaction. Resolves with the fields before; undefined where the id is unknown. */
export async function saveEntry(
  trx: Trx,
  kind: KeptKind,
  id: number | null,
  fields: Readonly<Record<string, unknown>>,
): Promise<Readonly<Record<string, unknown>> | null | undefined> {
  const db = trx;
  const json = JSON.stringify(fields);
  if (id === null) {
    await sql`insert into content.entry (kind, fields) values (${kind}, ${json}::jsonb)`.execute(db);
    return null;
  }
  const { rows } = await sql<{ fields: Record<string, unknown> }>`
    select fields from content.entry where id = ${id} and kind = ${kind} for update`.execute(db);
  if (rows[0] === undefined) return undefined;
  await sql`update content.entry set fields = ${json}::jsonb where id = ${id}`.execute(db);
  return rows[0].fields;
}

/** Writes the one entry whose fields equal `where`, or adds it. Resolves with the fields before; null for none. */
export async function saveOne(
  trx: Trx,
  kind: KeptKind,
  where: Readonly<Record<string, string>>,
  fields: Readonly<Record<string, unknown>>,
): Promise<Readonly<Record<string, unknown>> | null> {
  const { rows } = await sql<{ id: bigint }>`
    select id from content.entry where kind = ${kind} and fields @> ${JSON.stringify(where)}::jsonb for update`.execute(
    trx,
  );
  const id = rows[0] === undefined ? null : Number(rows[0].id);
  return (await saveEntry(trx, kind, id, { ...where, ...fields })) ?? null;
}

/** Removes an entry of a menu or a dictionary. Resolves with its kind and fields; null where there is none. */
export async function removeEntry(
  trx: Trx,
  id: number,
): Promise<{ readonly kind: string; readonly fields: Readonly<Record<string, unknown>> } | null> {
  const { rows } = await sql<{ kind: string; fields: Record<string, unknown> }>`
    delete from content.entry where id = ${id} and kind in ('nav', 'dictionary')
    returning kind, fields`.execute(trx);
  return rows[0] ?? null;
}
