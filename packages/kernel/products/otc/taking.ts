import type { Amount } from '@candor/money';
import { otcFee, otcTotal, otcValue } from '@candor/rules';
import type { Outcome } from '../../events.ts';
import { freeIn } from '../../ledger/free.ts';
import { MAX_SUPPLY } from '../../limits.ts';
import { otcDone, refuse } from '../../outcome.ts';
import type { ProductPart } from '../../product.ts';
import type { RejectionCode } from '../../rejections.ts';
import type { State } from '../../state.ts';
import { factsOf, type Offer, type Order, type OtcBooks } from './books.ts';
import type { TakeOtcOffer } from './commands.ts';
import type { OtcClocks } from './events.ts';
import type { OfferNow, Offers } from './offers.ts';
import type { Orders } from './orders.ts';
import type { Standing } from './standing.ts';

/** Open orders of a taker, and of a merchant in all: they bound what one command of theirs settles. */
const MAX_TAKEN = 20;
const MAX_OF_MERCHANT = 1_000;

/** Everything that taking needs. */
export interface TakingRoom {
  readonly state: State;
  readonly books: OtcBooks;
  readonly offers: Offers;
  readonly orders: Orders;
  readonly standing: Standing;
  readonly products: readonly ProductPart[];
}

/** Takes an offer: the price is locked and the seller's coins are in escrow, or nothing is held at all. */
export function takeOtcOffer(room: TakingRoom, userId: number, command: TakeOtcOffer): Outcome {
  const { state, books, offers, orders } = room;
  const { offerId, version, seenPrice, method } = command;
  const offer = books.offers.get(offerId);
  const problem = takerProblem(room, userId) ?? offerProblem(room, userId, offer, command);
  if (problem !== null || offer === undefined) return refuse(problem ?? 'OTC_OFFER_UNKNOWN');
  const now = offers.now(offer);
  if (typeof now === 'string') return refuse(now);
  const { price, index, currency, terms } = now;
  const isWorse = offer.side === 'sell' ? price > seenPrice : price < seenPrice;
  if (isWorse) return refuse('OTC_PRICE_MOVED');
  const order = orderOf(room, userId, offer, now, command);
  const refused = orderProblem(room, userId, order, now);
  if (refused !== null) return refuse(refused);
  state.lastOrderId += 1;
  offer.amount -= order.amount;
  orders.begin(order);
  const { makerId, termsHash, total, fee, value, clocks } = order;
  state.tape.note({
    type: 'otcOrderCreated',
    ...factsOf(order),
    makerId,
    version,
    currency: currency.currency,
    currencyScale: currency.scale,
    method,
    termsHash,
    price,
    seenPrice,
    pricing: offer.pricing,
    indexOver: index.numerator,
    indexUnder: index.denominator,
    rate: currency.rate,
    bandPpm: terms.bandPpm,
    total,
    fee: fee as Amount,
    value: value as Amount,
    clocks,
    downtimeMs: books.downMs,
  });
  return otcDone(order.orderId);
}

/** Reason why a user takes no offer now; null for none. */
function takerProblem({ state, books, standing }: TakingRoom, userId: number): RejectionCode | null {
  if (state.accounts.find(userId) === 0) return 'UNKNOWN_ACCOUNT';
  if (books.terms === null) return 'OTC_CLOSED';
  if (books.traders.get(userId)?.isAdmitted !== true) return 'OTC_NOT_ADMITTED';
  if (standing.pausedUntilMs(userId) > 0) return 'OTC_PAUSED';
  const most = books.merchantOf(userId) === undefined ? MAX_TAKEN : MAX_OF_MERCHANT;
  return books.openOf(userId) >= most ? 'OTC_TOO_MANY' : null;
}

/** Reason why a taker and an offer do not meet, apart from price and amount; null where they do. */
function offerProblem(
  { books }: TakingRoom,
  userId: number,
  offer: Offer | undefined,
  { version, method }: TakeOtcOffer,
): RejectionCode | null {
  if (offer === undefined) return 'OTC_OFFER_UNKNOWN';
  const taker = books.traderOf(userId);
  if (offer.userId === userId) return 'NOT_PERMITTED';
  if (books.traderOf(offer.userId).person === taker.person) return 'OTC_SAME_PERSON';
  if (offer.version !== version) return 'OTC_OFFER_CHANGED';
  if (taker.released < offer.minReleased) return 'OTC_FILTERED';
  if (!offer.methods.includes(method) || books.methods.get(method)?.isOpen !== true) return 'OTC_METHOD';
  return books.openOf(offer.userId) >= MAX_OF_MERCHANT ? 'OTC_OFFER_PAUSED' : null;
}

/** Reason why this order is not made; null where it is. */
function orderProblem(
  { state, books, offers, products }: TakingRoom,
  userId: number,
  order: Order,
  { terms }: OfferNow,
): RejectionCode | null {
  const { amount, fee, value, total, makerId, sellerId, buyerId, assetId } = order;
  const { minAmount, maxAmount, amount: left } = books.offers.get(order.offerId)!;
  if (amount < minAmount || amount > maxAmount || amount > left) return 'OTC_AMOUNT';
  if (total <= 0n || value >= MAX_SUPPLY) return 'OTC_AMOUNT';
  const { released } = books.traderOf(userId);
  if (released < terms.newOrders) {
    if (value > terms.newValue) return 'OTC_NEW_LIMIT';
    if (books.openOf(userId) > 0) return 'OTC_NEW_OPEN';
  }
  if (books.isUnpaid(buyerId, sellerId)) return 'OTC_PAIR_UNPAID';
  if (makerId === sellerId) return offers.free(makerId, assetId) < amount + fee ? 'OTC_OFFER_SHORT' : null;
  const free = freeIn(state, products, state.accounts.find(userId), assetId);
  return free < amount ? 'INSUFFICIENT_BALANCE' : null;
}

function orderOf(
  { state, books }: TakingRoom,
  userId: number,
  offer: Offer,
  { terms, currency, index, price }: OfferNow,
  { amount, method }: TakeOtcOffer,
): Order {
  const { offerId, version, assetId, side, windowMs, termsHash, userId: makerId } = offer;
  const clocks: OtcClocks = {
    windowMs,
    lapseMs: terms.lapseMs,
    appealAfterMs: books.methods.get(method)!.appealAfterMs,
    silenceMs: terms.silenceMs,
    answerMs: terms.answerMs,
    decideMs: terms.decideMs,
    holdMs: terms.holdMs,
  };
  return {
    orderId: state.lastOrderId + 1,
    offerId,
    version,
    makerId,
    buyerId: side === 'sell' ? userId : makerId,
    sellerId: side === 'sell' ? makerId : userId,
    assetId,
    amount,
    fee: otcFee(amount, terms.makerFeePpm),
    currency: offer.currency,
    price,
    total: otcTotal(amount, price, state.assets.get(assetId)!.scale, currency.scale),
    value: otcValue(amount, index),
    method,
    termsHash,
    clocks,
    createdMs: state.timeMs,
    state: 'created',
    sinceUpMs: books.upMs,
    asked: null,
    appeal: null,
  };
}
