import { hash } from 'node:crypto';
import type { Command, OtcOfferView } from '@candor/kernel';
import { type Amount, parseDecimal } from '@candor/money';
import { Refusal } from '../../base/errors/refusal.ts';
import { amountText, readAmount } from '../../engine/values/index.ts';
import { exactly, type OfferChange, type OfferInput, readPricing } from './offer-input.ts';
import type { OffersDeps } from './offer-lists.ts';

/** Acts of merchants on their offers. */
export function offerActs(deps: OffersDeps) {
  const { core, catalogues, acts } = deps;
  return {
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
      const { assetId, scale } = catalogues.current().asset(coin);
      const terms = termsOf(deps, assetId, readAmount(input.amount, scale, 'amount'), input);
      const body: Command = { type: 'publishOtcOffer', side, assetId, currency, ...terms };
      const { id } = await acts.do(userId, body, key, async () => {
        await check();
        await requireAccounts(deps, userId, side, input);
        await keepWords(deps, userId, input.terms);
      });
      return { offerId: id };
    },
    async change(
      userId: number,
      { offerId, version, isPaused, amount, ...input }: OfferChange,
      key: string | null,
    ) {
      const asked = {
        type: 'changeOtcOffer',
        offerId,
        version,
        isPaused,
        ...input,
        pricing: readPricing(input.pricing),
        amount: amount === undefined ? null : { from: exactly(amount.from), to: exactly(amount.to) },
        minAmount: exactly(input.minAmount),
        maxAmount: exactly(input.maxAmount),
      } as const;
      const { id } = await acts.make(userId, asked, key, async () => {
        const offer = await core.ask('otcOffer', offerId);
        if (offer === null || offer.userId !== userId) throw new Refusal('OTC_OFFER_UNKNOWN');
        await requireAccounts(deps, userId, offer.side, input);
        await keepWords(deps, userId, input.terms);
        const left = amountAfter(deps, offer, version, amount);
        const terms = termsOf(deps, offer.assetId, left, input);
        return { type: 'changeOtcOffer', offerId, version, isPaused, ...terms };
      });
      return { offerId: id };
    },
    close: async (userId: number, offerId: number, key: string | null) => ({
      offerId: (await acts.do(userId, { type: 'closeOtcOffer', offerId }, key)).id,
    }),
  };
}

/** Keeps a merchant's words before the ledger hears of their hash. @throws Refusal OTC_NOT_MERCHANT */
async function keepWords({ db, core }: OffersDeps, userId: number, text = ''): Promise<void> {
  if (!(await core.ask('otcIsMerchant', userId))) throw new Refusal('OTC_NOT_MERCHANT');
  await db
    .insertInto('otc.words')
    .values({ hash: hash('sha256', text), text })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** A seller is paid to an account of the own. @throws Refusal OTC_NO_ACCOUNT */
async function requireAccounts(
  { payments }: OffersDeps,
  userId: number,
  side: 'buy' | 'sell',
  { methods }: Pick<OfferInput, 'methods'>,
) {
  const own = side === 'sell' ? await payments.methodsOf(userId) : null;
  if (own !== null && methods.some((method) => !own.includes(method)))
    throw new Refusal('OTC_NO_ACCOUNT', { field: 'methods' });
}

/**
 * Amount that an offer trades after a change: what is left, unless its merchant wants another amount. A later version is not looked at,
 * since the ledger refuses the change by it. @throws Refusal OTC_OFFER_TRADED where orders left another amount than was seen
 */
function amountAfter(
  { catalogues }: OffersDeps,
  offer: OtcOfferView,
  version: number,
  amount: OfferChange['amount'],
): Amount {
  if (amount === undefined) return offer.amount;
  const catalogue = catalogues.current();
  const { scale, code: coin } = catalogue.assetById(offer.assetId);
  if (offer.version === version && parseDecimal(amount.from, scale) !== offer.amount) {
    const details = { amount: amountText(catalogue, offer.assetId, offer.amount), coin };
    throw new Refusal('OTC_OFFER_TRADED', { field: 'amount', details });
  }
  return readAmount(amount.to, scale, 'amount');
}

/** The terms of an offer as a command holds them. */
function termsOf(
  { catalogues }: OffersDeps,
  assetId: number,
  amount: Amount,
  input: Omit<OfferInput, 'amount'>,
) {
  const { scale } = catalogues.current().assetById(assetId);
  return {
    pricing: readPricing(input.pricing),
    amount,
    minAmount: readAmount(input.minAmount, scale, 'minAmount'),
    maxAmount: readAmount(input.maxAmount, scale, 'maxAmount'),
    windowMs: input.windowMs,
    methods: [...input.methods],
    termsHash: hash('sha256', input.terms ?? ''),
    minReleased: input.minReleased ?? 0,
  };
}
