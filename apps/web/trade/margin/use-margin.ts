import type { BorrowOrderRow, MarginReceiptRow, OrderRow } from '@candor/contract';
import { isPositiveNumber } from '@candor/i18n';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ActWatch, useAct } from '../../app/use-act.ts';
import { queryKeys, useClient, useLiveMargin, useSignedIn } from '../../data/index.ts';
import { RECORDS_PAGE_SIZE, useRecords } from '../orders/records.ts';
import type { MarginChoice } from './margin-account.ts';

const keyOf = ({ kind, symbol }: MarginChoice) => [...queryKeys.margin, kind, symbol ?? 'all'];

/** A margin account, live: what lies there, what it owes and its risk rate. */
export function useMarginAccount(choice: MarginChoice) {
  const client = useClient();
  const live = useLiveMargin(choice.kind, choice.symbol);
  const query = useQuery({
    queryKey: [...keyOf(choice), 'account'],
    queryFn: () =>
      choice.symbol === null
        ? client.call('allMarginProperty')
        : client.call('fixedMarginProperty', { params: { symbol: choice.symbol } }),
    enabled: useSignedIn(),
  });
  // what a call answered after the socket's last word is newer
  const isNewer = live === undefined || (query.data !== undefined && query.data.seq > live.seq);
  return { ...query, account: isNewer ? query.data : live };
}

/** What may be borrowed of a coin now; undefined until it is known. */
export function useCanBorrow(choice: MarginChoice, coin: string, enabled = true) {
  const client = useClient();
  const signedIn = useSignedIn();
  return useQuery({
    queryKey: [...keyOf(choice), 'canBorrow', coin],
    queryFn: () =>
      choice.symbol === null
        ? client.call('allGetCanborrow', { body: { coin } })
        : client.call('fixedGetCanborrow', { body: { coin, symbol: choice.symbol } }),
    enabled: signedIn && enabled,
    refetchInterval: 10_000,
    retry: false,
  });
}

/** What borrowing an amount would mean; asked anew with each amount. */
export function usePreborrow(choice: MarginChoice, coin: string, amount: string) {
  const client = useClient();
  return useQuery({
    queryKey: [...keyOf(choice), 'preborrow', coin, amount],
    queryFn: () =>
      choice.symbol === null
        ? client.call('allPreborrow', { body: { coin, amount } })
        : client.call('fixedPreborrow', { body: { coin, amount, symbol: choice.symbol } }),
    enabled: isPositiveNumber(amount),
    placeholderData: (previous) => previous,
    retry: false,
  });
}

/** All coins that are lent, with their rates. */
export function useLentCoins() {
  const client = useClient();
  return useQuery({
    queryKey: [...queryKeys.margin, 'lent'],
    queryFn: () => client.call('getCanborrowList'),
    enabled: useSignedIn(),
  });
}

interface Act {
  readonly coin: string;
  readonly amount: string;
  /** Made when the user presses, so that a retry of the same press is the same act. */
  readonly key: string;
}

function useMarginAct<Input, Output>(send: (input: Input, watch: ActWatch) => Promise<Output>) {
  const queries = useQueryClient();
  return useAct({
    mutationFn: send,
    onSettled: () =>
      Promise.all(
        [queryKeys.margin, queryKeys.balances, queryKeys.orders].map((queryKey) =>
          queries.invalidateQueries({ queryKey }),
        ),
      ),
  });
}

export function useBorrow({ symbol }: MarginChoice) {
  const client = useClient();
  return useMarginAct(({ coin, amount, key }: Act, watch) =>
    symbol === null
      ? client.call('allBorrow', { body: { coin, amount } }, { idempotencyKey: key, ...watch })
      : client.call('fixedBorrow', { body: { coin, amount, symbol } }, { idempotencyKey: key, ...watch }),
  );
}

/** Repays; an amount of null repays all of the coin's debt. */
export function useRepay({ symbol }: MarginChoice) {
  const client = useClient();
  return useMarginAct(
    ({ coin, amount, key }: Omit<Act, 'amount'> & { readonly amount: string | null }, watch) => {
      const part = amount === null ? {} : { amount };
      return symbol === null
        ? client.call('allStill', { body: { coin, ...part } }, { idempotencyKey: key, ...watch })
        : client.call('fixedStill', { body: { coin, ...part, symbol } }, { idempotencyKey: key, ...watch });
    },
  );
}

/** Chooses how far the isolated account of a market may borrow. */
export function useSetMarginLeverage(symbol: string) {
  const client = useClient();
  return useMarginAct((leverage: number, watch) =>
    client.call('fixedUpdateLeverageRadio', { body: { symbol, leverage } }, watch),
  );
}

/** Moves a coin between the spot account and a margin account. */
export function useMoveMargin({ symbol }: MarginChoice) {
  const client = useClient();
  return useMarginAct(({ coin, amount, key, way }: Act & { readonly way: 'in' | 'out' }, watch) => {
    const wallet = symbol === null ? '4' : '6';
    const isIn = way === 'in';
    const market = symbol === null ? {} : isIn ? { toSymbol: symbol } : { fromSymbol: symbol };
    const query = { from: isIn ? '1' : wallet, to: isIn ? wallet : '1', coin, amount, ...market } as const;
    return client.call('transfer', { query }, { idempotencyKey: key, ...watch });
  });
}

/** Borrow orders of an account, newest first, page by page. */
export function useBorrowOrders({ kind, symbol }: MarginChoice) {
  const client = useClient();
  return useRecords<BorrowOrderRow>(`borrow-${kind}`, symbol ?? undefined, (_symbol, cursor) =>
    client.call('borrowOrders', {
      params: { marginType: kind, scope: 'all', limit: String(RECORDS_PAGE_SIZE) },
      query: { ...(cursor === null ? {} : { cursor }), ...(symbol === null ? {} : { symbol }) },
    }),
  );
}

/** Done orders of margin accounts of a kind, newest first, page by page. */
export function useMarginOrderHistory({ kind, symbol }: MarginChoice) {
  const client = useClient();
  return useRecords<OrderRow>(`margin-${kind}`, symbol ?? undefined, (of, cursor) =>
    client.call('marginEntrustLog', {
      params: { marginType: kind, scope: 'history', symbol: of, limit: String(RECORDS_PAGE_SIZE) },
      query: cursor === null ? {} : { cursor },
    }),
  );
}

/** Margin calls, forced sales and orders cancelled, of all margin accounts, newest first. */
export function useMarginReceipts() {
  const client = useClient();
  return useRecords<MarginReceiptRow>('marginReceipts', undefined, (_symbol, cursor) =>
    client.call('marginReceipts', {
      query: { pageSize: String(RECORDS_PAGE_SIZE), ...(cursor === null ? {} : { cursor }) },
    }),
  );
}
