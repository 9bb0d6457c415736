import type { OtcOfferRow, OwnOtcOfferRow } from '@candor/api';
import type { OtcOfferView } from '@candor/kernel';
import type { Db } from '../../base/database/index.ts';
import { errorKeyOfRejection } from '../../engine/acts/index.ts';
import type { CatalogueFollower } from '../../engine/catalogue/index.ts';
import type { CoreLink } from '../../engine/core/index.ts';
import { amountText } from '../../engine/values/index.ts';
import type { OtcActs } from './acts.ts';
import type { Payments } from './payments.ts';
import type { People } from './people.ts';
import { type OfferContext, offerFacts } from './rows.ts';

export interface OffersDeps {
  readonly db: Db;
  readonly core: Pick<CoreLink, 'ask'>;
  readonly catalogues: CatalogueFollower;
  readonly people: People;
  readonly payments: Payments;
  readonly acts: OtcActs;
}

/** The side that a taker takes where the merchant offers the other one. */
export const other = { buy: 'sell', sell: 'buy' } as const;

export async function wordsOf({ db }: OffersDeps, offers: readonly { readonly termsHash: string }[]) {
  const hashes = [...new Set(offers.map(({ termsHash }) => termsHash))];
  if (hashes.length === 0) return new Map<string, string>();
  const rows = await db.selectFrom('otc.words').selectAll().where('hash', 'in', hashes).execute();
  return new Map(rows.map((row) => [row.hash, row.text]));
}

export async function contextOf(
  deps: OffersDeps,
  published: Pick<OfferContext, 'currencies' | 'methods'>,
  offers: readonly OtcOfferView[],
): Promise<OfferContext> {
  const { currencies, methods } = published;
  const catalogue = deps.catalogues.current();
  return { catalogue, currencies, methods, words: await wordsOf(deps, offers) };
}

/** Offers with their merchants, as takers see them. */
export async function shown(
  { people }: OffersDeps,
  context: OfferContext,
  offers: readonly OtcOfferView[],
): Promise<OtcOfferRow[]> {
  const merchants = await people.merchantsOf([...new Set(offers.map(({ userId }) => userId))]);
  const rows = offers.map(async (offer) => {
    const merchant = merchants.get(offer.userId);
    if (merchant === undefined) return [];
    const facts = offerFacts(context, offer, other[offer.side]);
    return [{ ...facts, merchant: await people.shown(merchant) }];
  });
  return (await Promise.all(rows)).flat();
}

/** The offers of a merchant that can be taken. */
export async function offersOfMerchant(deps: OffersDeps, userId: number): Promise<OtcOfferRow[]> {
  const { offers, ...published } = await deps.core.ask('otcOffersOf', userId);
  const open = offers.filter(({ hidden }) => hidden === null);
  return shown(deps, await contextOf(deps, published, open), open);
}

/** All offers of a merchant, each with the reason why it cannot be taken now. */
export async function ownOffers(deps: OffersDeps, userId: number): Promise<OwnOtcOfferRow[]> {
  const { offers, ...published } = await deps.core.ask('otcOffersOf', userId);
  const context = await contextOf(deps, published, offers);
  return offers.map((offer) => ({
    ...offerFacts(context, offer, other[offer.side]),
    amount: amountText(context.catalogue, offer.assetId, offer.amount),
    isPaused: offer.isPaused,
    hidden: offer.hidden === null ? null : errorKeyOfRejection(offer.hidden),
  }));
}
