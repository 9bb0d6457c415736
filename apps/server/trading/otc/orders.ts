import type { OtcAppealReason, OtcMethod, OtcReceipt } from '@candor/api';
import type { Command, OtcOfferView } from '@candor/kernel';
import type { OtcAsk, OtcOpenState } from '@candor/rules';
import type { Db } from '../../base/database/index.ts';
import { Refusal } from '../../base/errors/refusal.ts';
import { refuseLate } from '../../engine/acts/index.ts';
import { readAmount } from '../../engine/values/index.ts';
import type { EnterAnswer } from '../../gateway/http/enter-answer.ts';
import type { Bank } from '../../money/bank/index.ts';
import type { Factors } from '../../users/factors/index.ts';
import type { OtcActs } from './acts.ts';
import type { Evidence, Statements } from './evidence.ts';
import { exactly, readPrice } from './offer-input.ts';
import type { Payments } from './payments.ts';
import {
  checkRelease,
  type Releasing,
  type ReleasingDeps,
  releaseCommand,
  requireSettled,
} from './releasing.ts';
import type { Rooms } from './rooms.ts';

export interface OrdersDeps extends ReleasingDeps {
  readonly db: Db;
  readonly factors: Pick<Factors, 'holds' | 'freezes'>;
  readonly bank: Pick<Bank, 'sharesCard'>;
  readonly payments: Payments;
  readonly rooms: Rooms;
  readonly statements: Statements;
  readonly acts: OtcActs;
  readonly now: () => number;
}

/** An act on an order, with the state that its sender saw. */
export interface OnOrder {
  readonly orderId: number;
  readonly seen: OtcOpenState;
}

export interface Taking {
  readonly offerId: number;
  readonly version: number;
  readonly seenPrice: string;
  readonly amount: string;
  readonly method: OtcMethod;
}

type Key = string | null;

/** Tells buyer and seller apart where a user takes an offer. */
function sidesOf(takerId: number, { side, userId }: Pick<OtcOfferView, 'side' | 'userId'>) {
  return side === 'buy' ? { buyerId: userId, sellerId: takerId } : { buyerId: takerId, sellerId: userId };
}

/** Acts of takers, buyers and sellers. The ledger decides each; what it cannot know is looked at here before. */
export function createOrders(deps: OrdersDeps) {
  return {
    take: (userId: number, asked: Taking, key: Key) => take(deps, userId, asked, key),
    pay: (userId: number, { orderId, seen }: OnOrder, key: Key) =>
      done(deps, userId, { body: { type: 'payOtcOrder', orderId, seen }, state: 'paid', key }),
    cancel: (userId: number, { orderId, seen }: OnOrder, key: Key) =>
      done(deps, userId, { body: { type: 'cancelOtcOrder', orderId, seen }, state: 'cancelled', key }),
    askCancel: (userId: number, { orderId, seen, why }: OnOrder & { readonly why: OtcAsk }, key: Key) =>
      done(deps, userId, { body: { type: 'askOtcCancel', orderId, seen, why }, state: seen, key }),
    /**
     * Releases within the transaction that enters the answer: a login that ends meanwhile ends before it or after it. A
     * retry has the same answer by the key of the act.
     */
    release: (userId: number, asked: Releasing, enter: EnterAnswer, key: Key) =>
      release(deps, userId, asked, { enter, key }),
    appeal(
      userId: number,
      { orderId, seen, reason, ...given }: OnOrder & Evidence & { readonly reason: OtcAppealReason },
      key: Key,
    ) {
      const bodyOf = (evidence: string) =>
        ({ type: 'appealOtcOrder', orderId, seen, reason, evidence }) as const;
      return stated(deps, userId, { on: { orderId, seen }, given, bodyOf, key });
    },
    state(userId: number, { orderId, seen, ...given }: OnOrder & Evidence, key: Key) {
      const bodyOf = (evidence: string) => ({ type: 'stateOtcAppeal', orderId, seen, evidence }) as const;
      return stated(deps, userId, { on: { orderId, seen }, given, bodyOf, key });
    },
  };
}

/**
 * Nothing is kept of a statement that the ledger would refuse.
 * @throws Refusal OTC_ORDER_ENDED unless the user is a side of the open order, OTC_STATE_CHANGED unless it stands as it was seen
 */
