import type { OrderCode, RefreshMessage } from '@candor/api';
import type { KernelEvent } from '@candor/kernel';

type OfOrder = Extract<
  KernelEvent,
  { readonly orderId: number; readonly sellerId: number; readonly offerId: number }
>;

/** News of an order: code of its conversation's message, and of the message that pages make a toast of. */
export interface OrderNews {
  readonly event: OfOrder;
  readonly code: OrderCode | null;
  readonly type: Extract<RefreshMessage, { readonly orderCode: string }>['type'];
  readonly state: string;
  readonly isNew: boolean;
  /** User who did it; 0 for clocks and operators. */
  readonly by: number;
}

const CODES: Readonly<Partial<Record<string, OrderCode>>> = {
  paid: 'orderPaid',
  lapsed: 'orderLapsed',
  appealed: 'orderAppealed',
  released: 'orderReleased',
  cancelled: 'orderCancelled',
  expired: 'orderExpired',
  resolved: 'orderResolved',
};

const userOf = ({ buyerId, sellerId }: OfOrder, by: string): number =>
  by === 'buyer' ? buyerId : by === 'seller' ? sellerId : 0;

/** News of a committed event; null for one that is about no order. */
export function newsOf(event: KernelEvent): OrderNews | null {
  const news = (of: OfOrder, state: string, by: number, more: Partial<OrderNews> = {}): OrderNews => ({
    event: of,
    code: CODES[state] ?? null,
    type: state === 'appealed' || state === 'stated' || state === 'resolved' ? 'appeal' : 'otc',
    state,
    isNew: false,
    by,
    ...more,
  });
  switch (event.type) {
    case 'otcOrderCreated': {
      const { makerId, buyerId, sellerId } = event;
      return news(event, 'created', makerId === buyerId ? sellerId : buyerId, { isNew: true });
    }
    case 'otcOrderMoved':
      return news(event, event.to, userOf(event, event.by));
    case 'otcOrderEnded':
      return news(event, event.end, userOf(event, event.by));
    case 'otcCancelAsked':
      return news(event, 'asked', event.sellerId, { code: 'orderAsked' });
    case 'otcAppealStated':
      return news(event, 'stated', userOf(event, event.side));
    default:
      return null;
  }
}
