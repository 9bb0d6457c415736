import type { OtcMethod, OtcOrderRow } from '@candor/api';
import { useRecords } from '@candor/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { queryKeys, useClient, useSignedIn } from '../data/index.ts';
import { useRecordFilter } from '../records/record-filter.tsx';
import type { OtcOrderView, OtcTakerSide } from './search.ts';

const PAGE_SIZE = 20;
/** Offers move with the index. */
const OFFERS_MS = 4_000;
const ORDER_MS = 2_500;
const REFRESH_MS = 8_000;
const TERMS_MS = 60_000;

/** All published numbers of OTC, its coins, currencies and payment methods. */
export function useOtcTerms() {
  const client = useClient();
  return useQuery({
    queryKey: [...queryKeys.otc, 'terms'],
    queryFn: () => client.call('getOtcTerms'),
    staleTime: TERMS_MS,
    refetchInterval: TERMS_MS,
  });
}

/** A search among the offers. */
export interface OfferSearch {
  readonly side: OtcTakerSide;
  readonly coin: string;
  readonly currency: string;
  readonly method: OtcMethod | undefined;
  readonly total: string | undefined;
}

/** The offers that can be taken, the best price first. */
export function useOtcOffers(search: OfferSearch | null) {
  const client = useClient();
  return useQuery({
    queryKey: [...queryKeys.otc, 'offers', search],
    queryFn: () => {
      const { side, coin, currency, method, total } = search as OfferSearch;
      return client.call('getOtcOffers', {
        query: {
          side,
          coin,
          currency,
          ...(method === undefined ? {} : { method }),
          ...(total === undefined ? {} : { total }),
        },
      });
    },
    enabled: search !== null,
    refetchInterval: OFFERS_MS,
  });
}

/** The best offer for a sum or an amount; asked while there is one. */
export function useOtcExpress(
  search: Omit<OfferSearch, 'total'> | null,
  typed: { readonly total: string } | { readonly amount: string } | null,
) {
  const client = useClient();
  const signedIn = useSignedIn();
  return useQuery({
    queryKey: [...queryKeys.otc, 'express', search, typed],
    queryFn: () => {
      const { side, coin, currency, method } = search as OfferSearch;
      return client.call('getOtcExpress', {
        query: { side, coin, currency, ...(method === undefined ? {} : { method }), ...typed },
      });
    },
    enabled: signedIn && search !== null && typed !== null,
    refetchInterval: OFFERS_MS,
  });
}

/** Position from which orders are listed: of somebody who took an offer, or of the merchant who made it. */
export type OtcRole = 'taker' | 'maker';

/** The user's orders, newest first, as the filter above them asks; on either side without a role. */
export function useOtcOrders(role: OtcRole | undefined, state: OtcOrderView | undefined) {
  const { times } = useRecordFilter();
  return useRecords<OtcOrderRow>({
    queryKey: [...queryKeys.otc, 'orders', role ?? '', state ?? '', times],
    load: useLoadOtcOrders(PAGE_SIZE, role, state),
    enabled: useSignedIn(),
    refreshMs: REFRESH_MS,
  });
}

/** Returns a function that fetches the page of the user's orders at a cursor. */
export function useLoadOtcOrders(
  pageSize: number,
  role: OtcRole | undefined,
  state: OtcOrderView | undefined,
) {
  const client = useClient();
  const { times } = useRecordFilter();
  return (cursor: string | null) =>
    client.call('getOtcOrders', {
      query: {
        pageSize: String(pageSize),
        ...times,
        ...(role === undefined ? {} : { as: role }),
        ...(state === undefined ? {} : { state }),
        ...(cursor === null ? {} : { cursor }),
      },
    });
}

/** One of the user's orders, followed while it is open. */
export function useOtcOrder(orderId: number) {
  const client = useClient();
  return useQuery({
    queryKey: [...queryKeys.otc, 'order', orderId],
    queryFn: () => client.call('getOtcOrder', { query: { orderId: String(orderId) } }),
    enabled: useSignedIn(),
    refetchInterval: ORDER_MS,
  });
}

/** The user's application to be a merchant, and what it needs. */
export function useMerchantApplication() {
  const client = useClient();
  return useQuery({
    queryKey: [...queryKeys.otc, 'application'],
    queryFn: () => client.call('getMerchantApplication'),
    enabled: useSignedIn(),
    refetchInterval: REFRESH_MS,
  });
}

/** A merchant's offers, open orders, turnover and wallet. */
export function useMerchantIndex() {
  const client = useClient();
  return useQuery({
    queryKey: [...queryKeys.otc, 'merchant'],
    queryFn: () => client.call('getMerchantIndex'),
    refetchInterval: REFRESH_MS,
  });
}

/** The user's standing: limits of the first orders, pauses, methods of being paid; nothing for visitors. */
export function useOtcStanding() {
  const client = useClient();
  return useQuery({
    queryKey: [...queryKeys.otc, 'standing'],
    queryFn: () => client.call('getOtcStanding'),
    enabled: useSignedIn(),
    refetchInterval: REFRESH_MS,
  });
}

/** Returns a function that fetches again all that an act of OTC changes. */
export function useOtcChanged(): () => Promise<unknown> {
  const queries = useQueryClient();
  const changed = [queryKeys.otc, queryKeys.balances, queryKeys.bills];
  return () => Promise.all(changed.map((queryKey) => queries.invalidateQueries({ queryKey })));
}
