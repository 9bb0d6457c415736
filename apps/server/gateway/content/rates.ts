import type { CurrencyRateRow, ExchangeRateRow } from '@candor/api';
import { DEFAULT_CURRENCY } from '@candor/products';
import { sql } from 'kysely';
import type { Trx } from '../../base/database/index.ts';
import type { Content } from './content.ts';

const DAY_MS = 86_400_000;
/** A rate that is older is said to be stale. */
const STALE_DAYS = 7;
const ALL = 1_000;

/** Narrow symbols, as readers of the currency write them. */
const symbols: Readonly<Record<string, string>> = {
  USD: '$',
  EUR: '€',
  CNY: '¥',
  JPY: '¥',
  GBP: '£',
  KRW: '₩',
  THB: '฿',
  HKD: 'HK$',
  BRL: 'R$',
  TWD: 'NT$',
  VND: '₫',
  RUB: '₽',
};

/** Returns the sign of a currency; its code where it has none. */
export const symbolOf = (code: string): string => symbols[code] ?? code;

/** Reads the rate table. */
export async function readRates(content: Content, nowMs: number): Promise<CurrencyRateRow[]> {
  const page = { offset: 0, limit: ALL, order: 'asc', where: {} } as const;
  const { records } = await content.list('exchange_rate', page);
  const rows = (records as ExchangeRateRow[]).map((row) => ({
    code: row.quote_currency,
    symbol: symbolOf(row.quote_currency),
    rate: row.rate,
    source: row.source,
    asOf: row.as_of,
    time: null,
    changedAt: row.changed_at ?? null,
    stale: nowMs - Date.parse(`${row.as_of}T00:00:00Z`) > STALE_DAYS * DAY_MS,
  }));
  return rows.sort(
    (a, b) => Number(b.code === DEFAULT_CURRENCY.code) - Number(a.code === DEFAULT_CURRENCY.code),
  );
}

export interface RateChange {
  readonly code: string;
  readonly rate: string;
  readonly source: string;
  readonly asOf: string;
  readonly changedMs: number;
}

/** Changes a rate in the caller's transaction; nothing where it stands so already. Resolves with the rate before; null where the table has no such currency. */
export async function setRate(
  trx: Trx,
  { code, rate, source, asOf, changedMs }: RateChange,
): Promise<{ readonly rate: string; readonly source: string; readonly asOf: string } | null> {
  const { rows } = await sql<{ fields: ExchangeRateRow }>`
    select fields from content.entry
    where kind = 'exchange_rate' and fields ->> 'quote_currency' = ${code} for update`.execute(trx);
  const before = rows[0]?.fields;
  if (before === undefined) return null;
  if (before.rate === rate && before.source === source && before.as_of === asOf) {
    return { rate, source, asOf };
  }
  const next = { rate, exchange_value: rate, source, as_of: asOf, changed_at: changedMs };
  await sql`
    update content.entry set fields = fields || ${JSON.stringify(next)}::jsonb
    where kind = 'exchange_rate' and fields ->> 'quote_currency' = ${code}`.execute(trx);
  return { rate: before.rate, source: before.source, asOf: before.as_of };
}
