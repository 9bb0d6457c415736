import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * A venue that speaks Binance's public spot interface on this machine, for tests: what is asked is answered in
 * Binance's shapes, with the prices that the test sets.
 */
export interface MockVenue {
  readonly url: string;
  /** Best bid and ask of BTCUSDT, as decimal text. */
  price: { bid: string; ask: string };
  trades: { id: number; price: string; quantity: string; timeMs: number; buyerIsMaker: boolean }[];
  /** 'ok' answers, 'error' answers 503, 'silent' never answers. */
  mood: 'ok' | 'error' | 'silent';
  readonly asked: string[];
  close(): Promise<void>;
}

export async function startMockVenue(klines: (interval: string) => unknown[][]): Promise<MockVenue> {
  const venue: Omit<MockVenue, 'url' | 'close'> = {
    price: { bid: '60000.01', ask: '60000.02' },
    trades: [],
    mood: 'ok',
    asked: [],
  };
  const server: Server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://venue');
    venue.asked.push(url.pathname);
    if (venue.mood === 'silent') return;
    if (venue.mood === 'error') {
      response
        .writeHead(503, { 'content-type': 'application/json' })
        .end('{"code":-1001,"msg":"Internal error"}');
      return;
    }
    const answer = answerTo(url, venue, klines);
    response.writeHead(answer === null ? 404 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer ?? { code: -1, msg: 'unknown path' }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return Object.assign(venue, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v3`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  });
}

function answerTo(
  url: URL,
  { price, trades }: Pick<MockVenue, 'price' | 'trades'>,
  klines: (interval: string) => unknown[][],
): unknown {
  const other = url.searchParams.get('symbol') !== 'BTCUSDT';
  switch (url.pathname) {
    case '/api/v3/exchangeInfo':
      return exchangeInfo;
    case '/api/v3/ticker/bookTicker':
      return [{ symbol: 'BTCUSDT', bidPrice: price.bid, bidQty: '1.5', askPrice: price.ask, askQty: '2.5' }];
    case '/api/v3/depth':
      return other
        ? null
        : { lastUpdateId: 160, bids: [[price.bid, '1.50000000']], asks: [[price.ask, '0.00002000']] };
    case '/api/v3/aggTrades':
      return other ? null : trades.map(toAggTrade);
    case '/api/v3/klines':
      return klines(url.searchParams.get('interval') ?? '');
    default:
      return null;
  }
}

function toAggTrade({ id, price, quantity, timeMs, buyerIsMaker }: MockVenue['trades'][number]) {
  return { a: id, p: price, q: quantity, f: id, l: id, T: timeMs, m: buyerIsMaker, M: true };
}

const exchangeInfo = {
  timezone: 'UTC',
  serverTime: 1_700_000_000_000,
  rateLimits: [],
  exchangeFilters: [],
  symbols: [
    {
      symbol: 'BTCUSDT',
      status: 'TRADING',
      baseAsset: 'BTC',
      baseAssetPrecision: 8,
      quoteAsset: 'USDT',
      quotePrecision: 8,
      quoteAssetPrecision: 8,
      orderTypes: ['LIMIT', 'MARKET'],
      isSpotTradingAllowed: true,
      isMarginTradingAllowed: false,
      filters: [
        {
          filterType: 'PRICE_FILTER',
          minPrice: '0.01000000',
          maxPrice: '1000000.00000000',
          tickSize: '0.01000000',
        },
        { filterType: 'LOT_SIZE', minQty: '0.00001000', maxQty: '9000.00000000', stepSize: '0.00001000' },
      ],
      permissions: ['SPOT'],
    },
  ],
};
