import { parseDecimal } from '@candor/money';
import { MARKET_SCALE } from '@candor/prices';

/** The part of a ccxt exchange that is used. Its numbers are the nearest floats of the venue's decimals. */
export interface VenueClient {
  readonly markets: Readonly<Record<string, unknown>> | undefined;
  readonly has: Readonly<Record<string, boolean | 'emulated' | undefined>>;
  /** Holds the addresses in `urls.api`. */
  urls: { api: unknown };
  loadMarkets(reload: boolean): Promise<unknown>;
  fetchBidsAsks(symbols: string[]): Promise<Record<string, Quote>>;
  fetchTickers(symbols: string[]): Promise<Record<string, Quote>>;
  fetchOrderBook(symbol: string, limit: number): Promise<{ bids: Pair[]; asks: Pair[] }>;
  fetchTrades(symbol: string, since: number | undefined, limit: number): Promise<ClientTrade[]>;
  fetchOHLCV(symbol: string, timeframe: string, since: number | undefined, limit: number): Promise<Row[]>;
  close(): Promise<unknown>;
}

export interface Quote {
  readonly bid?: number;
  readonly ask?: number;
  readonly bidVolume?: number;
  readonly askVolume?: number;
}

export type Pair = [price: number | undefined, quantity: number | undefined];
export type Row = [openMs: number, open: number, high: number, low: number, close: number, volume: number];

export interface ClientTrade {
  readonly id?: string;
  readonly timestamp?: number;
  readonly price: number;
  readonly amount?: number;
  readonly side?: string;
}

const TIMEOUT_MS = 8_000;

/** Makes the client of a venue; without keys, it can only read what is public. */
export async function openClient(id: string): Promise<VenueClient> {
  const { default: ccxt } = await import('ccxt');
  const venues = ccxt as unknown as Readonly<Record<string, new (options: object) => VenueClient>>;
  const Venue = venues[id];
  if (Venue === undefined) throw new RangeError(`ccxt knows no venue ${id}`);
  return new Venue({
    timeout: TIMEOUT_MS,
    enableRateLimit: true,
    options: { defaultType: 'spot', fetchMarkets: { types: ['spot'] } },
  });
}

/** BTCUSDT as ccxt writes it: BTC/USDT. */
export function pairOf(symbol: string): string {
  return symbol.replace(/USDT$/, '/USDT');
}

/**
 * A float as 1e-8 units. Its shortest decimal text is the one that the venue sent, as long as that had at most 15
 * digits; what lies beyond 8 decimals is cut. Null for what is missing, not positive or no number.
 */
export function unitsOf(value: number | undefined): bigint | null {
  if (value === undefined || !Number.isFinite(value) || value <= 0) return null;
  const text = plain(value);
  const [whole = '', fraction = ''] = text.split('.');
  return parseDecimal(`${whole}.${fraction.slice(0, MARKET_SCALE).padEnd(MARKET_SCALE, '0')}`, MARKET_SCALE);
}

/** Without an exponent. */
function plain(value: number): string {
  const text = String(value);
  const match = /^(\d)(?:\.(\d+))?e([+-]\d+)$/.exec(text);
  if (match === null) return text;
  const digits = `${match[1]}${match[2] ?? ''}`;
  const point = 1 + Number(match[3]);
  if (point <= 0) return `0.${'0'.repeat(-point)}${digits}`;
  return digits.padEnd(point, '0');
}
