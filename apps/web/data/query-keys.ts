import type { QueryKey } from '@tanstack/react-query';

/** The keys of everything that is fetched, for invalidation. */
export const queryKeys = {
  settings: ['settings'],
  house: ['house'],
  markets: (signedIn: boolean) => ['markets', signedIn],
  listing: (type: string) => ['listing', type],
  favourites: ['favourites'],
  candles: (symbol: string, interval: string) => ['candles', symbol, interval],
  sparkline: (symbol: string) => ['sparkline', symbol],
  recentTrades: (symbol: string) => ['recentTrades', symbol],
  balances: ['balances'],
  bills: ['bills'],
  practiceFunds: ['practiceFunds'],
  orders: ['orders'],
  margin: ['margin'],
  contractSettings: ['contractSettings'],
  feeTiers: ['feeTiers'],
  devices: ['devices'],
  countryCodes: (language: string) => ['countryCodes', language],
} as const satisfies Record<string, QueryKey | ((...parts: never[]) => QueryKey)>;
