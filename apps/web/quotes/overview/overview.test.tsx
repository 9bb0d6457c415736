import type { MarketRow, Ticker } from '@candor/api';
import { type CustomerRoom, loadCustomerRoom, type Messages } from '@candor/i18n';
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterContextProvider,
} from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { IntlProvider } from 'react-intl';
import { expect, it } from 'vitest';
import { HeatTiles } from './heat-map.tsx';
import { Summary } from './summary.tsx';

const ROOMS: readonly CustomerRoom[] = ['quotes', 'markets', 'ui'];
const rooms = await Promise.all(ROOMS.map((room) => loadCustomerRoom('en', room)));
const messages: Messages = Object.assign({}, ...rooms);
const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() });

const markupOf = (children: ReactNode) =>
  renderToStaticMarkup(
    <IntlProvider locale="en" messages={messages}>
      <RouterContextProvider router={router as never}>{children}</RouterContextProvider>
    </IntlProvider>,
  );
const textOf = (children: ReactNode) =>
  markupOf(children)
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ');

const market = (id: number, base: string, zdf: string | null, amount: string | null) =>
  ({
    id,
    symbol: `${base}USDT`,
    symbol_name: `${base}/USDT`,
    base_symbol: base,
    quote_symbol: 'USDT',
    zdf,
    amount,
  }) as MarketRow;
const rows = [
  market(1, 'BTC', '0.67', '9000000'),
  market(2, 'ETH', '-4.2', '4000000'),
  market(3, 'DOGE', '0.00', '10'),
  market(4, 'NEW', null, null),
];

it('names on each tile the change with its sign, so that colour says nothing alone', () => {
  const markup = markupOf(<HeatTiles rows={rows} type="spot" isPhone={false} />);
  const tiles = [...markup.matchAll(/<a [^>]*>(.*?)<span class="sr-only">(.*?)<\/span><\/a>/g)];
  const seen = tiles.map(([, inside = '', name]) => [
    name,
    inside
      .replace(/<[^>]*>/g, ' ')
      .trim()
      .split(/ +/),
  ]);
  expect(seen).toEqual([
    ['BTC/USDT: +0.67% in 24 hours, venue volume 9.00M USDT', ['BTC', '+0.67%']],
    ['ETH/USDT: −4.20% in 24 hours, venue volume 4.00M USDT', ['ETH', '−4.20%']],
    ['DOGE/USDT: 0.00% in 24 hours, venue volume 10.00 USDT', ['DOGE', '0.00%']],
    ['NEW/USDT: – in 24 hours, venue volume – USDT', ['NEW', '–']],
  ]);
});

it('counts what rises and falls, and keeps our volume apart from the venues’', () => {
  const tickers = new Map([['BTCUSDT', { ownQuoteVolume24h: '1500.7' } as Ticker]]);
  expect(textOf(<Summary rows={rows} tickers={tickers} />)).toBe(
    ' Markets up 1 Markets down 1 Unchanged 1 24h venue volume 13.00M USDT 24h volume on Candor 1.50K USDT ',
  );
  expect(textOf(<Summary rows={rows} tickers={undefined} />)).toContain('24h volume on Candor – ');
});
