import type { StakingEndedEvent, StakingSubscribedEvent } from '@candor/kernel';
import type { CoreLink } from '../../engine/core/index.ts';

/** Beginning or end of an order, with the command that brought it. */
export interface HeardOrder {
  readonly event: StakingSubscribedEvent | StakingEndedEvent;
  readonly seq: number;
}

/** The orders of users whose acts this process waits for, as the committed events tell them. */
export interface HeardOrders {
  /** Runs an act; `heard` returns how an order began or ended meanwhile, and null for a repeated act. */
  during<T>(
    userId: number,
    act: (heard: (type: HeardOrder['event']['type'], orderId: number) => HeardOrder | null) => Promise<T>,
  ): Promise<T>;
}

interface Awaited {
  waiting: number;
  readonly heard: Map<string, HeardOrder>;
}

/** Listens only while an act waits: a batch is decoded for nobody else. */
export function hearOrders(core: Pick<CoreLink, 'onCommitted'>): HeardOrders {
  const awaited = new Map<number, Awaited>();
  core.onCommitted(({ commands }) => {
    if (awaited.size === 0) return;
    for (const { stamp, events } of commands)
      for (const event of events) {
        if (event.type !== 'stakingSubscribed' && event.type !== 'stakingEnded') continue;
        awaited.get(event.userId)?.heard.set(`${event.type} ${event.orderId}`, { event, seq: stamp.seq });
      }
  });
  return {
    async during(userId, act) {
      const own = awaited.get(userId) ?? { waiting: 0, heard: new Map<string, HeardOrder>() };
      awaited.set(userId, own);
      own.waiting += 1;
      try {
        return await act((type, orderId) => own.heard.get(`${type} ${orderId}`) ?? null);
      } finally {
        own.waiting -= 1;
        if (own.waiting === 0) awaited.delete(userId);
      }
    },
  };
}
