import type { CallData, Calls, MarketStates, SecondRow } from '@candor/api';
import type { TicketKey } from '@candor/proofs';
import { type ActSending, useAct, useRecords } from '@candor/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import {
  queryKeys,
  timeNumbers,
  useClient,
  useMarketStates,
  useServices,
  useSignedIn,
} from '../data/index.ts';
import { useAccountRecords } from '../trade/orders/records.ts';

const SECOND_WALLET = '3';
/** Terms, states and the pool are an operator's and everybody's: they change without a word to this user. */
const REFRESH_MS = 5_000;
const CHANGES_PAGE_SIZE = 10;
const CHANGES_REFRESH_MS = 30_000;
const keys = {
  offers: ['seconds', 'offers'],
  pool: ['seconds', 'pool'],
  limits: ['seconds', 'limits'],
  key: ['seconds', 'key'],
  changes: ['seconds', 'changes'],
  wallet: [...queryKeys.balances, SECOND_WALLET],
  spot: [...queryKeys.balances, '1'],
  receipt: (id: number) => ['seconds', 'receipt', id],
} as const;

export type { Offer, Pool, SecondsLimits } from './second-rows.ts';

/** Returns the offers of all markets, and the rule that settles them. */
export function useOffers() {
  const client = useClient();
  const live = useMarketStates()?.seconds;
  const select = useCallback((data: Offers) => withLiveHalts(data, live), [live]);
  return useQuery({
    queryKey: keys.offers,
    queryFn: () => client.call('periodList', { body: {} }),
    refetchInterval: REFRESH_MS,
    select,
  });
}

type Offers = CallData<Calls['periodList']>;

/** Returns the offers with the halts from the socket, which come before the next answer of the list. */
function withLiveHalts(offers: Offers, live: MarketStates['seconds'] | undefined): Offers {
  if (live === undefined) return offers;
  const records = offers.records.map((offer) => {
    const halt = live.halted.find(({ symbol }) => symbol === offer.symbol);
    return {
      ...offer,
      state: halt === undefined ? 'trading' : 'halted',
      stateReason: halt?.reason ?? '',
    } as const;
  });
  return { ...offers, haltReason: live.haltReason, records };
}

/** The pool that pays winners, with its caps. */
export function usePool() {
  const client = useClient();
  return useQuery({
    queryKey: keys.pool,
    queryFn: () => client.call('getSecondContractPool'),
    refetchInterval: REFRESH_MS,
  });
}

/** The signed-in user's own limits. */
export function useLimits() {
  const client = useClient();
  return useQuery({
    queryKey: keys.limits,
    queryFn: () => client.call('getSecondContractLimits'),
    enabled: useSignedIn(),
  });
}

interface LimitsChange {
  readonly dailyLossLimit?: string | null;
  readonly coolingOffUntil?: number;
  readonly selfExcludedUntil?: number;
}

/** The call that changes the user's own limits, and what brings them up to date. */
export function useSetLimits() {
  const client = useClient();
  const queries = useQueryClient();
  return {
    send: (body: LimitsChange, sending: ActSending) =>
      client.call('setSecondContractLimits', { body }, sending),
    refresh: () => queries.invalidateQueries({ queryKey: keys.limits }),
  };
}

/** Returns the available amount of a coin in the second wallet and in the spot wallet; null until known. */
export function useStakeBalances(coin: string): { readonly second: string; readonly spot: string } | null {
  const client = useClient();
  const enabled = useSignedIn();
  const wallet = useQuery({
    queryKey: keys.wallet,
    queryFn: () => client.call('getMyBalance', { query: { type: SECOND_WALLET } }),
    enabled,
  });
  const spot = useQuery({
    queryKey: keys.spot,
    queryFn: () => client.call('getMyBalance', { query: { type: '1' } }),
    enabled,
  });
  if (wallet.data === undefined || spot.data === undefined) return null;
  const of = (list: readonly { readonly coin: string; readonly available: string }[]) =>
    list.find((row) => row.coin === coin)?.available ?? '0';
  return { second: of(wallet.data.list), spot: of(spot.data.list) };
}

/** Keeps balances and limits in step with the private socket's messages. */
export function useSecondsInStep(onEnded: (contract: SecondRow) => void) {
  const queries = useQueryClient();
  const { account } = useServices();
  useEffect(() => {
    const refresh = () => {
      void queries.invalidateQueries({ queryKey: keys.wallet });
      void queries.invalidateQueries({ queryKey: keys.limits });
      void queries.invalidateQueries({ queryKey: keys.pool });
    };
    return account.onSecondEnded((contract) => {
      refresh();
      void queries.invalidateQueries({ queryKey: [...queryKeys.orders, 'seconds'] });
      onEnded(contract);
    });
  }, [account, queries, onEnded]);
}

export interface SecondDraft {
  readonly symbol: string;
  readonly direction: 'up' | 'down';
  readonly periodSeconds: number;
  readonly quantity: number;
  /** The rate that was shown: under another one nothing is opened. */
  readonly payoutPercent: string;
}

/** Opens a contract, once. */
export function useOpenSecond(onOpened: (draft: SecondDraft) => void) {
  const client = useClient();
  const queries = useQueryClient();
  return useAct({
    mutationFn: (draft: SecondDraft, sending) =>
      client.call('createSecondContractOrder', { body: draft }, sending),
    onSuccess: (_made, draft) => onOpened(draft),
    onSettled: () =>
      Promise.all(
        [keys.wallet, keys.pool, keys.limits, keys.offers].map((queryKey) =>
          queries.invalidateQueries({ queryKey }),
        ),
      ),
  });
}

/** The user's contracts that are over, newest first, page by page. */
export function usePastSeconds() {
  const client = useClient();
  return useAccountRecords<SecondRow>('seconds', undefined, (of, cursor, size, times) =>
    client.call('secondContractOrderList', {
      body: {
        scope: 'history',
        pageSize: size,
        ...timeNumbers(times),
        ...(of === 'all' ? {} : { symbol: of }),
        ...(cursor === null ? {} : { cursor }),
      },
    }),
  );
}

/** The operators' changes, newest first, page by page. */
export function useSecondsChanges() {
  const client = useClient();
  return useRecords({
    queryKey: keys.changes,
    load: (cursor) =>
      client.call('getSecondContractChanges', {
        body: { pageSize: CHANGES_PAGE_SIZE, ...(cursor === null ? {} : { cursor }) },
      }),
    refreshMs: CHANGES_REFRESH_MS,
  });
}

/** One contract with its signed terms and all that settled it: what is over never changes. */
export function useSecondReceipt(id: number) {
  const client = useClient();
  return useQuery({
    queryKey: keys.receipt(id),
    queryFn: () => client.call('getSecondContractReceipt', { query: { id: String(id) } }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** The key that the exchange signs terms with. */
export function useTicketKey() {
  const client = useClient();
  return useQuery<TicketKey>({
    queryKey: keys.key,
    queryFn: () => client.call('getSecondContractKey'),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
