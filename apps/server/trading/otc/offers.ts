import { hash } from 'node:crypto';
import type { CallData, Calls, OtcMethod, OtcOfferRow, OwnOtcOfferRow } from '@candor/api';
import type { Command, OtcOfferView } from '@candor/kernel';
import { type Amount, formatDecimalTrimmed, mulDivFloor, parseDecimal } from '@candor/money';
import { OTC_PRICE_SCALE, type OtcPricing, otcTotal } from '@candor/rules';
import type { Db } from '../../base/database/index.ts';
import { Refusal } from '../../base/errors/refusal.ts';
import { errorKeyOfRejection } from '../../engine/acts/index.ts';
import type { CatalogueFollower } from '../../engine/catalogue/index.ts';
import type { CoreLink } from '../../engine/core/index.ts';
import { amountText, readAmount } from '../../engine/values/index.ts';
import type { OtcActs } from './acts.ts';
import type { Payments } from './payments.ts';
import type { People } from './people.ts';
import { type OfferContext, offerFacts } from './rows.ts';

type Data<Name extends keyof Calls> = CallData<Calls[Name]>;

export interface OffersDeps {
  readonly db: Db;
  readonly core: Pick<CoreLink, 'ask'>;
  readonly catalogues: CatalogueFollower;
  readonly people: People;
  readonly payments: Payments;
  readonly acts: OtcActs;
}

export interface OfferSearch {
  /** Act of the taker. */
  readonly side: 'buy' | 'sell';
  readonly coin: string;
  readonly currency: string;
  readonly method?: OtcMethod | undefined;
  readonly total?: string | undefined;
  readonly amount?: string | undefined;
}

/** Terms of an offer as its merchant sends them. */
export interface OfferInput {
  readonly pricing: OwnOtcOfferRow['pricing'];
  readonly amount: string;
  readonly minAmount: string;
  readonly maxAmount: string;
  readonly windowMs: number;
  readonly methods: readonly OtcMethod[];
  readonly terms?: string | undefined;
  readonly minReleased?: number | undefined;
}

const other = { buy: 'sell', sell: 'buy' } as const;
/** Offers that a list shows. */
const MOST_LISTED = 100;

/** @throws Refusal PRICE_INVALID */
export function readPrice(text: string, field: string): bigint {
  const price = parseDecimal(text, OTC_PRICE_SCALE);
  if (price === null || price <= 0n) throw new Refusal('PRICE_INVALID', { field });
  return price;
}

/** Most decimals that a client may send. */
const MOST_DECIMALS = 18;

/** An amount of a coin that is not known here, so that 1.0 and 1 are the same request. */
export const exactly = (amount: string): bigint | null => parseDecimal(amount, MOST_DECIMALS);

function readPricing(pricing: OfferInput['pricing']): OtcPricing {
  if (pricing.kind === 'fixed') return { kind: 'fixed', price: readPrice(pricing.price, 'pricing') };
  const { rate, floor, cap } = pricing;
  return {
    kind: 'floating',
    rate: readPrice(rate, 'rate'),
    floor: readPrice(floor, 'floor'),
    cap: readPrice(cap, 'cap'),
  };
}

