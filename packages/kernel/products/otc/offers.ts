import type { Amount } from '@candor/money';
import {
  isInOtcBand,
  type OtcPricing,
  type OtcTerms,
  otcFee,
  otcIndexPrice,
  otcPrice,
  type UnitPrice,
} from '@candor/rules';
import type { Outcome } from '../../events.ts';
import { freshUnitPrice } from '../../index-price.ts';
import { freeIn } from '../../ledger/free.ts';
import { walletAccount } from '../../ledger/wallets.ts';
import { isCount, isReason, MAX_SUPPLY } from '../../limits.ts';
import { DONE, otcDone, refuse } from '../../outcome.ts';
import type { ProductPart } from '../../product.ts';
import type { RejectionCode } from '../../rejections.ts';
import type { State } from '../../state.ts';
import type { Offer, OtcBooks } from './books.ts';
import type {
  AdmitOtcMerchant,
  ChangeOtcOffer,
  CloseOtcOffer,
  OtcOfferTerms,
  PublishOtcOffer,
} from './commands.ts';
import { isOtcHash } from './operator.ts';
import type { Standing } from './standing.ts';
import type { OtcCurrencyView, OtcOfferView } from './view.ts';

const PPM = 1_000_000n;
/** Offers that one merchant may have at once. */
const MAX_OFFERS = 50;
const MAX_METHODS = 5;
const MAX_MIN_RELEASED = 1_000;
const MAX_PRICE = 10n ** 18n;

/** Everything that an order at an offer follows from now. */
export interface OfferNow {
  readonly terms: OtcTerms;
  readonly currency: OtcCurrencyView;
  readonly index: UnitPrice;
  readonly price: bigint;
}

type Hidden = Exclude<OtcOfferView['hidden'], null>;

/** Merchants and their offers. An offer holds nothing: what it can trade is what lies free in the merchant's OTC wallet. */
export class Offers {
  private readonly state: State;
  private readonly books: OtcBooks;
  private readonly standing: Standing;
  private readonly products: readonly ProductPart[];

  constructor(state: State, books: OtcBooks, standing: Standing, products: readonly ProductPart[]) {
    this.state = state;
    this.books = books;
    this.standing = standing;
    this.products = products;
  }

  admit({ accountUserId: userId, reason }: AdmitOtcMerchant): Outcome {
    const { state, books } = this;
    const { terms } = books;
    if (!isReason(reason)) return refuse('INVALID_COMMAND');
    if (terms === null) return refuse('OTC_CLOSED');
    if (books.traders.get(userId)?.isAdmitted !== true) return refuse('OTC_NOT_ADMITTED');
    if (books.merchants.has(userId)) return refuse('OTC_MERCHANT');
    const { valueAssetId: assetId, deposit } = terms;
    if (this.free(userId, assetId) < deposit) return refuse('OTC_DEPOSIT');
    books.merchants.set(userId, { userId, assetId, deposit, freeMs: 0 });
    state.tape.note({ type: 'otcMerchantAdmitted', userId, assetId, deposit: deposit as Amount, reason });
    return DONE;
  }

  /** Closes a merchant's offers. The deposit is free a published time later, whatever was decided about orders. */
  leave(userId: number): Outcome {
    const { state, books } = this;
    const merchant = books.merchantOf(userId);
    if (merchant === undefined) return refuse('OTC_NOT_MERCHANT');
    if (books.of(userId).some(({ makerId }) => makerId === userId)) return refuse('OTC_ORDERS_OPEN');
    for (const offer of books.offersOf(userId)) this.remove(offer);
    merchant.freeMs = state.timeMs + books.terms!.depositBackMs;
    state.tape.note({ type: 'otcMerchantLeft', userId, freeMs: merchant.freeMs });
    return DONE;
  }

  /** Frees the deposits of merchants who left long enough ago. */
  freeDeposits(nowMs: number): void {
    const { state, books } = this;
    for (const { userId, assetId, deposit, freeMs } of [...books.merchants.values()]) {
      if (freeMs === 0 || freeMs > nowMs) continue;
      books.merchants.delete(userId);
      state.tape.note({ type: 'otcDepositFreed', userId, assetId, deposit: deposit as Amount });
    }
  }

