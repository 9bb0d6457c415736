import {
  type ArticleRow,
  type BillRow,
  type CallData,
  CallError,
  type Calls,
  type Client,
  type MarketRow,
  type NavRow,
} from '@candor/api';
import { ALL_ROWS_PAGE_SIZE } from '@candor/products';
import { useFormatters, useRecords } from '@candor/ui';
import { queryOptions, useMutation, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useIntl } from 'react-intl';
import { useClient, useSignedIn } from './hooks.ts';
import { queryKeys } from './query-keys.ts';

const MINUTE_MS = 60_000;
const TERMS_WITHIN_MS = 15_000;

/** Mode, feed, fees: what holds for as long as the server runs. */
export function useSettings() {
  const client = useClient();
  return useQuery({
    queryKey: queryKeys.settings,
    queryFn: () => client.call('getAllSetting'),
    staleTime: 5 * MINUTE_MS,
  });
}

/** The public sums of the ledger and the head of the journal. */
export function useHouse() {
  const client = useClient();
  return useQuery({
    queryKey: queryKeys.house,
    queryFn: () => client.call('getHouse'),
    refetchInterval: 10_000,
  });
}

/** The query of all spot markets, for whoever wants it before a screen does. */
export function marketsQuery(client: Client<Calls>, signedIn: boolean) {
  return queryOptions({
    queryKey: queryKeys.markets(signedIn),
    queryFn: () => client.call('getSpotGoods'),
    staleTime: MINUTE_MS,
  });
}

/** All spot markets with their 24-hour statistics and filters; live prices come from `useTicker`. */
export function useMarkets() {
  const client = useClient();
  const signedIn = useSignedIn();
  return useQuery({ ...marketsQuery(client, signedIn), refetchInterval: MINUTE_MS });
}

/** The query of a product's markets, for whoever wants it before a screen does. */
export function listingQuery(client: Client<Calls>, type: 'sec' | 'usta') {
  return queryOptions({
    queryKey: queryKeys.listing(type),
    queryFn: () => client.call('getMarketInitData', { query: { type } }),
    staleTime: MINUTE_MS,
  });
}

/** The markets of a product that may not be open: an empty list then. */
export function useListing(type: 'sec' | 'usta', enabled: boolean) {
  return useQuery({ ...listingQuery(useClient(), type), enabled });
}

/** The markets that were listed last, newest first. */
export function useNewListings(limit: number) {
  const client = useClient();
  return useQuery({
    queryKey: [...queryKeys.newListings, limit],
    queryFn: () => client.call('getNewListings', { query: { limit: String(limit) } }),
    staleTime: MINUTE_MS,
  });
}

/** Mark, funding and open interest of all contracts, as of a minute ago at most; `usePerpetualStates` has them live. */
export function useFundingStates() {
  const client = useClient();
  return useQuery({
    queryKey: queryKeys.funding,
    queryFn: () => client.call('getFundingRate'),
    refetchInterval: MINUTE_MS,
  });
}

const SPARKLINE_BARS = 42;

/** Closing prices of the last seven days in bars of 4 hours, oldest first. */
export function useSparkline(symbol: string) {
  const client = useClient();
  return useQuery({
    queryKey: queryKeys.sparkline(symbol),
    queryFn: async () => {
      const bars = await client.call('getCandles', {
        params: { symbol, interval: '4h' },
        query: { limit: String(SPARKLINE_BARS) },
      });
      return bars.map((bar) => bar.c);
    },
    staleTime: 10 * MINUTE_MS,
  });
}

/** The user's favourites; an empty list for visitors, without asking the server. */
export function useFavourites() {
  const client = useClient();
  const signedIn = useSignedIn();
  return useQuery({
    queryKey: queryKeys.favourites,
    queryFn: () => client.call('getOptional'),
    enabled: signedIn,
  });
}