/** Offers as takers and their merchants meet them. */
export function createOffers({ db, core, catalogues, people, payments, acts }: OffersDeps) {
  async function wordsOf(offers: readonly { readonly termsHash: string }[]) {
    const hashes = [...new Set(offers.map(({ termsHash }) => termsHash))];
    if (hashes.length === 0) return new Map<string, string>();
    const rows = await db.selectFrom('otc.words').selectAll().where('hash', 'in', hashes).execute();
    return new Map(rows.map((row) => [row.hash, row.text]));
  }

  async function contextOf(
    published: Pick<OfferContext, 'currencies' | 'methods'>,
    offers: readonly OtcOfferView[],
  ): Promise<OfferContext> {
    const { currencies, methods } = published;
    return { catalogue: catalogues.current(), currencies, methods, words: await wordsOf(offers) };
  }

  /** Offers with their merchants, as takers see them. */
  async function shown(context: OfferContext, offers: readonly OtcOfferView[]): Promise<OtcOfferRow[]> {
    const merchants = await people.merchantsOf([...new Set(offers.map(({ userId }) => userId))]);
    const rows = offers.map(async (offer) => {
      const merchant = merchants.get(offer.userId);
      if (merchant === undefined) return [];
      const facts = offerFacts(context, offer, other[offer.side]);
      return [{ ...facts, merchant: await people.shown(merchant) }];
    });
    return (await Promise.all(rows)).flat();
  }

  /** The offers that can be taken, the best price first; with a sum or an amount, those that take so much. */
  async function find({ side, coin, currency, method, total, amount }: OfferSearch) {
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

  /** Keeps a merchant's words before the ledger hears of their hash. @throws Refusal OTC_NOT_MERCHANT */
  async function keepWords(userId: number, text = ''): Promise<void> {
    if (!(await core.ask('otcIsMerchant', userId))) throw new Refusal('OTC_NOT_MERCHANT');
    await db
      .insertInto('otc.words')
      .values({ hash: hash('sha256', text), text })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }

  /** A seller is paid to an account of the own. @throws Refusal OTC_NO_ACCOUNT */
  async function requireAccounts(userId: number, side: 'buy' | 'sell', { methods }: OfferInput) {
    const own = side === 'sell' ? await payments.methodsOf(userId) : null;
    if (own !== null && methods.some((method) => !own.includes(method)))
      throw new Refusal('OTC_NO_ACCOUNT', { field: 'methods' });
  }

  /** The terms of an offer as a command holds them. */
  async function termsOf(assetId: number, input: OfferInput) {
    const { scale } = catalogues.current().assetById(assetId);
    return {
      pricing: readPricing(input.pricing),
      amount: readAmount(input.amount, scale, 'amount'),
      minAmount: readAmount(input.minAmount, scale, 'minAmount'),
      maxAmount: readAmount(input.maxAmount, scale, 'maxAmount'),
      windowMs: input.windowMs,
      methods: [...input.methods],
      termsHash: hash('sha256', input.terms ?? ''),
      minReleased: input.minReleased ?? 0,
    };
  }

  return {
    readPrice,
    async list(search: OfferSearch): Promise<Data<'getOtcOffers'>> {
      const { fitting, published } = await find(search);
      const offers = fitting.slice(0, MOST_LISTED).map(({ offer }) => offer);
      const context = await contextOf(published, offers);
      return { offers: await shown(context, offers), time: published.timeMs, seq: published.seq };
    },
    async express(userId: number, search: OfferSearch): Promise<Data<'getOtcExpress'>> {
      const { fitting, published, asset, scale } = await find(search);
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
      const [row] = await shown(await contextOf(published, [offer]), [offer]);
      const units = wanted!;
      const sum = otcTotal(units, price, asset.scale, scale);
      return {
        offer: row ?? null,
        method: methodOf(offer) ?? null,
        amount: amountText(catalogues.current(), asset.assetId, units),
        total: formatDecimalTrimmed(sum, scale),
        time,
      };
    },
    /** The offers of a merchant that can be taken. */
    async ofMerchant(userId: number): Promise<OtcOfferRow[]> {
      const { offers, ...published } = await core.ask('otcOffersOf', userId);
      const open = offers.filter(({ hidden }) => hidden === null);
      return shown(await contextOf(published, open), open);
    },
    /** All offers of a merchant, each with the reason why it cannot be taken now. */
    async own(userId: number): Promise<OwnOtcOfferRow[]> {
      const { offers, ...published } = await core.ask('otcOffersOf', userId);
      const context = await contextOf(published, offers);
      return offers.map((offer) => ({
        ...offerFacts(context, offer, other[offer.side]),
        amount: amountText(context.catalogue, offer.assetId, offer.amount),
        isPaused: offer.isPaused,
        hidden: offer.hidden === null ? null : errorKeyOfRejection(offer.hidden),
      }));
    },
    words: async (termsHash: string) => (await wordsOf([{ termsHash }])).get(termsHash) ?? '',
    async publish(
      userId: number,
      {
        side,
        coin,
        currency,
        ...input
      }: OfferInput & { readonly side: 'buy' | 'sell'; readonly coin: string; readonly currency: string },
      key: string | null,
      check: () => Promise<void>,
    ) {
      const { assetId } = catalogues.current().asset(coin);
      const terms = await termsOf(assetId, input);
      const body: Command = { type: 'publishOtcOffer', side, assetId, currency, ...terms };
      const { id } = await acts.do(userId, body, key, async () => {
        await check();
        await requireAccounts(userId, side, input);
        await keepWords(userId, input.terms);
      });
      return { offerId: id };
    },
    async change(
      userId: number,
      { offerId, isPaused, ...input }: OfferInput & { readonly offerId: number; readonly isPaused: boolean },
      key: string | null,
    ) {
      const asked = {
        type: 'changeOtcOffer',
        offerId,
        isPaused,
        ...input,
        pricing: readPricing(input.pricing),
        amount: exactly(input.amount),
        minAmount: exactly(input.minAmount),
        maxAmount: exactly(input.maxAmount),
      } as const;
      const { id } = await acts.make(userId, asked, key, async () => {
        const offer = await core.ask('otcOffer', offerId);
        if (offer === null || offer.userId !== userId) throw new Refusal('OTC_OFFER_UNKNOWN');
        await requireAccounts(userId, offer.side, input);
        await keepWords(userId, input.terms);
        return { type: 'changeOtcOffer', offerId, isPaused, ...(await termsOf(offer.assetId, input)) };
      });
      return { offerId: id };
    },
    close: async (userId: number, offerId: number, key: string | null) => ({
      offerId: (await acts.do(userId, { type: 'closeOtcOffer', offerId }, key)).id,
    }),
  };
}

export type OtcOffers = ReturnType<typeof createOffers>;

/** Most coins whose sum is no more than the money. */
function unitsFor(money: bigint, price: bigint, coinScale: number, currencyScale: number): bigint {
  return mulDivFloor(money, 10n ** BigInt(coinScale + OTC_PRICE_SCALE - currencyScale), price);
}
