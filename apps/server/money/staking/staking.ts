import type { CallData, Calls } from '@candor/api';
import { type Command, outcomeAs } from '@candor/kernel';
import type { Amount } from '@candor/money';
import type { StakingQuery, StakingRecord } from '@candor/projections';
import { Refusal } from '../../base/errors/refusal.ts';
import { LIST_PATIENCE_MS, listed, type PageRequest } from '../../base/records/paging.ts';
import { actKey, errorKeyOfRejection } from '../../engine/acts/index.ts';
import type { CatalogueFollower } from '../../engine/catalogue/index.ts';
import type { CoreLink } from '../../engine/core/index.ts';
import { placed } from '../../engine/placed.ts';
import type { History } from '../../engine/ports.ts';
import { amountText, readAmount } from '../../engine/values/index.ts';
import { type HeardOrder, hearOrders } from './heard-orders.ts';
import { offerRowOf, orderRowOf, poolEntryRowOf, poolRowOf, termsHashOf } from './rows.ts';

type Data<Name extends keyof Calls> = CallData<Calls[Name]>;

/** Staking, as users meet it. */
export interface Staking {
  offers(): Promise<Data<'getPledgeProducts'>>;
  pools(): Promise<Data<'getPledgePools'>>;
  /** @throws Refusal UNKNOWN_COIN */
  entries(coin: string | null, page: PageRequest): Promise<Data<'getPledgePoolEntries'>>;
  /** Resolves when it is durable. @throws Refusal also for what the kernel rejects */
  create(
    userId: number,
    input: {
      readonly offerId: number;
      readonly amount: string;
      readonly termsHash: string;
      readonly autoRenew: boolean;
    },
    headerKey: string | null,
  ): Promise<Data<'createPledge'>>;
  /** Resolves when it is durable. @throws Refusal STAKING_UNKNOWN, STAKING_ORDER_ENDED */
  redeem(userId: number, orderId: number, headerKey: string | null): Promise<Data<'redeemPledge'>>;
  /** @throws Refusal STAKING_UNKNOWN, STAKING_ORDER_ENDED */
  setRenewal(
    userId: number,
    orderId: number,
    autoRenew: boolean,
    headerKey: string | null,
  ): Promise<Data<'setPledgeRenewal'>>;
  list(userId: number, state: StakingQuery['state'], page: PageRequest): Promise<Data<'getPledgeOrders'>>;
  /** @throws Refusal STAKING_UNKNOWN */
  receipt(userId: number, orderId: number): Promise<Data<'getPledgeOrder'>>;
  summary(userId: number): Promise<Data<'getPledgeSummary'>>;
}

export interface StakingDeps {
  readonly core: CoreLink;
  readonly history: History;
  readonly catalogues: CatalogueFollower;
  readonly now: () => number;
}

