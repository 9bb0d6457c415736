import { defineActs } from './define-acts.ts';

/** Acts on terms of markets: their kind, what they are of, from when they hold, and their values. */
export const marketTermsDeskActs = defineActs('marketterms', {
  announceMarketTerms: { kind: 'text', of: 'any', effective: 'text', values: 'text' },
  withdrawMarketTerms: { kind: 'text', of: 'any', effective: 'text', values: 'text' },
});
