import type {
  Calls,
  Client,
  EarnOfferRow,
  EarnOrderRow,
  EarnPoolEntryRow,
  EarnPoolRow,
  EarnSummaryRow,
  ErrorKey,
  FinanceOfferRow,
  FinanceOrderRow,
  JournalPlace,
  OfferChangeRow,
  PledgeOrderRow,
} from '@candor/api';
import type { ActSending, RecordsPage } from '@candor/ui';
import type { QueryKey } from '@tanstack/react-query';
import { queryKeys, type RecordTimes } from '../data/index.ts';

/** An offer of any product: what only some products have may be missing. */
export type EarnOffer = EarnOfferRow & Partial<Pick<FinanceOfferRow, 'name' | 'lockDays'>>;

/** An order of any product: what only some products have may be missing. */
export type EarnOrder = EarnOrderRow &
  Partial<Pick<FinanceOrderRow, 'name' | 'lockDays' | 'redeemableTime'>> &
  Partial<Pick<PledgeOrderRow, 'autoRenew' | 'renewalOf' | 'renewedAs'>>;

export type EarnReceipt = EarnOrder & { readonly journal: JournalPlace | null };

export type EarnStatus = EarnOrderRow['status'];

/** A page of records, as the calls take it. */
export interface PageQuery {
  readonly pageSize: string;
  readonly cursor?: string;
}

/** A page of the user's orders of a status and of some days. */
export interface OrdersQuery extends PageQuery, RecordTimes {
  readonly status?: EarnStatus;
}

/** An order that is about to be sent. */
export interface NewOrder {
  readonly offerId: number;
  readonly amount: string;
  readonly termsHash: string;
  /** Left out by products whose orders are not renewed. */
  readonly autoRenew?: boolean;
}

type Caller = Client<Calls>;

/** A product with offers of a fixed rate: its calls, addresses and words, for the pages that all such products share. */
export interface EarnProduct<Offer extends EarnOffer = EarnOffer> {
  /** Also the first word of its messages: those with the same ending say the same of each product. */
  readonly id: 'staking' | 'finance';
  readonly queryKey: QueryKey;
  /** Name of an offer in heads of tables: a product's own name, or its coin and term. */
  readonly offerHead: 'earn.offer' | 'earn.product';
  /** Address of the offers. */
  readonly offersAt: { readonly to: '/pledge/index' | '/finance/investment' };
  /** Address of the ticket, whose search names the offer. */
  readonly ticketAt: { readonly to: '/pledge/add' | '/finance/detail' };
  /** Address of the user's orders. */
  readonly ordersAt:
    | { readonly to: '/pledge/order' }
    | { readonly to: '/finance/investment'; readonly search: { readonly tab: 'mine' } };
  /** Refusals that belong to the amount of a ticket. */
  readonly amountRefusals: readonly ErrorKey[];
  offers(
    client: Caller,
  ): Promise<{ readonly offers: readonly Offer[]; readonly changes: readonly OfferChangeRow[] }>;
  pools(client: Caller): Promise<{ readonly pools: readonly EarnPoolRow[] }>;
  poolEntries(client: Caller, query: PageQuery): Promise<RecordsPage<EarnPoolEntryRow>>;
  create(client: Caller, order: NewOrder, sending: ActSending): Promise<EarnOrder>;
  orders(client: Caller, query: OrdersQuery): Promise<RecordsPage<EarnOrder>>;
  order(client: Caller, id: number): Promise<EarnReceipt>;
  redeem(client: Caller, id: number, sending: ActSending): Promise<EarnOrder>;
  /** Left out where orders are not renewed. */
  readonly renew?: (
    client: Caller,
    renewal: { readonly id: number; readonly autoRenew: boolean },
    sending: ActSending,
  ) => Promise<{ readonly autoRenew: boolean }>;
  summary(client: Caller): Promise<{ readonly list: readonly EarnSummaryRow[] }>;
}

const ORDER_REFUSALS = ['AMOUNT_INVALID', 'AMOUNT_TOO_LARGE', 'INSUFFICIENT_BALANCE'] as const;

export const staking: EarnProduct = {
  id: 'staking',
  queryKey: queryKeys.staking,
  offerHead: 'earn.offer',
  offersAt: { to: '/pledge/index' },
  ticketAt: { to: '/pledge/add' },
  ordersAt: { to: '/pledge/order' },
  amountRefusals: [
    ...ORDER_REFUSALS,
    'STAKING_AMOUNT',
    'STAKING_SOLD_OUT',
    'STAKING_USER_LIMIT',
    'STAKING_POOL_EMPTY',
  ],
  offers: (client) => client.call('getPledgeProducts'),
  pools: (client) => client.call('getPledgePools'),
  poolEntries: (client, query) => client.call('getPledgePoolEntries', { query }),
  create: (client, body, sending) => client.call('createPledge', { body }, sending),
  orders: (client, query) => client.call('getPledgeOrders', { query }),
  order: (client, id) => client.call('getPledgeOrder', { query: { id: String(id) } }),
  redeem: (client, id, sending) => client.call('redeemPledge', { body: { id } }, sending),
  renew: (client, body, sending) => client.call('setPledgeRenewal', { body }, sending),
  summary: (client) => client.call('getPledgeSummary'),
};

export const finance: EarnProduct<FinanceOfferRow> = {
  id: 'finance',
  queryKey: queryKeys.finance,
  offerHead: 'earn.product',
  offersAt: { to: '/finance/investment' },
  ticketAt: { to: '/finance/detail' },
  ordersAt: { to: '/finance/investment', search: { tab: 'mine' } },
  amountRefusals: [
    ...ORDER_REFUSALS,
    'FINANCE_AMOUNT',
    'FINANCE_SOLD_OUT',
    'FINANCE_USER_LIMIT',
    'FINANCE_POOL_EMPTY',
  ],
  offers: (client) => client.call('getFinanceProducts'),
  pools: (client) => client.call('getFinancePools'),
  poolEntries: (client, query) => client.call('getFinancePoolEntries', { query }),
  create: (client, { offerId, amount, termsHash }, sending) =>
    client.call('createFinance', { body: { offerId, amount, termsHash } }, sending),
  orders: (client, query) => client.call('getFinanceOrders', { query }),
  order: (client, id) => client.call('getFinanceOrder', { query: { id: String(id) } }),
  redeem: (client, id, sending) => client.call('redeemFinance', { body: { id } }, sending),
  summary: (client) => client.call('getFinanceSummary'),
};
