import { useLoanWords } from '../common/loan-words.tsx';
import { useLoanProducts } from '../data/index.ts';
import { OfferChanges } from '../earn/offer-changes.tsx';

/** Changes of the loan products. */
export function LoanChanges() {
  const { name } = useLoanWords();
  const query = useLoanProducts();
  const nameOf = (id: number) => {
    const product = query.data?.products.find(({ offerId }) => offerId === id);
    return product === undefined ? undefined : name(product);
  };
  return <OfferChanges query={query} changes={query.data?.changes ?? null} nameOf={nameOf} />;
}
