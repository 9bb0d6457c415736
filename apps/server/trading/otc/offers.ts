import { offerActs } from './offer-acts.ts';
import { type OffersDeps, offersOfMerchant, ownOffers, wordsOf } from './offer-lists.ts';
import { expressOffer, type OfferSearch, searchOffers } from './offer-search.ts';

/** Offers as takers and their merchants meet them. */
export function createOffers(deps: OffersDeps) {
  return {
    list: (search: OfferSearch) => searchOffers(deps, search),
    express: (userId: number, search: OfferSearch) => expressOffer(deps, userId, search),
    ofMerchant: (userId: number) => offersOfMerchant(deps, userId),
    own: (userId: number) => ownOffers(deps, userId),
    words: async (termsHash: string) => (await wordsOf(deps, [{ termsHash }])).get(termsHash) ?? '',
    ...offerActs(deps),
  };
}

export type OtcOffers = ReturnType<typeof createOffers>;