async function requireSide({ core }: OrdersDeps, userId: number, { orderId, seen }: OnOrder): Promise<void> {
  const order = await core.ask('otcOrder', orderId);
  if (order === null || (order.buyerId !== userId && order.sellerId !== userId))
    throw new Refusal('OTC_ORDER_ENDED');
  if (order.state !== seen) throw new Refusal('OTC_STATE_CHANGED');
}

/** An act on an order, with the state that it leads to. */
interface Doing {
  readonly body: Command & OnOrder;
  readonly state: OtcReceipt['state'];
  readonly key: Key;
  /** Called before the act is done for the first time. */
  readonly check?: () => Promise<void>;
}

async function done(
  { acts }: OrdersDeps,
  userId: number,
  { body, state, key, check }: Doing,
): Promise<OtcReceipt> {
  const { id, seq } = await acts.do(userId, body, key, check);
  return { orderId: id, state, seq };
}

/** An act with a statement. */
interface Stating {
  readonly on: OnOrder;
  readonly given: Evidence;
  readonly bodyOf: (evidence: string) => Command & OnOrder;
  readonly key: Key;
}

/** Does an act with a statement, which is kept before the ledger hears of its hash. */
async function stated(
  deps: OrdersDeps,
  userId: number,
  { on, given, bodyOf, key }: Stating,
): Promise<OtcReceipt> {
  const { statements } = deps;
  const { orderId } = on;
  const evidence = await statements.hashOf(orderId, userId, given);
  const check = async () => {
    await requireSide(deps, userId, on);
    await statements.keep(orderId, userId, given, evidence);
  };
  return done(deps, userId, { body: bodyOf(evidence), state: 'appealed', key, check });
}

/** Asks if a merchant's coins may not leave: offers of a frozen account, or of one whose factors changed, rest. */
const isHeld = async ({ factors }: OrdersDeps, sellerId: number): Promise<boolean> =>
  (await factors.freezes.isFrozen(sellerId)) || (await factors.holds.current(sellerId)).length > 0;

async function take(deps: OrdersDeps, userId: number, asked: Taking, key: Key): Promise<OtcReceipt> {
  const { core, catalogues, factors, bank, payments, rooms, acts } = deps;
  const { offerId, version, method } = asked;
  const seenPrice = readPrice(asked.seenPrice, 'seenPrice');
  const offer = await core.ask('otcOffer', offerId);
  const sides = offer === null ? null : sidesOf(userId, offer);
  const wanted = { type: 'takeOtcOffer', ...asked, seenPrice, amount: exactly(asked.amount) } as const;
  const { id, seq } = await acts.make(userId, wanted, key, async () => {
    if (offer === null || sides === null) throw new Refusal('OTC_OFFER_UNKNOWN');
    const { scale } = catalogues.current().assetById(offer.assetId);
    const amount = readAmount(asked.amount, scale, 'amount');
    const isSale = sides.sellerId === userId;
    if (isSale) await requireSettled(factors, userId);
    else if (await isHeld(deps, sides.sellerId)) throw new Refusal('OTC_OFFER_PAUSED');
    if (await bank.sharesCard(userId, offer.userId)) throw new Refusal('OTC_SAME_PERSON');
    if ((await payments.accountOf(sides.sellerId, method)) === null)
      throw new Refusal(isSale ? 'OTC_NO_ACCOUNT' : 'OTC_METHOD', { field: 'method' });
    return { type: 'takeOtcOffer', offerId, version, seenPrice, amount, method };
  });
  // the room of an order whose offer has closed opens at a look at it
  if (sides !== null) await rooms.open({ orderId: id, ...sides, method });
  return { orderId: id, state: 'created', seq };
}

interface Releaser {
  readonly enter: EnterAnswer;
  readonly key: Key;
}

async function release(
  deps: OrdersDeps,
  userId: number,
  asked: Releasing,
  { enter, key }: Releaser,
): Promise<OtcReceipt> {
  const { db, acts, now } = deps;
  const body = await releaseCommand(deps, asked);
  if (!(await acts.isRepeated(userId, body, key))) {
    await checkRelease(deps, userId, asked);
    refuseLate(now());
  }
  return db.transaction().execute(async (trx) => {
    await enter.begin(trx);
    const answer = await done(deps, userId, { body, state: 'released', key });
    await enter(trx, answer);
    return answer;
  });
}
