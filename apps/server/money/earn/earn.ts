import type {
  EarnOfferRow,
  EarnOrderRow,
  EarnPoolEntryRow,
  EarnPoolRow,
  EarnSummaryRow,
  JournalPlace,
  OfferChangeRow,
} from '@candor/api';
import {
  type Command,
  type FixedOffer,
  type FixedOfferView,
  type FixedOrder,
  outcomeAs,
} from '@candor/kernel';
import type { Amount } from '@candor/money';
import type { EarnQuery, EarnRecord } from '@candor/projections';
import { Refusal } from '../../base/errors/refusal.ts';
import { LIST_PATIENCE_MS, type Listed, listed, type PageRequest } from '../../base/records/paging.ts';
import { actKey, errorKeyOfRejection } from '../../engine/acts/index.ts';
import type { CatalogueFollower } from '../../engine/catalogue/index.ts';
import type { CoreLink } from '../../engine/core/index.ts';
import { placed } from '../../engine/placed.ts';
import type { EarnHistory, History } from '../../engine/ports.ts';
import { amountText, poolEntryRowOf, readAmount } from '../../engine/values/index.ts';
import { type HeardOrder, heardKey, hearOrders } from './heard-orders.ts';
import { offerChangeRowOf, poolRowOf } from './rows.ts';
import type { EarnWords } from './words.ts';

/** Offer that a user accepts, by the hash of its terms. */
export interface AcceptedOffer {
  readonly offerId: number;
  readonly amount: string;
  readonly termsHash: string;
}

/** Command that begins an order. `hashed` is what tells a repeated key from another act; the command itself by default. */
export interface Beginning {
  readonly body: Command;
  readonly hashed?: Command;
  /** Facts of an order as it began, where they may have changed since. */
  readonly began?: Partial<FixedOrder>;
}

/** Orders with a cycle of one product, as users meet them. */
export interface Earn<O extends FixedOffer, OfferRow, OrderRow> {
  offers(): Promise<{ offers: OfferRow[]; changes: OfferChangeRow[]; time: number; seq: number }>;
  pools(): Promise<{ pools: EarnPoolRow[]; time: number; seq: number }>;
  /** @throws Refusal UNKNOWN_COIN */
  entries(coin: string | null, page: PageRequest): Promise<Listed<EarnPoolEntryRow>>;
  /** Begins an order; resolves when it is durable. @throws Refusal also for what the kernel rejects */
  create(
    userId: number,
    accepted: AcceptedOffer,
    begin: (offer: O, amount: Amount) => Beginning | Promise<Beginning>,
    headerKey: string | null,
  ): Promise<OrderRow>;
  /** Ends an order by a command. @throws Refusal where it is unknown or has ended */
  redeem(
    userId: number,
    body: Command & { readonly orderId: number },
    headerKey: string | null,
  ): Promise<OrderRow>;
  /** Sends a command about an order. @throws Refusal where it is unknown or has ended */
  change(
    userId: number,
    body: Command & { readonly orderId: number },
    headerKey: string | null,
  ): Promise<void>;
  list(userId: number, state: EarnQuery['state'], page: PageRequest): Promise<Listed<OrderRow>>;
  /** @throws Refusal where it is unknown */
  receipt(userId: number, orderId: number): Promise<OrderRow & { journal: JournalPlace | null }>;
  summary(userId: number): Promise<{ list: EarnSummaryRow[]; seq: number }>;
}

export interface EarnDeps {
  readonly core: CoreLink;
  readonly history: History;
  readonly catalogues: CatalogueFollower;
  readonly now: () => number;
}

const NOTHING = 0n as Amount;
/** Acts on the offers that a list shows. */
export const SHOWN_CHANGES = 50;

export function createEarn<
  O extends FixedOffer,
  OfferRow extends EarnOfferRow,
  OrderRow extends EarnOrderRow,
