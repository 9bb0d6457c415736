import { marketsQuery } from '../data/index.ts';
import type { TradeKind } from '../trade/terminal/trade-kind.ts';

export const secondsKind: TradeKind = {
  type: 'sec',
  messages: ['seconds'],
  entries: [
    { menu: 'top.trade', order: 20, id: 'flash', search: { type: 'sec' } },
    { menu: 'footer.markets', order: 30, id: 'flash', search: { type: 'sec' } },
    { menu: 'footer.flash', order: 10, id: 'flashBtc', search: { type: 'sec', symbol: 'btc' } },
    { menu: 'footer.flash', order: 20, id: 'flashEth', search: { type: 'sec', symbol: 'eth' } },
    { menu: 'footer.flash', order: 30, id: 'flashBnb', search: { type: 'sec', symbol: 'bnb' } },
  ],
  firstRequests({ client, queries, session }) {
    void queries.prefetchQuery(marketsQuery(client, session.store.getState().token !== null));
  },
};
