import { expect, it, vi } from 'vitest';
import type { Services } from '../data/index.ts';
import { startFirstRequests } from './first-requests.ts';

/** Services that note which calls were made and which channels are watched. */
function noted() {
  const made: string[] = [];
  const services = {
    client: {
      call: async (name: string, input: unknown) => void made.push(`${name} ${JSON.stringify(input)}`),
    },
    market: {
      watchTicker: (symbol: string) => made.push(`ticker ${symbol}`),
      watchCandles: (symbol: string, interval: string) => made.push(`candles ${symbol} ${interval}`),
    },
    preferences: { getState: () => ({ currentCoin: 'eth' }) },
    queries: {
      prefetchQuery: async ({ queryKey }: { queryKey: unknown[] }) => void made.push(String(queryKey[0])),
      fetchQuery: async ({ queryKey }: { queryKey: unknown[] }) => void made.push(queryKey.join(' ')),
    },
    session: { store: { getState: () => ({ token: null }) } },
  } as unknown as Services;
  return { services, made };
}

it('asks for catalogue and candles of a trade page, by its address or the coin last traded', () => {
  vi.useFakeTimers();
  const spot = noted();
  startFirstRequests(spot.services, { pathname: '/trade/index', search: '?type=spot&symbol=btc' });
  expect(spot.made).toEqual(['markets', 'candles BTCUSDT 15m', 'ticker BTCUSDT', 'candles BTCUSDT 15m']);
  const contract = noted();
  startFirstRequests(contract.services, { pathname: '/trade/index', search: '?type=usta' });
  expect(contract.made).toContain('candles ETHUSDT-PERP 15m');
  const seconds = noted();
  startFirstRequests(seconds.services, { pathname: '/trade/index', search: '?type=sec' });
  expect(seconds.made).toEqual(['markets']);
  const home = noted();
  startFirstRequests(home.services, { pathname: '/home/index', search: '' });
  expect(home.made).toEqual(['markets']);
  const fees = noted();
  startFirstRequests(fees.services, { pathname: '/rate/index', search: '' });
  expect(fees.made).toEqual([]);
  vi.useRealTimers();
});
