import { listingQuery } from '../data/index.ts';
import { awaitChart, type TradeKind } from '../trade/terminal/trade-kind.ts';

export const perpetualKind: TradeKind = {
  type: 'usta',
  messages: ['perpetual'],
  entries: [
    { menu: 'top.trade', order: 30, id: 'contracts', search: { type: 'usta' } },
    { menu: 'footer.markets', order: 40, id: 'contracts', search: { type: 'usta' } },
  ],
  firstRequests(services, base) {
    void services.queries.prefetchQuery(listingQuery(services.client, 'usta'));
    awaitChart(services, `${base.toUpperCase()}USDT-PERP`);
  },
};
