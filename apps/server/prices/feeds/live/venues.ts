import { StartupError } from '../../../base/errors/startup-error.ts';
import type { FeedVenue } from '../types.ts';

/** The venues that may be part of the index. Ids are journaled: never change one. */
const VENUES: Readonly<Record<string, { readonly venueId: number; readonly name: string }>> = {
  binance: { venueId: 21, name: 'Binance' },
  coinbase: { venueId: 22, name: 'Coinbase' },
  kraken: { venueId: 23, name: 'Kraken' },
  okx: { venueId: 24, name: 'OKX' },
  bybit: { venueId: 25, name: 'Bybit' },
  bitstamp: { venueId: 26, name: 'Bitstamp' },
  kucoin: { venueId: 27, name: 'KuCoin' },
  gate: { venueId: 28, name: 'Gate' },
  bitget: { venueId: 29, name: 'Bitget' },
  htx: { venueId: 30, name: 'HTX' },
};

const WHOLE_PPM = 1_000_000;

export interface LiveVenue extends FeedVenue {
  /** The name by which ccxt knows it. */
  readonly id: string;
}

/** The venues of these names, each of the same weight. Throws StartupError for an unknown or repeated one. */
export function liveVenues(ids: readonly string[]): LiveVenue[] {
  const wrong = ids.find((id, at) => VENUES[id] === undefined || ids.indexOf(id) !== at);
  if (wrong !== undefined || ids.length === 0) {
    throw new StartupError(
      'BAD_CONFIG',
      `The live feed knows no venue "${wrong ?? ''}", or was given it twice. Known are ${Object.keys(VENUES).join(', ')}.`,
    );
  }
  return ids.map((id) => ({ id, ...VENUES[id]!, weightPpm: Math.floor(WHOLE_PPM / ids.length) }));
}
