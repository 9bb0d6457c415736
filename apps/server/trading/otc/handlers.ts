import type { CallData, Calls, otcCalls } from '@candor/api';
import type { Amount } from '@candor/money';
import { Refusal } from '../../base/errors/refusal.ts';
import { pageOfRequest } from '../../base/records/paging.ts';
import { actKey, errorKeyOfRejection } from '../../engine/acts/index.ts';
import type { CatalogueFollower } from '../../engine/catalogue/index.ts';
import type { CoreLink } from '../../engine/core/index.ts';
import type { History } from '../../engine/ports.ts';
import { amountText } from '../../engine/values/index.ts';
import type { Files } from '../../gateway/files/index.ts';
import type { Handlers } from '../../gateway/http/index.ts';
import type { Bank } from '../../money/bank/index.ts';
import type { Factors } from '../../users/factors/index.ts';
import type { Kyc } from '../../users/kyc/index.ts';
import { createActs } from './acts.ts';
import { createDetails } from './details.ts';
import { createMerchants } from './merchants.ts';
import { createOffers } from './offers.ts';
import { createOrders } from './orders.ts';
import { createPeople, REPUTATION_MS } from './people.ts';
import { createRatings } from './ratings.ts';
import { requireSettled } from './releasing.ts';
import type { OtcRoom } from './room.ts';
import { readBoard, readStanding } from './standing.ts';

export interface OtcNeeds {
  readonly otc: OtcRoom;
  readonly core: CoreLink;
  readonly history: History;
  readonly catalogues: CatalogueFollower;
  readonly factors: Factors;
  readonly files: Files;
  readonly kyc: Kyc;
  readonly bank: Bank;
  readonly now: () => number;
}

/** Open orders that the dashboard of a merchant shows. */
const MOST_OPEN = 100;

/** Everything that the handlers stand on. */
function servicesOf(needs: OtcNeeds) {
  const { otc: room, ...others } = needs;
  const { core, history } = others;
  const { db, masterKey, payments, rooms, chats, statements } = room;
  const acts = createActs(core);
  const people = createPeople({ db, history, masterKey, now: others.now });
  const ratings = createRatings({ db, now: others.now });
  const offers = createOffers({ db, core, catalogues: others.catalogues, people, payments, acts });
  const orders = createOrders({ ...others, ...room, acts });
  const { words } = offers;
  const details = createDetails({ ...others, people, rooms, chats, statements, ratings, words });
  const merchants = createMerchants({ ...others, ...room, people });
  return { ...room, ...others, acts, people, ratings, offers, orders, details, merchants };
}

type Services = ReturnType<typeof servicesOf>;

/** The dashboard of a merchant. @throws Refusal OTC_NOT_MERCHANT */
async function merchantIndex(
  { core, catalogues, history, people, offers, details, now }: Services,
  userId: number,
): Promise<CallData<Calls['getMerchantIndex']>> {
  const [{ merchant, balances, timeMs }, own] = await Promise.all([
    core.ask('otcUser', userId),
    people.merchantOf(userId),
  ]);
  if (merchant === null || own === null) throw new Refusal('OTC_NOT_MERCHANT');
  const [shown, offerRows, orders, volume] = await Promise.all([
    people.shown(own),
    offers.own(userId),
    details.openOnOffers(userId, MOST_OPEN),
    history.otc.volume(userId, now() - REPUTATION_MS),
  ]);
  const catalogue = catalogues.current();
  const text = (assetId: number, units: bigint) => amountText(catalogue, assetId, units as Amount);
  return {
    merchant: shown,
    offers: offerRows,
    orders,
    volume: volume.map((row) => ({
      coin: catalogue.assetById(row.assetId).code,
      bought: text(row.assetId, row.bought),
      sold: text(row.assetId, row.sold),
      orders: row.orders,
    })),
    reputation: shown.reputation,
    coin: catalogue.assetById(merchant.assetId).code,
    deposit: text(merchant.assetId, merchant.deposit),
    balances: balances.map(({ assetId, available, held, transferable }) => ({
      coin: catalogue.assetById(assetId).code,
      total: text(assetId, available + held),
      available: text(assetId, transferable),
    })),
    time: timeMs,
  };
}