/** The rows with one symbol's favourite mark set or cleared. */
export function withFavourite(
  favourites: readonly MarketRow[],
  market: MarketRow,
  favourite: boolean,
): MarketRow[] {
  const others = favourites.filter((row) => row.id !== market.id);
  return favourite ? [...others, { ...market, optional: 1, collect: 1 }] : others;
}

/**
 * Adds or removes a favourite: shown at once, taken back if the server refuses. `isPending` blocks a second click
 * while the call is in flight.
 */
export function useToggleFavourite() {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ market, favourite }: { readonly market: MarketRow; readonly favourite: boolean }) =>
      favourite
        ? client.call('addOptional', { params: { symbolId: String(market.id), flag: '1' } })
        : client.call('cancelOptional', { params: { favouriteId: String(market.c_id), flag: '1' } }),
    onMutate: async ({ market, favourite }) => {
      await queries.cancelQueries({ queryKey: queryKeys.favourites });
      const before = queries.getQueryData<MarketRow[]>(queryKeys.favourites);
      queries.setQueryData(queryKeys.favourites, withFavourite(before ?? [], market, favourite));
      return { before };
    },
    onError: (_error, _input, context) => queries.setQueryData(queryKeys.favourites, context?.before),
    onSettled: () => queries.invalidateQueries({ queryKey: queryKeys.favourites }),
  });
}

/** The user's assets with their value, all wallets or one (`type` as the spec numbers them). */
export function useAssetBalances(type: '0' | '1' = '0') {
  const client = useClient();
  const signedIn = useSignedIn();
  return useQuery({
    queryKey: [...queryKeys.balances, type],
    queryFn: () => client.call('getMyBalance', { query: { type } }),
    enabled: signedIn,
    refetchInterval: 10_000,
  });
}

export interface BillFilter {
  readonly coin?: string;
  readonly kind?: BillRow['kind'];
  readonly wallet?: BillRow['wallet'];
  /** In ms since 1970: from this time on, and before that. */
  readonly fromTime?: string;
  readonly toTime?: string;
}

/** The largest page of a list, by which files are made. */
export const CSV_PAGE_SIZE = 100;
const BILLS_PAGE_SIZE = 30;

/** Every posting to the user's account, newest first, page by page. */
export function useBills(filter: BillFilter) {
  const load = useLoadBills(filter, BILLS_PAGE_SIZE);
  return useRecords<BillRow>({
    queryKey: [...queryKeys.bills, filter],
    load,
    enabled: useSignedIn(),
  });
}

/** Returns a function that fetches the page of bills at a cursor. */
export function useLoadBills(filter: BillFilter, pageSize: number) {
  const client = useClient();
  return (cursor: string | null) =>
    client.call('getMyBill', {
      query: { ...filter, pageSize: String(pageSize), ...(cursor === null ? {} : { cursor }) },
    });
}

/** Returns the remaining allowance of each practice coin today; there in practice mode only. */
export function usePracticeAllowance() {
  const client = useClient();
  return useQuery({
    queryKey: queryKeys.practiceFunds,
    queryFn: () => client.call('getPracticeFunds'),
  });
}