  publish(userId: number, command: PublishOtcOffer): Outcome {
    const { state, books } = this;
    const { side, assetId, currency } = command;
    if (books.terms === null || !books.currencies.has(currency)) return refuse('OTC_CLOSED');
    if (books.traders.get(userId)?.isAdmitted !== true) return refuse('OTC_NOT_ADMITTED');
    if (books.merchantOf(userId) === undefined) return refuse('OTC_NOT_MERCHANT');
    if (this.standing.pausedUntilMs(userId) > 0) return refuse('OTC_PAUSED');
    if (!state.assets.has(assetId)) return refuse('UNKNOWN_ASSET');
    if (books.offersOf(userId).length >= MAX_OFFERS) return refuse('OTC_TOO_MANY');
    const subject = { userId, side, assetId, currency };
    const problem = this.termsProblem(subject, command);
    if (problem !== null) return refuse(problem);
    const offerId = ++state.lastOrderId;
    this.set({ ...termsOf(command), ...subject, offerId, version: 1, isPaused: false });
    return otcDone(offerId);
  }

  change(userId: number, command: ChangeOtcOffer): Outcome {
    const { books } = this;
    const offer = books.offers.get(command.offerId);
    if (offer === undefined || offer.userId !== userId) return refuse('OTC_OFFER_UNKNOWN');
    if (offer.version !== command.version) return refuse('OTC_OFFER_OVERTAKEN');
    const problem = this.termsProblem(offer, command);
    if (problem !== null) return refuse(problem);
    const { offerId, side, assetId, currency, version } = offer;
    const subject = { userId, side, assetId, currency, offerId, version: version + 1 };
    this.set({ ...termsOf(command), ...subject, isPaused: command.isPaused });
    return otcDone(offerId);
  }

  close(userId: number, { offerId }: CloseOtcOffer): Outcome {
    const offer = this.books.offers.get(offerId);
    if (offer === undefined || offer.userId !== userId) return refuse('OTC_OFFER_UNKNOWN');
    this.remove(offer);
    return otcDone(offerId);
  }

  /** An offer as it can be taken now, by anybody, or why it cannot. */
  now(offer: Offer): OfferNow | Hidden {
    const { state, books } = this;
    const { terms } = books;
    const { userId, assetId, pricing } = offer;
    const currency = books.currencies.get(offer.currency);
    if (terms === null || currency === undefined) return 'OTC_CLOSED';
    if (offer.isPaused || books.traders.get(userId)?.isAdmitted !== true) return 'OTC_OFFER_PAUSED';
    if (this.standing.pausedUntilMs(userId) > 0) return 'OTC_OFFER_PAUSED';
    const index = freshUnitPrice(state, assetId, terms.valueAssetId);
    if (index === null) return 'INDEX_STALE';
    const scales = this.scales(assetId, terms);
    const price = otcPrice(pricing, index, scales);
    if (price === null || price === 0n) return 'OTC_OFFER_PAUSED';
    if (!isInOtcBand(price, otcIndexPrice(index, currency.rate, scales), terms.bandPpm))
      return 'PRICE_OUT_OF_BAND';
    if (this.available(offer) < offer.minAmount) return 'OTC_OFFER_SHORT';
    return { terms, currency, index, price };
  }

  /** Most coins that one order of an offer can have: its own bounds, and what lies free in the merchant's OTC wallet. */
  available({ userId, side, assetId, amount, maxAmount }: Offer): bigint {
    const own = amount < maxAmount ? amount : maxAmount;
    if (side === 'buy') return own;
    const feePpm = BigInt(this.books.terms?.makerFeePpm ?? 0);
    const covered = (this.free(userId, assetId) * PPM) / (PPM + feePpm);
    return covered < own ? covered : own;
  }