export function createStaking({ core, history, catalogues, now }: StakingDeps): Staking {
  const heardOrders = hearOrders(core);
  const upToDate = () => history.caughtUp(core.status().committedSeq, LIST_PATIENCE_MS);

  async function submit(userId: number, body: Command, headerKey: string | null): Promise<number> {
    const { key, bodyHash } = actKey(body.type, headerKey, null, body);
    const { outcome } = await core.submit({ userId, key, bodyHash, body });
    if (outcome.ok) return outcomeAs(outcome, 'earn').id;
    const isOfOrder = body.type === 'redeemStaking' || body.type === 'setStakingRenewal';
    if (outcome.code === 'STAKING_ORDER_ENDED' && isOfOrder && !(await isKnown(userId, body.orderId)))
      throw new Refusal('STAKING_UNKNOWN');
    throw new Refusal(errorKeyOfRejection(outcome.code));
  }

  async function isKnown(userId: number, orderId: number): Promise<boolean> {
    await upToDate();
    return (await history.staking.order(userId, orderId)) !== null;
  }

  /** Row of an order that an act began or ended, as it was told; null for one that was done before, under the same key. */
  async function heardRow(heard: HeardOrder | null) {
    const offer = heard === null ? null : await core.ask('stakingOffer', heard.event.offerId);
    if (heard === null || offer === null) return null;
    const { event, seq } = heard;
    const end = event.type === 'stakingEnded' ? event : null;
    return orderRowOf(catalogues.current(), { order: event, offer, end, seq });
  }

  /** Record of an order of a repeated key. */
  async function earlier(userId: number, orderId: number): Promise<StakingRecord> {
    await upToDate();
    const record = await history.staking.order(userId, orderId);
    if (record === null) throw new Refusal('OUTCOME_UNKNOWN');
    return record;
  }

  return {
    async offers() {
      const { offers, pools, seq } = await core.ask('stakingOffers');
      const catalogue = catalogues.current();
      const free = new Map(pools.map((pool) => [pool.assetId, pool.free]));
      const time = now();
      return {
        offers: offers.map((offer) =>
          offerRowOf(catalogue, offer, free.get(offer.assetId) ?? (0n as Amount), time),
        ),
        time,
        seq,
      };
    },
    async pools() {
      const { pools, seq } = await core.ask('stakingOffers');
      await upToDate();
      const time = now();
      const sums = new Map((await history.staking.sums(time)).map((each) => [each.assetId, each]));
      const catalogue = catalogues.current();
      return { pools: pools.map((pool) => poolRowOf(catalogue, pool, sums.get(pool.assetId))), time, seq };
    },
    async entries(coin, { cursor, limit }) {
      const catalogue = catalogues.current();
      const assetId = coin === null ? null : catalogue.asset(coin).assetId;
      await upToDate();
      const entries = await history.staking.entries(assetId, cursor, limit);
      return listed(entries, (entry) => poolEntryRowOf(catalogue, entry));
    },
    async create(userId, { offerId, amount, termsHash, autoRenew }, headerKey) {
      const offer = await core.ask('stakingOffer', offerId);
      if (offer === null) throw new Refusal('STAKING_OFFER_UNKNOWN');
      const catalogue = catalogues.current();
      if (termsHash !== termsHashOf(catalogue, offer)) throw new Refusal('STAKING_TERMS_CHANGED');
      const { scale } = catalogue.assetById(offer.assetId);
      const units = readAmount(amount, scale, 'amount');
      const body: Command = { type: 'subscribeStaking', offerId, amount: units, autoRenew };
      const { orderId, began } = await heardOrders.during(userId, async (heard) => {
        const id = await submit(userId, body, headerKey);
        return { orderId: id, began: heard('stakingSubscribed', id) };
      });
      const row = await heardRow(began);
      if (row !== null) return row;
      // a repeated key is answered as it was, also when the order was changed or is over
      const { order, offer: kept, beganSeq } = await earlier(userId, orderId);
      return orderRowOf(catalogue, { order: { ...order, autoRenew }, offer: kept, end: null, seq: beganSeq });
    },
    async redeem(userId, orderId, headerKey) {
      const ended = await heardOrders.during(userId, async (heard) => {
        await submit(userId, { type: 'redeemStaking', orderId }, headerKey);
        return heard('stakingEnded', orderId);
      });
      return (await heardRow(ended)) ?? orderRowOf(catalogues.current(), await earlier(userId, orderId));
    },
    async setRenewal(userId, orderId, autoRenew, headerKey) {
      await submit(userId, { type: 'setStakingRenewal', orderId, autoRenew }, headerKey);
      return { id: orderId, autoRenew };
    },
    async list(userId, state, page) {
      await upToDate();
      const orders = await history.staking.orders({ userId, state, ...page });
      const catalogue = catalogues.current();
      return listed(orders, (record) => orderRowOf(catalogue, record));
    },
    async receipt(userId, orderId) {
      await upToDate();
      const record = await history.staking.order(userId, orderId);
      if (record === null) throw new Refusal('STAKING_UNKNOWN');
      const [row] = await placed(history, [orderRowOf(catalogues.current(), record)]);
      return row!;
    },
    async summary(userId) {
      const { orders, seq } = await core.ask('stakingOf', userId);
      await upToDate();
      const paid = await history.staking.paidTo(userId);
      const catalogue = catalogues.current();
      const assets = new Set([...orders.map(({ assetId }) => assetId), ...paid.keys()]);
      const list = [...assets].sort((a, b) => a - b);
      return {
        list: list.map((assetId) => {
          const own = orders.filter((order) => order.assetId === assetId);
          const sum = (of: 'amount' | 'interest') =>
            own.reduce((all, order) => all + order[of], 0n) as Amount;
          const text = (amount: Amount) => amountText(catalogue, assetId, amount);
          return {
            coin: catalogue.assetById(assetId).code,
            principal: text(sum('amount')),
            reserved: text(sum('interest')),
            paid: text(paid.get(assetId) ?? (0n as Amount)),
            orders: own.length,
          };
        }),
        seq,
      };
    },
  };
}