/** Countries with their calling codes, named in the interface language. */
export function useCountryCodes(language: string) {
  const client = useClient();
  return useQuery({
    queryKey: queryKeys.countryCodes(language),
    queryFn: () => client.call('getCountryCode'),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** True where messages of the channel stay on the server's machine, as in practice mode: no mailbox gets them. */
export function useKeptMessages(channel: 'email' | 'sms'): boolean {
  return useSettings().data?.keptMessages.includes(channel) === true;
}

/** All fee tiers, with where the signed-in user stands. */
export function useFeeTiers() {
  const client = useClient();
  const signedIn = useSignedIn();
  return useQuery({
    queryKey: [...queryKeys.feeTiers, signedIn],
    queryFn: () => client.call('getFeeTiers'),
  });
}

/** The fees in percent that hold for this user: those of the own tier, for visitors those of the first. */
export function useFeeRates() {
  const { data } = useFeeTiers();
  return data?.tiers[data.own?.tier ?? 0];
}

/** The account tiers, with the standing of the signed-in user. */
export function useAccountTiers() {
  const client = useClient();
  const signedIn = useSignedIn();
  return useQuery({
    queryKey: queryKeys.accountTiers(signedIn),
    queryFn: () => client.call('getAccountTiers'),
    staleTime: MINUTE_MS,
  });
}

export type Terms = NonNullable<CallData<Calls['getTerms']>>;

/** A version of the terms in the page's language; null for the current one. */
export function useTerms(version: number | null) {
  const client = useClient();
  const { locale } = useIntl();
  return useQuery({
    queryKey: queryKeys.terms(version, locale),
    queryFn: () => {
      const query = version === null ? {} : { version: String(version) };
      return client.call('getTerms', { query }, { signal: AbortSignal.timeout(TERMS_WITHIN_MS) });
    },
    // a registration waits for them: a late answer is not waited for twice, and without a network nothing is put by
    retry: (failures, error) => failures < 1 && error instanceof CallError,
    networkMode: 'always',
    refetchOnReconnect: true,
    staleTime: MINUTE_MS,
  });
}

/** The current version of the terms, and the one that the signed-in user accepted. */
export function useTermsState() {
  const client = useClient();
  const signedIn = useSignedIn();
  return useQuery({
    queryKey: queryKeys.termsState,
    queryFn: () => client.call('getTermsState'),
    enabled: signedIn,
    staleTime: 5 * MINUTE_MS,
  });
}

/** The products that are open in the country of the signed-in user. */
export function useFeatures() {
  const client = useClient();
  const signedIn = useSignedIn();
  return useQuery({
    queryKey: queryKeys.features,
    queryFn: () => client.call('getFeatures'),
    enabled: signedIn,
    staleTime: MINUTE_MS,
  });
}

/** The menus as operators keep them. */
export function useNavigationTable() {
  const client = useClient();
  return useQuery({
    queryKey: queryKeys.navigation,
    queryFn: async () => {
      const query = { pageSize: ALL_ROWS_PAGE_SIZE, order: 'asc' } as const;
      const { records } = await client.call('getData', { params: { table: 'nav' }, query });
      return records as NavRow[];
    },
    staleTime: 5 * MINUTE_MS,
  });
}

/** The addresses of articles by their code, in the page's language; those that are not written are left out. */
export function useArticles(codes: readonly string[]): ReadonlyMap<string, string> {
  const client = useClient();
  const { locale } = useFormatters();
  return useQueries({
    queries: codes.map((article_code) => ({
      queryKey: queryKeys.article(article_code, locale),
      queryFn: async () => {
        const query = { article_code, article_lang: locale, pageSize: '1' };
        const { records } = await client.call('getData', { params: { table: 'article' }, query });
        const [article] = records as ArticleRow[];
        return article === undefined ? null : `/article/main/content/${article.article_type}/${article.id}`;
      },
      staleTime: 5 * MINUTE_MS,
    })),
    combine: (results) =>
      new Map(
        results.flatMap(({ data }, at) => (data == null ? [] : [[codes[at] as string, data] as const])),
      ),
  });
}

function useSystemConfig({ enabled = true } = {}) {
  const client = useClient();
  return useQuery({
    queryKey: queryKeys.systemConfig,
    queryFn: () => client.call('getSystemConfig'),
    enabled,
    staleTime: 5 * MINUTE_MS,
  });
}

/** The default time zone of the house; undefined until it is known. */
export function useHouseTimeZone(): string | undefined {
  return useSystemConfig().data?.timeZone.zoneId;
}

/** The languages that the house offers, by their codes; undefined until they are known, or while they are not wanted. */
export function useOfferedLanguages(wanted: { enabled?: boolean } = {}): ReadonlySet<string> | undefined {
  const { data } = useSystemConfig(wanted);
  return data === undefined ? undefined : new Set(data.t_app_language.map(({ dictValue }) => dictValue));
}
