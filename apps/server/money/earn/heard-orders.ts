import { type EarnEnded, type EarnProduct, type EarnSubscribed, earnTold } from '@candor/kernel';
import type { CoreLink } from '../../engine/core/index.ts';

/** Beginning or end of an order, with the command that brought it. */
export type HeardOrder = { readonly seq: number } & (
  | { readonly is: 'Subscribed'; readonly event: EarnSubscribed }
  | { readonly is: 'Ended'; readonly event: EarnEnded }
);

/** The orders of users whose acts this process waits for, as the committed events tell them. */
export interface HeardOrders {
  /** Runs an act; `heard` returns how an order began or ended meanwhile, and null for a repeated act. */
  during<T>(
    userId: number,
    act: (heard: (is: HeardOrder['is'], orderId: number) => HeardOrder | null) => Promise<T>,
  ): Promise<T>;
}

interface Awaited {
  waiting: number;
  readonly heard: Map<string, HeardOrder>;
}

/** Listens only while an act waits: a batch is decoded for nobody else. */
export function hearOrders(core: Pick<CoreLink, 'onCommitted'>, product: EarnProduct): HeardOrders {
  const awaited = new Map<number, Awaited>();
  core.onCommitted(({ commands }) => {
    if (awaited.size === 0) return;
    for (const { stamp, events } of commands)
      for (const event of events) {
        const told = earnTold(product, event);
        if (told?.is !== 'Subscribed' && told?.is !== 'Ended') continue;
        const { userId, orderId } = told.event;
        awaited.get(userId)?.heard.set(`${told.is} ${orderId}`, { ...told, seq: stamp.seq });
      }
  });
  return {
    async during(userId, act) {
      const own = awaited.get(userId) ?? { waiting: 0, heard: new Map<string, HeardOrder>() };
      awaited.set(userId, own);
      own.waiting += 1;
      try {
        return await act((is, orderId) => own.heard.get(`${is} ${orderId}`) ?? null);
      } finally {
        own.waiting -= 1;
        if (own.waiting === 0) awaited.delete(userId);
      }
    },
  };
}
