import type { CallData, Calls, OtcMethod } from '@candor/api';
import type { OtcOfferView } from '@candor/kernel';
import { type Amount, formatDecimalTrimmed, mulDivFloor, parseDecimal } from '@candor/money';
import { OTC_PRICE_SCALE, otcTotal } from '@candor/rules';
import { Refusal } from '../../base/errors/refusal.ts';
import { amountText, readAmount } from '../../engine/values/index.ts';
import { contextOf, type OffersDeps, other, shown } from './offer-lists.ts';

type Data<Name extends keyof Calls> = CallData<Calls[Name]>;

export interface OfferSearch {
  /** Act of the taker. */
  readonly side: 'buy' | 'sell';
  readonly coin: string;
  readonly currency: string;
  readonly method?: OtcMethod | undefined;
  readonly total?: string | undefined;
  readonly amount?: string | undefined;
}

/** Offers that a list shows. */
const MOST_LISTED = 100;

/** The offers that can be taken, the best price first; with a sum or an amount, those that take so much. */
async function find(
  { core, catalogues }: OffersDeps,
  { side, coin, currency, method, total, amount }: OfferSearch,
) {
  const asset = catalogues.current().asset(coin);
  const filter = { side: other[side], assetId: asset.assetId, currency };
  const { offers, ...published } = await core.ask('otcOffers', filter);
  const scale = published.currencies.find((each) => each.currency === currency)?.scale;
  const money = total === undefined || scale === undefined ? null : parseDecimal(total, scale);
  if (total !== undefined && scale !== undefined && money === null)
    throw new Refusal('AMOUNT_INVALID', { field: 'total' });
  const units = amount === undefined ? null : readAmount(amount, asset.scale, 'amount');
  const fitting = offers.flatMap((offer) => {
    const { price, minAmount, maxAmount, available } = offer;
    if (price === null || scale === undefined) return [];
    if (method !== undefined && !offer.methods.includes(method)) return [];
    const wanted = units ?? (money === null ? null : unitsFor(money, price, asset.scale, scale));
    const most = available < maxAmount ? available : maxAmount;
    if (most < minAmount || (wanted !== null && (wanted < minAmount || wanted > most))) return [];
    return [{ offer, price, wanted: wanted as Amount | null }];
  });
  fitting.sort((a, b) => {
    if (a.price === b.price) return a.offer.offerId - b.offer.offerId;
    return a.price < b.price === (side === 'buy') ? -1 : 1;
  });
  return { fitting, published, asset, scale: scale ?? 0 };
}

/** Most coins whose sum is no more than the money. */
function unitsFor(money: bigint, price: bigint, coinScale: number, currencyScale: number): bigint {
  return mulDivFloor(money, 10n ** BigInt(coinScale + OTC_PRICE_SCALE - currencyScale), price);
}

export async function searchOffers(deps: OffersDeps, search: OfferSearch): Promise<Data<'getOtcOffers'>> {
  const { fitting, published } = await find(deps, search);
  const offers = fitting.slice(0, MOST_LISTED).map(({ offer }) => offer);
  const context = await contextOf(deps, published, offers);
  return { offers: await shown(deps, context, offers), time: published.timeMs, seq: published.seq };
}

/** Finds the one best offer that the user can take, with a method to pay by. */
export async function expressOffer(
  deps: OffersDeps,
  userId: number,
  search: OfferSearch,
): Promise<Data<'getOtcExpress'>> {
  const { core, catalogues, payments } = deps;
  const { fitting, published, asset, scale } = await find(deps, search);
  const time = published.timeMs;
  const { trader } = await core.ask('otcUser', userId);
  // a seller is paid by a method that the own account has
  const own = search.side === 'sell' ? await payments.methodsOf(userId) : null;
  const open = new Set(published.methods.flatMap(({ method, isOpen }) => (isOpen ? [method] : [])));
  const methodOf = ({ methods }: OtcOfferView) =>
    methods.find(
      (each) =>
        open.has(each) &&
        (search.method === undefined || each === search.method) &&
        (own === null || own.includes(each as OtcMethod)),
    ) as OtcMethod | undefined;
  const best = fitting.find(
    ({ offer }) =>
      offer.userId !== userId && offer.minReleased <= trader.released && methodOf(offer) !== undefined,
  );
  if (best === undefined) return { offer: null, method: null, amount: null, total: null, time };
  const { offer, price, wanted } = best;
  const [row] = await shown(deps, await contextOf(deps, published, [offer]), [offer]);
  const units = wanted!;
  const sum = otcTotal(units, price, asset.scale, scale);
  return {
    offer: row ?? null,
    method: methodOf(offer) ?? null,
    amount: amountText(catalogues.current(), asset.assetId, units),
    total: formatDecimalTrimmed(sum, scale),
    time,
  };
}