export function otcHandlers(needs: OtcNeeds): Handlers<typeof otcCalls> {
  const services = servicesOf(needs);
  const { core, history, people, offers, orders, details, merchants, ratings, factors, now } = services;
  return {
    getOtcTerms: () => readBoard(services),
    getOtcOffers: ({ query }) => offers.list(query),
    async getOtcMerchant({ query: { merchantId } }) {
      const merchant = await people.merchant(merchantId);
      if (merchant === null) throw new Refusal('NOT_FOUND');
      const [shown, rows] = await Promise.all([people.shown(merchant), offers.ofMerchant(merchant.userId)]);
      return { merchant: shown, offers: rows, time: now() };
    },
    getOtcStanding: ({ session }) => readStanding(services, session.userId),
    getOtcExpress: ({ session, query }) => offers.express(session.userId, query),
    takeOtcOffer: ({ session, body, idempotencyKey }) => orders.take(session.userId, body, idempotencyKey),
    getOtcOrders: ({ session, query: { state, as, ...page } }) =>
      details.list(
        session.userId,
        {
          isOpen: state === undefined ? undefined : state === 'open',
          isMaker: as === undefined ? undefined : as === 'maker',
        },
        pageOfRequest(page),
      ),
    getOtcOrder: ({ session, query }) => details.one(session.userId, query.orderId),
    payOtcOrder: ({ session, body, idempotencyKey }) => orders.pay(session.userId, body, idempotencyKey),
    cancelOtcOrder: ({ session, body, idempotencyKey }) =>
      orders.cancel(session.userId, body, idempotencyKey),
    askOtcCancel: ({ session, body, idempotencyKey }) =>
      orders.askCancel(session.userId, body, idempotencyKey),
    releaseOtcOrder: ({ session, body: { fundPassword: _, ...asked }, enter, idempotencyKey }) =>
      orders.release(session.userId, asked, enter, idempotencyKey),
    appealOtcOrder: ({ session, body, idempotencyKey }) =>
      orders.appeal(session.userId, body, idempotencyKey),
    stateOtcAppeal: ({ session, body, idempotencyKey }) => orders.state(session.userId, body, idempotencyKey),
    async rateOtcOrder({ session, body: { orderId, isGood, text = '' } }) {
      const record = await details.recordOf(session.userId, orderId);
      await ratings.rate(session.userId, record, await history.otc.entries(orderId), { isGood, text });
      return { orderId, state: record.state, seq: record.seq };
    },
    async answerOtcRating({ session, body: { orderId, answer } }) {
      const record = await details.recordOf(session.userId, orderId);
      await ratings.answer(session.userId, orderId, answer);
      return { orderId, state: record.state, seq: record.seq };
    },
    getMerchantIndex: ({ session }) => merchantIndex(services, session.userId),
    getMerchantApplication: ({ session }) => merchants.shown(session.userId),
    applyMerchant: ({ session, body }) => merchants.apply(session.userId, body),
    async leaveMerchant({ session: { userId }, idempotencyKey }) {
      const body = { type: 'leaveOtcMerchant' } as const;
      const key = actKey('leaveOtcMerchant', idempotencyKey, null, body);
      const { outcome } = await core.submit({ userId, ...key, body });
      if (!outcome.ok) throw new Refusal(errorKeyOfRejection(outcome.code));
      return merchants.shown(userId);
    },
    publishOtcOffer: ({ session: { userId }, body, idempotencyKey }) =>
      offers.publish(userId, body, idempotencyKey, async () => {
        if (body.side === 'sell') await requireSettled(factors, userId);
      }),
    changeOtcOffer: ({ session, body, idempotencyKey }) =>
      offers.change(session.userId, body, idempotencyKey),
    closeOtcOffer: ({ session, body, idempotencyKey }) =>
      offers.close(session.userId, body.offerId, idempotencyKey),
  };
}
