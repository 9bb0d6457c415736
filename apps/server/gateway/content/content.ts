import type { ArticleRow, ExchangeRateRow, NavRow } from '@candor/api';
import { type Kysely, sql } from 'kysely';
import type { Pool } from 'pg';
import { kyselyOf, migrate } from '../../base/database/index.ts';
import { exchangeRates, navigation, plateEntries } from './first-entries.ts';

export type ContentKind =
  | 'nav'
  | 'exchange_rate'
  | 'article'
  | 'article_category'
  | 'language'
  | 'dictionary'
  | 'setting';
export type ContentRow = NavRow | ExchangeRateRow | ArticleRow;

export interface ContentPage {
  readonly records: ContentRow[];
  readonly total: number;
}

export interface ContentRequest {
  readonly offset: number;
  readonly limit: number;
  readonly order: 'asc' | 'desc';
  /** Only entries whose fields equal these. */
  readonly where: Readonly<Record<string, string>>;
}

/** The tables that operators keep and everybody reads: navigation, exchange rates, articles. */
export interface Content {
  list(kind: ContentKind, request: ContentRequest): Promise<ContentPage>;
  find(kind: ContentKind, id: number): Promise<ContentRow | null>;
}

interface Schema {
  'content.entry': { id: string | number; kind: string; fields: Record<string, unknown> };
}

const migrations = {
  '001-entry': {
    async up(db: Kysely<unknown>): Promise<void> {
      await sql`
        create table content.entry (
          id bigint generated always as identity primary key,
          kind text not null,
          fields jsonb not null
        )`.execute(db);
      await sql`create index entry_kind on content.entry (kind, id)`.execute(db);
      const first = [
        ...navigation.map((fields) => ({ kind: 'nav', fields })),
        ...exchangeRates.map((fields) => ({ kind: 'exchange_rate', fields })),
      ];
      for (const { kind, fields } of first) {
        await sql`insert into content.entry (kind, fields) values (${kind}, ${JSON.stringify(fields)}::jsonb)`.execute(
          db,
        );
      }
    },
  },
  '002-menus-and-dictionaries': {
    async up(db: Kysely<unknown>): Promise<void> {
      // entries of the first version have neither a place nor an order nor titles
      await sql`
        update content.entry set fields =
          '{"place": "top", "titles": {}, "article_code": null}'::jsonb || jsonb_build_object('sort', id * 10) || fields
        where kind = 'nav'`.execute(db);
      for (const fields of plateEntries)
        await sql`insert into content.entry (kind, fields)
          values ('dictionary', ${JSON.stringify(fields)}::jsonb)`.execute(db);
    },
  },
};

/** Opens the room: makes its table with the first entries. */
export async function openContent(pool: Pool): Promise<Content> {
  await migrate(pool, 'content', migrations);
  const db = kyselyOf<Schema>(pool);
  const toRow = (entry: { id: string | number; fields: Record<string, unknown> }) =>
    ({ id: Number(entry.id), ...entry.fields }) as ContentRow;

  return {
    async list(kind, { offset, limit, order, where }) {
      const filter = sql<boolean>`fields @> ${JSON.stringify(where)}::jsonb`;
      const entries = await db
        .selectFrom('content.entry')
        .select(['id', 'fields', sql<string>`count(*) over ()`.as('total')])
        .where('kind', '=', kind)
        .where(filter)
        .orderBy('id', order)
        .limit(limit)
        .offset(offset)
        .execute();
      return { records: entries.map(toRow), total: Number(entries[0]?.total ?? 0) };
    },
    async find(kind, id) {
      const entry = await db
        .selectFrom('content.entry')
        .select(['id', 'fields'])
        .where('kind', '=', kind)
        .where('id', '=', id)
        .executeTakeFirst();
      return entry === undefined ? null : toRow(entry);
    },
  };
}
