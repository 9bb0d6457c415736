import type { CallData, Calls, MarketStates, SecondRow } from '@candor/contract';
import type { TicketKey } from '@candor/proofs';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { useAct } from '../../app/use-act.ts';
import { queryKeys, useClient, useMarketStates, useServices, useSignedIn } from '../../data/index.ts';
import { RECORDS_PAGE_SIZE, useRecords } from '../orders/records.ts';

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

export type Offer = CallData<Calls['periodList']>['records'][number];
export type Pool = CallData<Calls['getSecondContractPool']>;
export type SecondsLimits = CallData<Calls['getSecondContractLimits']>;

/** What is offered on all markets, and the rule that settles it. */
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

/** The offers with the halts that the socket told, which come before the next answer of the list. */
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

/** Changes the user's own limits. */
export function useSetLimits(onSet: () => void) {
  const client = useClient();
  const queries = useQueryClient();
  return useAct({
    mutationFn: (
      body: {
        dailyLossLimit?: string | null;
        coolingOffUntil?: number;
        selfExcludedUntil?: number;
      },
      watch,
    ) => client.call('setSecondContractLimits', { body }, watch),
    onSuccess: onSet,
    onSettled: () => queries.invalidateQueries({ queryKey: keys.limits }),
  });
}

/** What is available of a coin in the second wallet and in the spot wallet; null until known. */
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

/** Keeps balances and limits in step with what the private socket tells. */
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

/** Opens a contract, once: the key is made when the user presses. */
export function useOpenSecond(onOpened: (draft: SecondDraft) => void) {
  const client = useClient();
  const queries = useQueryClient();
  return useAct({
    mutationFn: ({ draft, key }: { readonly draft: SecondDraft; readonly key: string }, watch) =>
      client.call('createSecondContractOrder', { body: draft }, { idempotencyKey: key, ...watch }),
    onSuccess: (_made, { draft }) => onOpened(draft),
    onSettled: () =>
      Promise.all(
        [keys.wallet, keys.pool, keys.limits, keys.offers].map((queryKey) =>
          queries.invalidateQueries({ queryKey }),
        ),
      ),
  });
}

/** Moves coins between the spot wallet and the one for second contracts. */
export function useMoveStake(onMoved: () => void) {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({
      coin,
      amount,
      way,
      key,
    }: {
      coin: string;
      amount: string;
      way: 'in' | 'out';
      key: string;
    }) => {
      const wallets = way === 'in' ? (['1', SECOND_WALLET] as const) : ([SECOND_WALLET, '1'] as const);
      const query = { from: wallets[0], to: wallets[1], coin, amount };
      return client.call('transfer', { query }, { idempotencyKey: key });
    },
    onSuccess: onMoved,
    onSettled: () => queries.invalidateQueries({ queryKey: queryKeys.balances }),
  });
}

/** The user's contracts that are over, newest first, page by page. */
export function usePastSeconds() {
  const client = useClient();
  return useRecords<SecondRow>('seconds', undefined, (_symbol, cursor) =>
    client.call('secondContractOrderList', {
      body: { scope: 'history', pageSize: RECORDS_PAGE_SIZE, ...(cursor === null ? {} : { cursor }) },
    }),
  );
}

/** What operators changed, newest first, page by page. */
export function useSecondsChanges() {
  const client = useClient();
  return useInfiniteQuery({
    queryKey: keys.changes,
    queryFn: ({ pageParam }) =>
      client.call('getSecondContractChanges', {
        body: { pageSize: CHANGES_PAGE_SIZE, ...(pageParam === null ? {} : { cursor: pageParam }) },
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    refetchInterval: CHANGES_REFRESH_MS,
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
