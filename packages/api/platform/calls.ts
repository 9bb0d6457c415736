import { ALL_ROWS_PAGE_SIZE } from '@candor/products';
import { z } from 'zod';
import { defineCall, defineCalls } from '../define.ts';
import { language } from '../identity/calls.ts';
import { coinRecord } from '../records.ts';
import { decimal, timeMs, wholeText } from '../scalars.ts';
import { navRow } from './nav.ts';

/** Value that /platform/dev/config.js assigns to `window.__PLATFORM_CONFIG__`. */
export const platformConfig = z.strictObject({
  /** The prefix that stands for {head}. */
  head: z.string(),
  /** Origin of the API, '' for the page's own. */
  apiBase: z.string(),
  /** Origin of the sockets, '' for the page's own. */
  socketBase: z.string(),
  mqttPath: z.string(),
  mode: z.enum(['practice', 'real']),
  /** Names the house that this program serves. A browser keeps it beside what else it keeps. */
  tenantId: z.string(),
  tokenAgeSeconds: z.number().int(),
  cookieTimeDays: z.number().int(),
  /** The public key that payloads of withdrawals are encrypted to, as compact JWE (ECDH-ES, A256GCM). It changes monthly. */
  withdrawalKey: z.strictObject({
    kid: z.string(),
    kty: z.literal('EC'),
    crv: z.literal('P-256'),
    x: z.string(),
    y: z.string(),
    alg: z.literal('ECDH-ES'),
    use: z.literal('enc'),
  }),
});

export const languageEntry = z.strictObject({
  dictValue: z.string(),
  remark: z.string(),
  imgUrl: z.string(),
});

export const exchangeRateRow = z.strictObject({
  id: z.number().int(),
  /** Units of `quote_currency` for one USD. */
  exchange_value: decimal,
  quote_currency: z.string(),
  exchange_code: z.string(),
  rate: decimal,
  source: z.string(),
  /** The day of the rate, YYYY-MM-DD. */
  as_of: z.string(),
  /** Time at which an operator changed it last; missing for a rate as it was at the first start. */
  changed_at: z.number().int().optional(),
});

export const articleRow = z.strictObject({
  id: z.number().int(),
  article_code: z.string(),
  article_lang: z.string(),
  article_type: z.string(),
  section_code: z.string(),
  pid: z.number().int().nullable(),
  title: z.string(),
  content: z.string(),
});

/** The tables that operators keep and everybody may read. */
export const contentTable = z.enum(['nav', 'exchange_rate', 'article', 'article_category']);

const contentRow = z.union([navRow, exchangeRateRow, articleRow]);

/** A page number's worth of rows, or all of them, at most 1000. */
const tablePageSize = z.union([z.literal(ALL_ROWS_PAGE_SIZE).transform(() => 1000), wholeText(1, 200)]);

export const platformCalls = defineCalls({
  getAllSetting: defineCall({
    method: 'POST',
    path: '/api/common/getAllSetting',
    section: 'startup',
    summary: 'Returns all settings that a client needs at its start.',
    auth: 'none',
    data: z.strictObject({
      mode: z.enum(['practice', 'real']),
      /** Source of prices now. */
      feed: z.enum(['simulator', 'replay', 'live']),
      /** Source of prices when the journal began, if that was another feed; else null. */
      firstFeed: z.enum(['simulator', 'replay', 'live']).nullable(),
      /** Hash of the secret seed that the journal began with, shown before it is used; null without a simulator. */
      seedHash: z.string().nullable(),
      language: z.string(),
      currency: z.string(),
      currencySymbol: z.string(),
      theme: z.string(),
      makerFeePercent: decimal,
      takerFeePercent: decimal,
      /** The part of all fees that goes to the safety fund. */
      safetyFundPercent: decimal,
      tokenAgeSeconds: z.number().int(),
      exchangeRefreshMs: z.number().int(),
      socketReconnectMs: z.number().int(),
      dateFormat: z.string(),
      /** Channels whose messages stay on this machine: its terminal shows them, and the console keeps them. */
      keptMessages: z.array(z.enum(['email', 'sms'])),
      serverTime: timeMs,
    }),
  }),
  getSystemConfig: defineCall({
    method: 'POST',
    path: '/api/common/getSystemConfig',
    section: 'startup',
    summary: 'Lists the interface languages and the default time zone.',
    auth: 'none',
    isShared: true,
    data: z.strictObject({
      t_app_language: z.array(languageEntry),
      timeZone: z.strictObject({ zoneId: z.string(), offSetValue: z.number() }),
    }),
  }),
  getCoinList: defineCall({
    method: 'POST',
    path: '/api/common/getCoinList',
    section: 'startup',
    summary: 'Lists the coins of the three products: second contracts, spot and contracts.',
    auth: 'none',
    cost: 2,
    isShared: true,
    data: z.strictObject({
      coinList: z.array(coinRecord),
      currencyList: z.array(coinRecord),
      contractList: z.array(coinRecord),
    }),
  }),
  getDictItems: defineCall({
    method: 'GET',
    path: '/api/{head}/sys/sys/dict/getDictItems/{dictCode}',
    section: 'startup',
    summary: 'Lists the entries of a dictionary: coin_plate, coin_lang, or one that operators keep.',
    auth: 'none',
    isShared: true,
    params: z.strictObject({ dictCode: z.string().regex(/^[a-z][a-z0-9_]{1,31}$/) }),
    data: z.array(languageEntry),
  }),
  getData: defineCall({
    method: 'GET',
    path: '/api/{head}/cgform-api/getData/{table}',
    section: 'startup',
    summary: `Lists rows of a table that operators keep, newest first. A pageSize of ${ALL_ROWS_PAGE_SIZE} returns all, at most 1000.`,
    auth: 'none',
    cost: 3,
    isShared: true,
    params: z.strictObject({ table: contentTable }),
    query: z.strictObject({
      pageNo: wholeText(1, 100_000).optional(),
      pageSize: tablePageSize.optional(),
      column: z.literal('id').optional(),
      order: z.enum(['asc', 'desc']).optional(),
      article_code: z
        .string()
        .regex(/^[\w.-]{1,64}$/)
        .optional(),
      article_lang: language.optional(),
    }),
    data: z.strictObject({
      records: z.array(contentRow),
      total: z.number().int(),
      size: z.number().int(),
      current: z.number().int(),
      pages: z.number().int(),
    }),
  }),
  detailData: defineCall({
    method: 'GET',
    path: '/api/{head}/cgform-api/detailData/{table}/{id}',
    section: 'startup',
    summary: 'Returns one row of a table that operators keep.',
    auth: 'none',
    params: z.strictObject({ table: contentTable, id: wholeText(1, Number.MAX_SAFE_INTEGER) }),
    data: contentRow,
  }),
  getCountryCode: defineCall({
    method: 'POST',
    path: '/api/user/getCountryCode',
    section: 'startup',
    summary: 'Lists countries with their calling codes, named in the language of the request.',
    auth: 'none',
    isShared: true,
    data: z.array(z.strictObject({ country: z.string(), name: z.string(), code: z.string() })),
  }),
});

export type PlatformConfig = z.output<typeof platformConfig>;
export type LanguageEntry = z.output<typeof languageEntry>;
export type ExchangeRateRow = z.output<typeof exchangeRateRow>;
export type ArticleRow = z.output<typeof articleRow>;
