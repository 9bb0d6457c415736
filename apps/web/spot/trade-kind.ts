import { ArrowRightLeft } from 'lucide-react';
import { marketsQuery } from '../data/index.ts';
import { awaitChart, type TradeKind } from '../trade/terminal/trade-kind.ts';

export const spotKind: TradeKind = {
  type: 'spot',
  messages: ['margin'],
  entries: [
    { menu: 'top.trade', order: 10, id: 'spot', search: { type: 'spot' } },
    { menu: 'footer.markets', order: 20, id: 'spot', search: { type: 'spot', symbol: 'btc' } },
    { menu: 'bottom', order: 30, id: 'spot', search: { type: 'spot' }, icon: ArrowRightLeft },
  ],
  firstRequests(services, base) {
    const { client, queries, session } = services;
    void queries.prefetchQuery(marketsQuery(client, session.store.getState().token !== null));
    awaitChart(services, `${base.toUpperCase()}USDT`);
  },
};
