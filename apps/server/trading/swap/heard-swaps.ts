import type { SwapRecord } from '@candor/projections';
import { type HeardEvents, hearEvents } from '../../engine/acts/index.ts';
import type { CoreLink } from '../../engine/core/index.ts';

/** Tells swaps to the acts that wait for them, each under its id. */
export function hearSwaps(core: Pick<CoreLink, 'onCommitted'>): HeardEvents<SwapRecord> {
  return hearEvents(core, (event, { seq, timeMs }) => {
    if (event.type !== 'swapped') return null;
    return { userId: event.userId, key: String(event.swapId), told: { ...event, seq, timeMs } };
  });
}
