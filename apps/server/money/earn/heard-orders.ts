import { type EarnEnded, type EarnProduct, type EarnSubscribed, earnTold } from '@candor/kernel';
import { type HeardEvents, hearEvents } from '../../engine/acts/index.ts';
import type { CoreLink } from '../../engine/core/index.ts';

/** Beginning or end of an order, with the command that brought it. */
export type HeardOrder = { readonly seq: number } & (
  | { readonly is: 'Subscribed'; readonly event: EarnSubscribed }
  | { readonly is: 'Ended'; readonly event: EarnEnded }
);

export const heardKey = (is: HeardOrder['is'], orderId: number): string => `${is} ${orderId}`;

/** Tells how orders of a product began or ended to the acts that wait for it. */
export function hearOrders(
  core: Pick<CoreLink, 'onCommitted'>,
  product: EarnProduct,
): HeardEvents<HeardOrder> {
  return hearEvents(core, (event, { seq }) => {
    const told = earnTold(product, event);
    if (told?.is !== 'Subscribed' && told?.is !== 'Ended') return null;
    const { userId, orderId } = told.event;
    return { userId, key: heardKey(told.is, orderId), told: { ...told, seq } as HeardOrder };
  });
}
