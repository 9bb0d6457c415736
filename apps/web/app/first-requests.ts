import { FIRST_INTERVAL, listingQuery, marketsQuery, newestCandles, type Services } from '../data/index.ts';
import { tradeSearch } from './search.ts';

/** How long live candles are kept coming for a chart that is still on its way. */
const AWAITED_MS = 15_000;

/** The kernel's name of the market that an address most likely names; the catalogue of markets has the last word. */
export function likelySymbol(base: string, type: 'spot' | 'usta'): string {
  const name = `${base.toUpperCase()}USDT`;
  return type === 'usta' ? `${name}-PERP` : name;
}

/**
 * Asks for what a page shows first as soon as its address is known, beside the code of the page: its screen takes the
 * answers from the queries. A wrong guess costs a request, and no screen sees it.
 */
export function startFirstRequests(services: Services, address: Pick<Location, 'pathname' | 'search'>): void {
  if (address.pathname !== '/trade/index') return;
  const { client, market, preferences, queries, session } = services;
  const search = tradeSearch(Object.fromEntries(new URLSearchParams(address.search)));
  const { type = 'spot', symbol = preferences.getState().currentCoin } = search;
  const signedIn = session.store.getState().token !== null;
  if (type !== 'usta') void queries.prefetchQuery(marketsQuery(client, signedIn));
  else void queries.prefetchQuery(listingQuery(client, 'usta'));
  if (type === 'sec') return;
  const likely = likelySymbol(symbol, type);
  newestCandles(services, likely, FIRST_INTERVAL).catch(() => undefined);
  const stops = [market.watchTicker(likely), market.watchCandles(likely, FIRST_INTERVAL)];
  setTimeout(() => {
    for (const stop of stops) stop();
  }, AWAITED_MS);
}
