import type {
  EarnOfferRow,
  EarnOrderRow,
  EarnPoolEntryRow,
  EarnPoolRow,
  EarnSummaryRow,
  JournalPlace,
  OfferChangeRow,
} from '@candor/api';
import type { FixedOffer, FixedOfferView, FixedOrder } from '@candor/kernel';
import type { Amount } from '@candor/money';
import type { EarnQuery } from '@candor/projections';
import { Refusal } from '../../base/errors/refusal.ts';
import { type Listed, listed, type PageRequest } from '../../base/records/paging.ts';
import type { Catalogue } from '../../engine/catalogue/index.ts';
import { placed } from '../../engine/placed.ts';
import { amountText, poolEntryRowOf } from '../../engine/values/index.ts';
import { type EarnRoom, recordOf } from './room.ts';
import { offerChangeRowOf, poolRowOf } from './rows.ts';

/** Offers, pools and orders with a cycle, as users see them. */
export interface EarnReads<OfferRow, OrderRow> {
  offers(): Promise<{ offers: OfferRow[]; changes: OfferChangeRow[]; time: number; seq: number }>;
  pools(): Promise<{ pools: EarnPoolRow[]; time: number; seq: number }>;
  /** @throws Refusal UNKNOWN_COIN */
  entries(coin: string | null, page: PageRequest): Promise<Listed<EarnPoolEntryRow>>;
  list(userId: number, state: EarnQuery['state'], page: PageRequest): Promise<Listed<OrderRow>>;
  /** @throws Refusal where it is unknown */
  receipt(userId: number, orderId: number): Promise<OrderRow & { journal: JournalPlace | null }>;
  summary(userId: number): Promise<{ list: EarnSummaryRow[]; seq: number }>;
}

const NOTHING = 0n as Amount;
/** Acts on the offers that a list shows. */
export const SHOWN_CHANGES = 50;

export function earnReads<O extends FixedOffer, OfferRow extends EarnOfferRow, OrderRow extends EarnOrderRow>(
  room: EarnRoom<O, OfferRow, OrderRow>,
): EarnReads<OfferRow, OrderRow> {
  const { core, catalogues, words, history, histories, upToDate, now } = room;
  const { product, errors } = words;
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
    async list(userId, state, page) {
      await upToDate();
      const orders = await history.orders({ userId, state, ...page });
      const catalogue = catalogues.current();
      return listed(orders, (record) => words.orderRow(catalogue, record));
    },
    async receipt(userId, orderId) {
      const record = await recordOf(room, userId, orderId);
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
      return { list: list.map((assetId) => summaryRowOf(catalogue, assetId, orders, paid)), seq };
    },
  };
}

/** Sums of a user's open orders in one coin, beside the interest that the user was ever paid in it. */
function summaryRowOf(
  catalogue: Catalogue,
  assetId: number,
  orders: readonly FixedOrder[],
  paid: ReadonlyMap<number, Amount>,
): EarnSummaryRow {
  const own = orders.filter((order) => order.assetId === assetId);
  const sum = (of: 'amount' | 'interest') => own.reduce((all, order) => all + order[of], 0n) as Amount;
  const text = (amount: Amount) => amountText(catalogue, assetId, amount);
  return {
    coin: catalogue.assetById(assetId).code,
    principal: text(sum('amount')),
    reserved: text(sum('interest')),
    paid: text(paid.get(assetId) ?? NOTHING),
    orders: own.length,
  };
}
