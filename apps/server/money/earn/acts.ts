import type { EarnOfferRow, EarnOrderRow } from '@candor/api';
import {
  type Command,
  type FixedOffer,
  type FixedOfferView,
  type FixedOrder,
  outcomeAs,
} from '@candor/kernel';
import type { Amount } from '@candor/money';
import type { EarnRecord } from '@candor/projections';
import { Refusal } from '../../base/errors/refusal.ts';
import { actKey, errorKeyOfRejection, repeatOf } from '../../engine/acts/index.ts';
import { readAmount } from '../../engine/values/index.ts';
import { type HeardOrder, heardKey, hearOrders } from './heard-orders.ts';
import { type EarnRoom, recordOf } from './room.ts';

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
  /** Throws for what must not begin. A retry is not asked: its order began, and is answered as it did. */
  readonly check?: () => void;
}

/** Acts on orders with a cycle. */
export interface EarnActs<O extends FixedOffer, OrderRow> {
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
}

export function earnActs<O extends FixedOffer, OfferRow extends EarnOfferRow, OrderRow extends EarnOrderRow>(
  room: EarnRoom<O, OfferRow, OrderRow>,
): EarnActs<O, OrderRow> {
  const { core, catalogues, words } = room;
  const { product, errors } = words;
  const heardOrders = hearOrders(core, product);
  const offerOf = async (offerId: number) =>
    (await core.ask('earnOffer', product, offerId)) as (O & FixedOfferView) | null;

  async function change(
    userId: number,
    body: Command & { readonly orderId: number },
    headerKey: string | null,
  ): Promise<void> {
    try {
      await submit(room, userId, { body }, headerKey);
    } catch (error) {
      // the kernel forgets what has ended
      const isOver = error instanceof Refusal && error.key.endsWith('_ORDER_ENDED');
      if (isOver && (await recordOf(room, userId, body.orderId)) === null) throw new Refusal(errors.unknown);
      throw error;
    }
  }

  /** Row of an order that an act began or ended, as it was told; null for one that was done before, under the same key. */
  async function heardRow(heard: HeardOrder | null) {
    const offer = heard === null ? null : await offerOf(heard.event.offerId);
    if (heard === null || offer === null) return null;
    const { event, seq } = heard;
    const end = heard.is === 'Ended' ? heard.event : null;
    return words.orderRow(catalogues.current(), { order: event, offer, end, seq });
  }

  return {
    async create(userId, { offerId, amount, termsHash }, begin, headerKey) {
      const offer = await offerOf(offerId);
      if (offer === null) throw new Refusal(errors.offerUnknown);
      const catalogue = catalogues.current();
      if (termsHash !== words.termsHash(catalogue, offer)) throw new Refusal(errors.termsChanged);
      const { scale } = catalogue.assetById(offer.assetId);
      const beginning = await begin(offer, readAmount(amount, scale, 'amount'));
      const { orderId, began } = await heardOrders.during(userId, async (heard) => {
        const id = await submit(room, userId, beginning, headerKey);
        return { orderId: id, began: heard(heardKey('Subscribed', id)) };
      });
      const row = await heardRow(began);
      if (row !== null) return row;
      // a repeated key is answered as it was, also when the order was changed or is over
      const { order, offer: kept, beganSeq } = await earlier(room, userId, orderId);
      const first = { ...order, ...beginning.began };
      return words.orderRow(catalogue, { order: first, offer: kept, end: null, seq: beganSeq });
    },
    async redeem(userId, body, headerKey) {
      const ended = await heardOrders.during(userId, async (heard) => {
        await change(userId, body, headerKey);
        return heard(heardKey('Ended', body.orderId));
      });
      const row = await heardRow(ended);
      return row ?? words.orderRow(catalogues.current(), await earlier(room, userId, body.orderId));
    },
    change,
  };
}

/** Sends a command. Returns the number of the order that it began or changed. @throws Refusal for what the kernel rejects */
async function submit(
  { core }: Pick<EarnRoom, 'core'>,
  userId: number,
  { body, hashed = body, check }: Beginning,
  headerKey: string | null,
): Promise<number> {
  const { key, bodyHash } = actKey(body.type, headerKey, null, hashed);
  if (check !== undefined && (await repeatOf(core, { userId, key, bodyHash })) === null) check();
  const { outcome } = await core.submit({ userId, key, bodyHash, body });
  if (outcome.ok) return outcomeAs(outcome, 'earn').id;
  throw new Refusal(errorKeyOfRejection(outcome.code));
}

/** Record of an order of a repeated key. */
async function earlier<O extends FixedOffer, OfferRow extends EarnOfferRow, OrderRow extends EarnOrderRow>(
  room: EarnRoom<O, OfferRow, OrderRow>,
  userId: number,
  orderId: number,
): Promise<EarnRecord<O>> {
  const record = await recordOf(room, userId, orderId);
  if (record === null) throw new Refusal('OUTCOME_UNKNOWN');
  return record;
}
