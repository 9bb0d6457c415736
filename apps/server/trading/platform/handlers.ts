import type { LanguageEntry, platformCalls } from '@candor/api';
import {
  DATE_FORMAT,
  DEFAULT_CURRENCY,
  DEFAULT_LANGUAGE,
  DEFAULT_THEME,
  RATES_REFRESH_MS,
  RECONNECT_DELAY_MS,
  SAFETY_FUND_PERCENT,
  TOKEN_AGE_SECONDS,
} from '@candor/products';
import { Refusal } from '../../base/errors/refusal.ts';
import { type CatalogueFollower, feedsOf } from '../../engine/catalogue/index.ts';
import type { MarketSource } from '../../engine/ports.ts';
import { ppmPercent } from '../../engine/values/index.ts';
import {
  type Content,
  countries,
  readDictionaries,
  readLanguages,
  readTimeZone,
} from '../../gateway/content/index.ts';
import type { Handlers } from '../../gateway/http/context.ts';
import type { Messages } from '../../gateway/messages/index.ts';
import type { Articles } from '../../users/articles/index.ts';
import { coinRecords } from '../market/index.ts';
import type { PerpetualMarkets } from '../perpetual/index.ts';
import type { Seconds } from '../seconds/index.ts';

const DEFAULT_PAGE_SIZE = 20;
const channels = ['email', 'sms'] as const;

/** The languages that are offered. */
const languageEntries = async (content: Content): Promise<LanguageEntry[]> =>
  (await readLanguages(content))
    .filter(({ isShown }) => isShown)
    .map(({ language, remark, imgUrl }) => ({ dictValue: language, remark, imgUrl }));

export interface PlatformHandlersDeps {
  readonly catalogues: CatalogueFollower;
  readonly seconds: Pick<Seconds, 'symbols'>;
  readonly market: MarketSource;
  readonly perpetualMarkets: Pick<PerpetualMarkets, 'coins'>;
  readonly content: Content;
  readonly articles: Pick<Articles, 'table' | 'categoryTable'>;
  readonly messages: Pick<Messages, 'isKept'>;
  readonly now: () => number;
}

export function platformHandlers({
  catalogues,
  seconds,
  market,
  perpetualMarkets,
  content,
  articles,
  messages,
  now,
}: PlatformHandlersDeps): Handlers<typeof platformCalls> {
  return {
    getAllSetting() {
      const catalogue = catalogues.current();
      const { mode, seedHash, makerFeePpm, takerFeePpm } = catalogue;
      return {
        mode,
        ...feedsOf(catalogue, market),
        seedHash,
        language: DEFAULT_LANGUAGE,
        currency: DEFAULT_CURRENCY.code,
        currencySymbol: DEFAULT_CURRENCY.symbol,
        theme: DEFAULT_THEME,
        makerFeePercent: ppmPercent(makerFeePpm),
        takerFeePercent: ppmPercent(takerFeePpm),
        safetyFundPercent: String(SAFETY_FUND_PERCENT),
        tokenAgeSeconds: TOKEN_AGE_SECONDS,
        exchangeRefreshMs: RATES_REFRESH_MS,
        socketReconnectMs: RECONNECT_DELAY_MS,
        dateFormat: DATE_FORMAT,
        keptMessages: channels.filter(messages.isKept),
        serverTime: now(),
      };
    },
    async getSystemConfig() {
      const [t_app_language, timeZone] = await Promise.all([
        languageEntries(content),
        readTimeZone(content, now()),
      ]);
      return { t_app_language, timeZone };
    },
    async getCoinList() {
      const offered = await seconds.symbols();
      const currencyList = coinRecords(catalogues.current(), market);
      const coinList = currencyList.filter(({ symbol }) => offered.has(symbol.toUpperCase()));
      return { coinList, currencyList, contractList: perpetualMarkets.coins() };
    },
    async getDictItems({ params: { dictCode } }) {
      if (dictCode === 'coin_lang') return languageEntries(content);
      const entries = await readDictionaries(content, dictCode);
      if (entries.length === 0) throw new Refusal('NOT_FOUND', { field: 'dictCode' });
      return entries.map(({ dictValue, remark, imgUrl }) => ({ dictValue, remark, imgUrl }));
    },
    async getData({ params, query }) {
      const { table } = params;
      const size = query.pageSize ?? DEFAULT_PAGE_SIZE;
      const current = query.pageNo ?? 1;
      const { article_code: code, article_lang: language, order = 'desc' } = query;
      const page = { offset: (current - 1) * size, limit: size, order };
      const { records, total } =
        table === 'article'
          ? await articles.table({ ...page, code, language })
          : table === 'article_category'
            ? await articles.categoryTable({ ...page, code, language })
            : await content.list(table, { ...page, where: {} });
      return { records, total, size, current, pages: Math.ceil(total / size) };
    },
    async detailData({ params }) {
      const { table, id } = params;
      const one = { id, offset: 0, limit: 1 };
      const row =
        table === 'article'
          ? (await articles.table(one)).records[0]
          : table === 'article_category'
            ? (await articles.categoryTable(one)).records[0]
            : await content.find(table, id);
      if (row == null) throw new Refusal('NOT_FOUND');
      return row;
    },
    getCountryCode: ({ language }) => [...countries(language)],
  };
}
