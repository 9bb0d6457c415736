import { ENDED_REASONS, type NoticeContent, type NoticeOf } from '@candor/api';
import type { OrderInWallet, OrderRecord, ProjectedCommand, SpotQueries } from '@candor/projections';
import type { CatalogueFollower } from '../../engine/catalogue/index.ts';
import { type NoticeDraft, type NoticeSource, readTogether } from '../../gateway/notices/index.ts';
import { orderRowOf } from './rows.ts';

export interface SpotNoticesNeeds {
  readonly catalogues: Pick<CatalogueFollower, 'current'>;
  readonly history: { readonly spot: Pick<SpotQueries, 'byIds' | 'keptAs'> };
}

type Order = NoticeOf<'order-filled'>['facts'];
type EndedReason = (typeof ENDED_REASONS)[number];
/** Orders of the spot books, as notices are written from them. */
interface Source {
  readonly catalogues: SpotNoticesNeeds['catalogues'];
  readonly orderOf: (orderId: number) => Promise<OrderInWallet | null>;
  readonly keptAs: SpotQueries['keptAs'];
}

/** Orders of the spot books: filled, fired and what became of them, and ended without their owner's act. */
export function spotNotices({ catalogues, history }: SpotNoticesNeeds): NoticeSource {
  const source: Source = {
    catalogues,
    orderOf: readTogether((orderIds) => history.spot.byIds(orderIds)),
    keptAs: (userId, orderId) => history.spot.keptAs(userId, orderId),
  };
  return {
    read({ stamp: { timeMs }, events }: ProjectedCommand, draft: (draft: NoticeDraft) => void) {
      // orders of a forced sale are told by the sale, and what ends with the command that placed it by its answer
      const own = new Set<number>();
      for (const event of events) {
        if (event.type === 'marginSold') for (const orderId of event.orders) own.add(orderId);
      }
      const stands = (userId: number, orderId: number) => {
        if (!own.has(orderId))
          draft({ userId, key: `spot:${orderId}`, timeMs, content: () => standing(source, userId, orderId) });
      };
      const ends = (userId: number, orderId: number, reason: EndedReason) =>
        draft({
          userId,
          key: `spot:${orderId}:ended`,
          timeMs,
          content: () => ended(source, orderId, reason),
        });
      for (const event of events) {
        switch (event.type) {
          case 'trade':
            if (!event.makerHouse) stands(event.makerUserId, event.makerOrderId);
            if (!event.takerHouse) stands(event.takerUserId, event.takerOrderId);
            break;
          case 'triggerFired':
            stands(event.userId, event.orderId);
            break;
          case 'orderDone': {
            const reason = ENDED_REASONS.find((each) => each === event.reason);
            const isNew = events.some(
              (each) => each.type === 'orderAccepted' && each.orderId === event.orderId,
            );
            if (!event.house && !isNew && (reason === 'expired' || reason === 'self-trade'))
              ends(event.userId, event.orderId, reason);
            break;
          }
          case 'marginCancelled':
            for (const { orderId } of event.orders) ends(event.userId, orderId, 'cancelled');
            break;
          case 'marginSold':
            for (const orderId of event.cancelled) ends(event.userId, orderId, 'cancelled');
        }
      }
    },
  };
}

function orderFacts({ catalogues }: Source, record: OrderInWallet): Omit<Order, 'whole'> {
  const row = orderRowOf(catalogues.current(), record);
  const [coin = '', quoteCoin = ''] = row.symbol_name.split('/');
  return {
    product: 'spot',
    wallet: record.wallet,
    orderId: row.id,
    symbol: row.symbol,
    symbol_name: row.symbol_name,
    side: row.side,
    coin,
    quoteCoin,
    filled: plain(row.tradedQuantity),
    quantity: row.quantity === null ? null : plain(row.quantity),
    amount: row.tradedAmount,
    price: row.averagePrice,
    result: null,
  };
}

async function standing(source: Source, userId: number, orderId: number): Promise<NoticeContent | null> {
  const record = await source.orderOf(orderId);
  if (record === null) return null;
  const facts = orderFacts(source, record);
  const { trigger, filledLots, doneReason } = record;
  const whole = doneReason === 'filled';
  if (trigger === null || trigger.firedMs === null)
    return filledLots === 0 ? null : { kind: 'order-filled', facts: { ...facts, whole } };
  const row = orderRowOf(source.catalogues.current(), record);
  const isKept = !whole && (await source.keptAs(userId, orderId)) !== null;
  return {
    kind: 'order-fired',
    facts: {
      ...facts,
      trigger: trigger.kind,
      triggerPrice: row.trigger?.thresholdPrice ?? null,
      firedPrice: row.trigger?.firedPrice ?? null,
      outcome: isKept ? 'kept' : firedOutcome(record),
      rejectKey: row.rejectKey,
    },
  };
}

async function ended(source: Source, orderId: number, reason: EndedReason): Promise<NoticeContent | null> {
  const record = await source.orderOf(orderId);
  if (record === null) return null;
  return { kind: 'order-ended', facts: { ...orderFacts(source, record), reason, rejectKey: null } };
}

/** A decimal text without zeros at its end. */
const plain = (text: string): string => (text.includes('.') ? text.replace(/\.?0+$/, '') : text);

function firedOutcome({ trigger, filledLots, doneReason }: OrderRecord) {
  if (trigger?.rejected != null) return 'refused' as const;
  if (doneReason === 'filled') return 'filled' as const;
  if (doneReason !== null) return 'ended' as const;
  return filledLots > 0 ? ('part' as const) : ('placed' as const);
}
