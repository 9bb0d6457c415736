import type { BorrowOrderRow, MarginKind, MarginReceiptRow, OrderRow } from '@candor/api';
import { isPositiveNumber } from '@candor/i18n';
import { type ActSending, useAct } from '@candor/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { queryKeys, useClient, useLiveMargin, useSignedIn } from '../data/index.ts';
import { type LoadRecords, useAccountRecords } from '../trade/orders/records.ts';
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

/** Returns the amount of a coin that may be borrowed now; undefined until it is known. */
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

/** Returns the effect of borrowing an amount; queried again for each amount. */
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

/** Returns what brings all that a margin act changes up to date. */
export function useMarginInStep() {
  const queries = useQueryClient();
  return () =>
    Promise.all(
      [queryKeys.margin, queryKeys.balances, queryKeys.orders].map((queryKey) =>
        queries.invalidateQueries({ queryKey }),
      ),
    );
}

interface Loan {
  readonly coin: string;
  readonly amount: string;
}

/** The calls that borrow and repay in an account; an amount of null repays all of the coin's debt. */
export function useLoanCalls({ symbol }: MarginChoice) {
  const client = useClient();
  return {
    borrow: (loan: Loan, sending: ActSending) =>
      symbol === null
        ? client.call('allBorrow', { body: loan }, sending)
        : client.call('fixedBorrow', { body: { ...loan, symbol } }, sending),
    repay: (
      { coin, amount }: Omit<Loan, 'amount'> & { readonly amount: string | null },
      sending: ActSending,
    ) => {
      const part = amount === null ? {} : { amount };
      return symbol === null
        ? client.call('allStill', { body: { coin, ...part } }, sending)
        : client.call('fixedStill', { body: { coin, ...part, symbol } }, sending);
    },
  };
}

/** Chooses how far the isolated account of a market may borrow. */
export function useSetMarginLeverage(symbol: string) {
  const client = useClient();
  return useAct({
    mutationFn: (leverage: number, sending) =>
      client.call('fixedUpdateLeverageRadio', { body: { symbol, leverage } }, sending),
    saysDone: true,
    onSettled: useMarginInStep(),
  });
}

/** Borrow orders of an account, newest first, page by page. */
export function useBorrowOrders({ kind, symbol }: MarginChoice) {
  const client = useClient();
  return useAccountRecords<BorrowOrderRow>(`borrow-${kind}`, symbol ?? undefined, (of, cursor, size, times) =>
    client.call('borrowOrders', {
      params: { marginType: kind, scope: 'all', limit: String(size) },
      query: { ...times, ...(cursor === null ? {} : { cursor }), ...(of === 'all' ? {} : { symbol: of }) },
    }),
  );
}

/** Returns a function that fetches a page of orders of margin accounts of a kind. */
export function useLoadMarginOrders(kind: MarginKind, scope: 'open' | 'history'): LoadRecords<OrderRow> {
  const client = useClient();
  return (of, cursor, size, times) =>
    client.call('marginEntrustLog', {
      params: { marginType: kind, scope, symbol: of, limit: String(size) },
      query: { ...times, ...(cursor === null ? {} : { cursor }) },
    });
}

/** Done orders of margin accounts of a kind, newest first, page by page. */
export function useMarginOrderHistory({ kind, symbol }: MarginChoice) {
  const load = useLoadMarginOrders(kind, 'history');
  return useAccountRecords<OrderRow>(`margin-${kind}`, symbol ?? undefined, load);
}

/** Margin calls, forced sales and orders cancelled, of all margin accounts, newest first. */
export function useMarginReceipts() {
  const client = useClient();
  return useAccountRecords<MarginReceiptRow>('marginReceipts', undefined, (_symbol, cursor, size, times) =>
    client.call('marginReceipts', {
      query: { pageSize: String(size), ...times, ...(cursor === null ? {} : { cursor }) },
    }),
  );
}
