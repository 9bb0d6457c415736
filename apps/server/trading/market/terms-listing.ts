import type { TermsChange } from '@candor/kernel';
import { Refusal } from '../../base/errors/refusal.ts';
import type { Catalogue } from '../../engine/catalogue/index.ts';
import type { MarketTermsFacts } from './terms-facts.ts';

/** Percent with four decimals are parts per million, with seven parts per thousand million. */
export const PPM_SCALE = 4;
export const PPB_SCALE = 7;

/** Terms that stand, with the coins and markets that they name. */
export interface TermsListing {
  readonly facts: MarketTermsFacts;
  readonly catalogue: Pick<Catalogue, 'assets' | 'assetById'>;
}

export type Change<Type extends TermsChange['type']> = Extract<TermsChange, { readonly type: Type }>;

export const spotOf = ({ facts }: TermsListing, id: number) =>
  facts.symbols.find(({ symbolId }) => symbolId === id);

export const contractOf = ({ facts }: TermsListing, id: number) =>
  facts.contracts.find(({ symbolId }) => symbolId === id);

/** @throws Refusal UNKNOWN_SYMBOL */
export function listed(listing: TermsListing, id: number) {
  const symbol = spotOf(listing, id) ?? contractOf(listing, id);
  if (symbol === undefined) throw new Refusal('UNKNOWN_SYMBOL');
  const quoteAssetId = 'quoteAssetId' in symbol ? symbol.quoteAssetId : symbol.settleAssetId;
  return { symbol, quoteAssetId };
}
