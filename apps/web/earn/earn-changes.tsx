import { OfferChanges } from './offer-changes.tsx';
import { useOfferWords } from './offer-words.tsx';
import type { EarnProduct } from './product.ts';
import { useOffers } from './use-earn.ts';

/** Changes of what a product offers. */
export function EarnChanges({ product }: { readonly product: EarnProduct }) {
  const { name } = useOfferWords();
  const query = useOffers(product);
  const nameOf = (id: number) => {
    const offer = query.data?.offers.find(({ offerId }) => offerId === id);
    return offer === undefined ? undefined : name(offer);
  };
  return <OfferChanges query={query} changes={query.data?.changes ?? null} nameOf={nameOf} />;
}
