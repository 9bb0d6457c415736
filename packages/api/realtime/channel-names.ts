/** The names of the public socket's channels. No schemas: browsers load this module. */
import { INTERVALS, type Interval } from '../market/intervals.ts';

/** The channel of everything that operators halt and reopen; its newest message is the whole of it. */
export const STATES_CHANNEL = 'states';

/** The channel, and the MQTT topic, of the 24-hour statistics of all symbols; its newest message is the whole of it. */
export const ALL_DETAIL_CHANNEL = 'all_symbol_detail';

export const channels = {
  depth: (symbol: string) => `depth:${symbol}`,
  trade: (symbol: string) => `trade:${symbol}`,
  detail: (symbol: string) => `detail:${symbol}`,
  /** Contracts only: mark, index, funding, open interest. */
  contract: (symbol: string) => `contract:${symbol}`,
  /** The committed ticks of a spot symbol's index. */
  index: (symbol: string) => `index:${symbol}`,
  kline: (symbol: string, interval: Interval) => `kline:${symbol}:${interval}`,
} as const;

type PlainKind = 'depth' | 'trade' | 'detail' | 'contract' | 'index';

export type Channel =
  | { readonly kind: PlainKind; readonly symbol: string }
  | { readonly kind: 'kline'; readonly symbol: string; readonly interval: Interval }
  | { readonly kind: 'states' }
  | { readonly kind: 'all-detail' };

const channelPattern =
  /^(?:(depth|trade|detail|contract|index):([A-Z0-9]{2,20}(?:-PERP)?)|kline:([A-Z0-9]{2,20}(?:-PERP)?):(\w{2,3}))$/;

/** Reads a channel name; null when it is not one. */
export function parseChannel(name: string): Channel | null {
  if (name === STATES_CHANNEL) return { kind: 'states' };
  if (name === ALL_DETAIL_CHANNEL) return { kind: 'all-detail' };
  const match = channelPattern.exec(name);
  if (match === null) return null;
  const [, kind, symbol, klineSymbol, interval] = match;
  if (kind !== undefined) return { kind: kind as PlainKind, symbol: symbol! };
  const known = INTERVALS.find((each) => each === interval);
  return known === undefined ? null : { kind: 'kline', symbol: klineSymbol!, interval: known };
}

/** The most channels that one subscribe message may name. */
export const MAX_CHANNELS_PER_MESSAGE = 64;
