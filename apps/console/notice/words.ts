import type { NamedTerms } from '@candor/api';
import { useText } from '@candor/ui';

/** Returns a function that names what terms are of: a market, a coin, or all. */
export function useTermsName(): (
  named: Pick<NamedTerms, 'market' | 'coin'> & { readonly terms: { readonly kind: string } },
) => string {
  const text = useText();
  return ({ market, coin, terms: { kind } }) => {
    if (market !== '') return market;
    if (kind === 'marginCoin' || kind === 'gears') return coin;
    return text(kind === 'marginRisk' ? 'notice.cross' : 'notice.all');
  };
}