  /** Price of an offer now; null without a fresh index, or outside of its maker's bounds. */
  price({ assetId, pricing }: Offer): bigint | null {
    const { terms } = this.books;
    if (terms === null) return null;
    const index = freshUnitPrice(this.state, assetId, terms.valueAssetId);
    return index === null ? null : otcPrice(pricing, index, this.scales(assetId, terms));
  }

  /** Coins of a merchant's OTC wallet that neither a product nor the deposit needs there. */
  free(userId: number, assetId: number): bigint {
    const { state, products } = this;
    return freeIn(state, products, state.accounts.find(walletAccount(userId, 'otc')), assetId);
  }

  private scales(assetId: number, { valueAssetId }: OtcTerms) {
    const { assets } = this.state;
    return { coin: assets.get(assetId)!.scale, value: assets.get(valueAssetId)!.scale };
  }

  private termsProblem(
    { userId, side, assetId }: Pick<Offer, 'userId' | 'side' | 'assetId'>,
    offered: OtcOfferTerms,
  ): RejectionCode | null {
    const terms = this.books.terms!;
    const { amount, minAmount, maxAmount, windowMs, methods, termsHash, minReleased } = offered;
    if (!isPricing(offered.pricing)) return 'PRICE_INVALID';
    if (minAmount <= 0n || maxAmount < minAmount || amount < minAmount) return 'OTC_AMOUNT';
    if (amount >= MAX_SUPPLY / 2n || maxAmount >= MAX_SUPPLY / 2n) return 'AMOUNT_TOO_LARGE';
    const longest = assetId === terms.valueAssetId ? terms.maxStableWindowMs : terms.maxWindowMs;
    if (!isCount(windowMs) || windowMs < terms.minWindowMs || windowMs > longest) return 'OTC_OFFER_TERMS';
    if (!isOtcHash(termsHash)) return 'OTC_OFFER_TERMS';
    if (!Number.isInteger(minReleased) || minReleased < 0 || minReleased > MAX_MIN_RELEASED)
      return 'OTC_OFFER_TERMS';
    if (methods.length === 0 || methods.length > MAX_METHODS || new Set(methods).size < methods.length)
      return 'OTC_METHOD';
    if (methods.some((method) => this.books.methods.get(method)?.isOpen !== true)) return 'OTC_METHOD';
    if (side === 'buy') return null;
    const needed = amount + otcFee(amount, terms.makerFeePpm);
    return this.free(userId, assetId) < needed ? 'OTC_OFFER_SHORT' : null;
  }

  private set(offer: Offer): void {
    const { offerId, userId, version, side, assetId, currency, isPaused } = offer;
    this.books.offers.set(offerId, offer);
    const subject = { offerId, userId, version, side, assetId, currency, isPaused };
    const terms = { ...termsOf(offer), amount: offer.amount as Amount };
    this.state.tape.note({ type: 'otcOfferSet', ...subject, ...terms });
  }

  private remove({ offerId, userId }: Offer): void {
    this.books.offers.delete(offerId);
    this.state.tape.note({ type: 'otcOfferClosed', offerId, userId });
  }
}

/** The changeable terms of an offer in one order of keys, however a command lists them: events are digested by it. */
function termsOf(terms: Omit<OtcOfferTerms, 'amount'> & { readonly amount: bigint }) {
  const { pricing, amount, minAmount, maxAmount, windowMs, methods, termsHash, minReleased } = terms;
  const { kind } = pricing;
  const price: OtcPricing =
    kind === 'fixed'
      ? { kind, price: pricing.price }
      : { kind, rate: pricing.rate, floor: pricing.floor, cap: pricing.cap };
  return { pricing: price, amount, minAmount, maxAmount, windowMs, methods, termsHash, minReleased };
}

function isPricing(pricing: OtcPricing): boolean {
  const isPrice = (price: bigint) => price > 0n && price < MAX_PRICE;
  if (pricing.kind === 'fixed') return isPrice(pricing.price);
  const { rate, floor, cap } = pricing;
  return isPrice(rate) && isPrice(floor) && isPrice(cap) && floor <= cap;
}
