import type { EarnPoolEntryRow } from '@candor/api';
import { useRecords } from '@candor/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { queryKeys, useClient, useSignedIn } from '../data/index.ts';
import { useRecordFilter } from '../records/record-filter.tsx';
import type { EarnOffer, EarnOrder, EarnProduct, EarnStatus } from './product.ts';

const PAGE_SIZE = 20;
const ENTRIES_SIZE = 10;
const REFRESH_MS = 10_000;
/** Offers are watched while they fill. */
const OFFERS_MS = 5_000;

/** The offers of a product, and what is left of each. */
export function useOffers<Offer extends EarnOffer>(product: EarnProduct<Offer>) {
  const client = useClient();
  return useQuery({
    queryKey: [...product.queryKey, 'offers'],
    queryFn: () => product.offers(client),
    refetchInterval: OFFERS_MS,
  });
}

/** The pools that a product is paid from, and what each paid. */
export function usePools({ queryKey, pools }: EarnProduct) {
  const client = useClient();
  return useQuery({
    queryKey: [...queryKey, 'pools'],
    queryFn: () => pools(client),
    refetchInterval: REFRESH_MS,
  });
}

/** The movements of all pools, newest first. */
export function usePoolEntries({ queryKey, poolEntries }: EarnProduct) {
  const client = useClient();
  return useRecords<EarnPoolEntryRow>({
    queryKey: [...queryKey, 'entries'],
    load: (cursor) =>
      poolEntries(client, { pageSize: String(ENTRIES_SIZE), ...(cursor === null ? {} : { cursor }) }),
    refreshMs: REFRESH_MS,
  });
}

/** The user's coins in a product, with the interest that is reserved and that was paid; nothing for visitors. */
export function useSummary({ queryKey, summary }: EarnProduct) {
  const client = useClient();
  return useQuery({
    queryKey: [...queryKey, 'summary'],
    queryFn: () => summary(client),
    enabled: useSignedIn(),
    refetchInterval: REFRESH_MS,
  });
}

/** The user's orders of a status, newest first, as the filter above them asks. */
export function useOrders(product: EarnProduct, status: EarnStatus | undefined) {
  return useRecords<EarnOrder>({
    queryKey: [...product.queryKey, 'orders', status ?? '', useRecordFilter().times],
    load: useLoadOrders(product, PAGE_SIZE, status),
    enabled: useSignedIn(),
    refreshMs: REFRESH_MS,
  });
}

/** Returns a function that fetches the page of the user's orders at a cursor. */
export function useLoadOrders({ orders }: EarnProduct, pageSize: number, status: EarnStatus | undefined) {
  const client = useClient();
  const { times } = useRecordFilter();
  return (cursor: string | null) =>
    orders(client, {
      pageSize: String(pageSize),
      ...times,
      ...(status === undefined ? {} : { status }),
      ...(cursor === null ? {} : { cursor }),
    });
}

/** An order with the place of its last command in the journal. */
export function useReceipt({ queryKey, order }: EarnProduct, id: number) {
  const client = useClient();
  return useQuery({ queryKey: [...queryKey, 'receipt', id], queryFn: () => order(client, id) });
}

/** Returns a function that fetches again all that an act on an order changes. */
export function useOrdersChanged({ queryKey }: EarnProduct): () => Promise<unknown> {
  const queries = useQueryClient();
  const changed = [queryKey, queryKeys.balances, queryKeys.bills];
  return () => Promise.all(changed.map((each) => queries.invalidateQueries({ queryKey: each })));
}
