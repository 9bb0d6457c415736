/** Source of market data, as chosen on the command line or by CANDOR_FEED. */
export type FeedChoice =
  | { readonly kind: 'simulator' }
  | { readonly kind: 'replay'; readonly path: string }
  | { readonly kind: 'live'; readonly venues: readonly string[] };

const defaultVenues = ['binance', 'coinbase', 'kraken'];

/** Reads `simulator`, `replay:<file or folder>` or `live[:venue,venue,…]`; null for anything else. */
export function parseFeed(text: string): FeedChoice | null {
  if (text === 'simulator') return { kind: 'simulator' };
  if (text.startsWith('replay:') && text.length > 'replay:'.length)
    return { kind: 'replay', path: text.slice('replay:'.length) };
  if (text === 'live') return { kind: 'live', venues: defaultVenues };
  const venues = /^live:([a-z0-9]+(?:,[a-z0-9]+)*)$/.exec(text)?.[1]?.split(',');
  return venues === undefined ? null : { kind: 'live', venues };
}
