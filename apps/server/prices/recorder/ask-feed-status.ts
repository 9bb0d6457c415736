import { type Bus, BusError } from '../../base/bus/index.ts';
import type { FeedStatus } from '../feeds/index.ts';
import { type RecorderHead, SUBJECTS } from './stream.ts';

/** The recorder answers at once; an operator waits for the page meanwhile. */
const ANSWER_MS = 1_000;

/**
 * Asks the recorder how its feed does, for readers that want to know it now and then. While the recorder is out of
 * reach, the answer is its last one, or else `unknown`, marked as stalled with the reason.
 */
export function askFeedStatus(
  bus: Pick<Bus, 'request'>,
  unknown: () => FeedStatus,
): () => Promise<FeedStatus> {
  let last: FeedStatus | null = null;
  return async () => {
    try {
      const head = (await bus.request(SUBJECTS.head, null, { timeoutMs: ANSWER_MS })) as RecorderHead;
      last = head.status;
      return last;
    } catch (error) {
      if (!(error instanceof BusError)) throw error;
      const status = last ?? unknown();
      const venues = status.venues.map((venue) => ({ ...venue, connected: false }));
      return { ...status, phase: 'stalled', note: 'The recorder does not answer', venues };
    }
  };
}
