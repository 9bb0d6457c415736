import type { ExchangeRateRow, NavRow } from '@candor/api';
import { sql } from 'kysely';
import type { Pool } from 'pg';
import { kyselyOf, migrate, type Tables } from '../../base/database/index.ts';
import { exchangeRates, navigation, plateEntries } from './first-entries.ts';

export type ContentKind = 'nav' | 'exchange_rate' | 'language' | 'dictionary' | 'setting';
export type ContentRow = NavRow | ExchangeRateRow;

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

/** The tables that operators keep and everybody reads: navigation and exchange rates. */
export interface Content {
  list(kind: ContentKind, request: ContentRequest): Promise<ContentPage>;
  find(kind: ContentKind, id: number): Promise<ContentRow | null>;
}

export const migrations: Tables = {
  sql: `
  create table content.entry (
    id bigint generated always as identity primary key,
    kind text not null,
    fields jsonb not null
  );
  create index entry_kind on content.entry (kind, id);
`,
  fill: async (trx) => {
    const first = [
      ...navigation.map((fields, at) => ({
        kind: 'nav',
        fields: { place: 'top', titles: {}, article_code: null, sort: (at + 1) * 10, ...fields },
      })),
      ...exchangeRates.map((fields) => ({ kind: 'exchange_rate', fields })),
      ...plateEntries.map((fields) => ({ kind: 'dictionary', fields })),
    ];
    for (const { kind, fields } of first)
      await trx
        .insertInto('content.entry')
        .values({ kind, fields: JSON.stringify(fields) })
        .execute();
  },
};

/** Opens the room: makes its table with the first entries. */
export async function openContent(pool: Pool): Promise<Content> {
  await migrate(pool, 'content', migrations);
  const db = kyselyOf(pool);
  const toRow = (entry: { id: bigint; fields: unknown }) =>
    ({ id: Number(entry.id), ...(entry.fields as object) }) as ContentRow;

  return {
    async list(kind, { offset, limit, order, where }) {
      const filter = sql<boolean>`fields @> ${JSON.stringify(where)}::jsonb`;
      const entries = await db
        .selectFrom('content.entry')
        .select(['id', 'fields', sql<bigint>`count(*) over ()`.as('total')])
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
        .where('id', '=', BigInt(id))
        .executeTakeFirst();
      return entry === undefined ? null : toRow(entry);
    },
  };
}
