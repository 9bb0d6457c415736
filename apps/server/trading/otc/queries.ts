import type { KernelView, OtcOfferView } from '@candor/kernel';

/** Selects offers: `side` is the maker's, null selects all. */
export interface OfferFilter {
  readonly side: 'buy' | 'sell';
  readonly assetId: number;
  readonly currency: string;
}

const published = (view: KernelView) => ({
  terms: view.otc.terms(),
  currencies: view.otc.currencies(),
  methods: view.otc.methods(),
  timeMs: view.timeMs,
  seq: view.seq,
});

const accountOf = (view: KernelView, userId: number) =>
  view.hasAccount(userId)
    ? view.balances(userId, 'otc').map((balance) => ({
        ...balance,
        transferable: view.transfer.transferable(userId, 'otc', 0, balance.assetId),
      }))
    : [];

/** Live reads of OTC. */
export const otcQueries = {
  /** Terms, currencies and methods, the appeals that wait, and the coins that are offered. */
  otcBoard: (view: KernelView) => ({
    ...published(view),
    mode: view.mode,
    lateDecisions: view.otc.lateDecisions(),
    appeals: view.otc.appeals(),
    assetIds: [...new Set(view.otc.offers().map(({ assetId }) => assetId))],
  }),
  /** Offers that can be taken now. */
  otcOffers: (view: KernelView, { side, assetId, currency }: OfferFilter) => ({
    ...published(view),
    offers: view.otc
      .offers()
      .filter(
        (offer) =>
          offer.side === side &&
          offer.assetId === assetId &&
          offer.currency === currency &&
          offer.hidden === null,
      ),
  }),
  /** All offers of a merchant. */
  otcOffersOf: (view: KernelView, userId: number) => ({
    ...published(view),
    offers: view.otc.offersOf(userId),
  }),
  /** An offer; null for one that is closed or never was. */
  otcOffer(view: KernelView, offerId: number): OtcOfferView | null {
    return view.otc.offer(offerId);
  },
  /** An open order; null for one that ended or never was. */
  otcOrder: (view: KernelView, orderId: number) => view.otc.order(orderId),
  /** Open orders of a user on either side. */
  otcOrders: (view: KernelView, userId: number) => ({ orders: view.otc.orders(userId), seq: view.seq }),
  /** Those of some orders that are open. */
  otcOpenAmong: (view: KernelView, orderIds: readonly number[]) =>
    orderIds.filter((orderId) => view.otc.order(orderId) !== null),
  /** A user's standing, with all that publishing and applying need. */
  otcUser: (view: KernelView, userId: number) => ({
    ...published(view),
    trader: view.otc.trader(userId),
    merchant: view.otc.merchant(userId),
    holds: view.otc.holds(userId),
    balances: accountOf(view, userId),
  }),
  /** Mode, and if a journal has OTC already. */
  otcToOpen: (view: KernelView) => ({
    mode: view.mode,
    isOpen: view.otc.terms() !== null,
    asset: view.assets().find(({ code }) => code === 'USDT') ?? null,
  }),
  /** True for a merchant who has not left. */
  otcIsMerchant: (view: KernelView, userId: number) => view.otc.merchant(userId)?.freeMs === 0,
};

declare module '../../engine/core/live-queries.ts' {
  interface LiveQueries {
    readonly otc: typeof otcQueries;
  }
}