>(
  { core, history: histories, catalogues, now }: EarnDeps,
  words: EarnWords<O, OfferRow, OrderRow>,
): Earn<O, OfferRow, OrderRow> {
  const { product, errors } = words;
  const heardOrders = hearOrders(core, product);
  // the product's own terms stand in its offers as they stand in the kernel
  const history = histories[product] as unknown as EarnHistory<O>;
  const offerOf = async (offerId: number) =>
    (await core.ask('earnOffer', product, offerId)) as (O & FixedOfferView) | null;
  const upToDate = () => histories.caughtUp(core.status().committedSeq, LIST_PATIENCE_MS);

  async function submit(
    userId: number,
    { body, hashed = body }: Beginning,
    headerKey: string | null,
  ): Promise<number> {
    const { key, bodyHash } = actKey(body.type, headerKey, null, hashed);
    const { outcome } = await core.submit({ userId, key, bodyHash, body });
    if (outcome.ok) return outcomeAs(outcome, 'earn').id;
    throw new Refusal(errorKeyOfRejection(outcome.code));
  }

  async function change(
    userId: number,
    body: Command & { readonly orderId: number },
    headerKey: string | null,
  ): Promise<void> {
    try {
      await submit(userId, { body }, headerKey);
    } catch (error) {
      // the kernel forgets what has ended
      const isOver = error instanceof Refusal && error.key.endsWith('_ORDER_ENDED');
      if (isOver && !(await isKnown(userId, body.orderId))) throw new Refusal(errors.unknown);
      throw error;
    }
  }

  async function isKnown(userId: number, orderId: number): Promise<boolean> {
    await upToDate();
    return (await history.order(userId, orderId)) !== null;
  }

  /** Row of an order that an act began or ended, as it was told; null for one that was done before, under the same key. */
  async function heardRow(heard: HeardOrder | null) {
    const offer = heard === null ? null : await offerOf(heard.event.offerId);
    if (heard === null || offer === null) return null;
    const { event, seq } = heard;
    const end = heard.is === 'Ended' ? heard.event : null;
    return words.orderRow(catalogues.current(), { order: event, offer, end, seq });
  }

  /** Record of an order of a repeated key. */
  async function earlier(userId: number, orderId: number): Promise<EarnRecord<O>> {
    await upToDate();
    const record = await history.order(userId, orderId);
    if (record === null) throw new Refusal('OUTCOME_UNKNOWN');
    return record;
  }

  return {
    async offers() {
      const { offers, pools, seq } = await core.ask('earnOffers', product);
      const catalogue = catalogues.current();
      const free = new Map(pools.map((pool) => [pool.assetId, pool.free]));
      const time = now();
      const changes = await history.offerChanges(SHOWN_CHANGES);
      return {
        offers: (offers as readonly (O & FixedOfferView)[]).map((offer) =>
          words.offerRow(catalogue, offer, free.get(offer.assetId) ?? NOTHING, time),
        ),
        changes: changes.map(offerChangeRowOf),
        time,
        seq,
      };
    },
    async pools() {
      const { pools, seq } = await core.ask('earnOffers', product);
      await upToDate();
      const time = now();
      const sums = new Map((await history.sums(time)).map((each) => [each.assetId, each]));
      const catalogue = catalogues.current();
      return { pools: pools.map((pool) => poolRowOf(catalogue, pool, sums.get(pool.assetId))), time, seq };
    },
    async entries(coin, { cursor, limit }) {
      const catalogue = catalogues.current();
      const assetId = coin === null ? null : catalogue.asset(coin).assetId;
      await upToDate();
      const entries = await history.entries(assetId, cursor, limit);
      return listed(entries, (entry) => poolEntryRowOf(catalogue, entry));
    },
    async create(userId, { offerId, amount, termsHash }, begin, headerKey) {
      const offer = await offerOf(offerId);
      if (offer === null) throw new Refusal(errors.offerUnknown);
      const catalogue = catalogues.current();
      if (termsHash !== words.termsHash(catalogue, offer)) throw new Refusal(errors.termsChanged);
      const { scale } = catalogue.assetById(offer.assetId);
      const beginning = await begin(offer, readAmount(amount, scale, 'amount'));
      const { orderId, began } = await heardOrders.during(userId, async (heard) => {
        const id = await submit(userId, beginning, headerKey);
        return { orderId: id, began: heard(heardKey('Subscribed', id)) };
      });
      const row = await heardRow(began);
      if (row !== null) return row;
      // a repeated key is answered as it was, also when the order was changed or is over
      const { order, offer: kept, beganSeq } = await earlier(userId, orderId);
      const first = { ...order, ...beginning.began };
      return words.orderRow(catalogue, { order: first, offer: kept, end: null, seq: beganSeq });
    },
    async redeem(userId, body, headerKey) {
      const ended = await heardOrders.during(userId, async (heard) => {
        await change(userId, body, headerKey);
        return heard(heardKey('Ended', body.orderId));
      });
      const row = await heardRow(ended);
      return row ?? words.orderRow(catalogues.current(), await earlier(userId, body.orderId));
    },
    change,
    async list(userId, state, page) {
      await upToDate();
      const orders = await history.orders({ userId, state, ...page });
      const catalogue = catalogues.current();
      return listed(orders, (record) => words.orderRow(catalogue, record));
    },
    async receipt(userId, orderId) {
      await upToDate();
      const record = await history.order(userId, orderId);
      if (record === null) throw new Refusal(errors.unknown);
      const [row] = await placed(histories, [words.orderRow(catalogues.current(), record)]);
      return row!;
    },
    async summary(userId) {
      const { orders, seq } = await core.ask('earnOf', product, userId);
      await upToDate();
      const paid = await history.paidTo(userId);
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
            paid: text(paid.get(assetId) ?? NOTHING),
            orders: own.length,
          };
        }),
        seq,
      };
    },
  };
}

/** Statuses of orders as the read models name them. */
export const earnStates = {
  inProgress: 'open',
  completed: 'matured',
  redeemed: 'redeemed',
} as const satisfies Record<EarnOrderRow['status'], EarnQuery['state']>;
