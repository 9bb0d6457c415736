import type { SymbolState } from '@candor/kernel';
import { Codes } from '../../codes.ts';

export type MarketChangeKind = 'listed' | 'state' | 'price-band' | 'limits' | 'tiers';

export const marketChangeKinds = new Codes<MarketChangeKind>({
  listed: 0,
  state: 1,
  'price-band': 2,
  limits: 3,
  tiers: 4,
});
export const symbolStates = new Codes<SymbolState>({ trading: 0, 'post-only': 1, halted: 2 });
