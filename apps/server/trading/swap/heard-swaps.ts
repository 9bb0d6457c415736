import type { SwapRecord } from '@candor/projections';
import type { CoreLink } from '../../engine/core/index.ts';

/** The swaps that acts of this process wait for, as the committed events tell them. */
export interface HeardSwaps {
  /** Runs an act that may swap; `heard` returns the swap if it was done meanwhile, and null for a repeated act. */
  during<T>(swapId: number, act: (heard: () => SwapRecord | null) => Promise<T>): Promise<T>;
}

interface Awaited {
  waiting: number;
  swap: SwapRecord | null;
}

/** Listens only while an act waits: a batch is decoded for nobody else. */
export function hearSwaps(core: Pick<CoreLink, 'onCommitted'>): HeardSwaps {
  const awaited = new Map<number, Awaited>();
  core.onCommitted(({ commands }) => {
    if (awaited.size === 0) return;
    for (const { stamp, events } of commands)
      for (const event of events) {
        if (event.type !== 'swapped') continue;
        const act = awaited.get(event.swapId);
        if (act !== undefined) act.swap = { ...event, seq: stamp.seq, timeMs: stamp.timeMs };
      }
  });
  return {
    async during(swapId, act) {
      const own = awaited.get(swapId) ?? { waiting: 0, swap: null };
      awaited.set(swapId, own);
      own.waiting += 1;
      try {
        return await act(() => own.swap);
      } finally {
        own.waiting -= 1;
        if (own.waiting === 0) awaited.delete(swapId);
      }
    },
  };
}
