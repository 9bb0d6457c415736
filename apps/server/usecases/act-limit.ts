import { type Engine, JournalError } from '@candor/journal';
import type { Command } from '@candor/kernel';
import { Refusal } from '../refusal.ts';
import { deadlineMs } from './deadline.ts';

const DAY_MS = 86_400_000;

/** Of a user's last acts before the bound and after it the keys are known, so that their retries are answered. */
const KNOWN_KEYS = 1_000;

/** Acts that take risk away: of these there are a tenth more, so that the bound locks nobody into what is open. */
const relieving: ReadonlySet<string> = new Set<Command['type']>([
  'cancelOrder',
  'cancelAll',
  'cancelMarginOrders',
  'cancelPerpetualOrder',
  'cancelPerpetualOrders',
  'cancelPositionExit',
  'closePosition',
  'closeAllPositions',
  'adjustMargin',
  'repay',
  'transfer',
  'setSecondsLimits',
]);

/** One user's acts of today. */
interface Tally {
  acts: number;
  /** Retries that were let through without being counted. */
  retries: number;
  /** Null while the bound is far. */
  keys: Set<string> | null;
}

/** Counts what each user does in a UTC day: every act is journaled for ever, and its key remembered for days. */
export interface ActLimit {
  /**
   * Counts an act before anything is done. A retry under one of the last keys passes where a new act would not, so that
   * who got no answer still gets one. What comes back takes the act off the count again: call it where nothing was done.
   * @throws Refusal DAILY_ACTS_REACHED
   */
  take(userId: number, act: string, key: string | null): () => void;
}

/** Counts in memory alone: a restart begins anew, and nothing is kept of the days before. */
export function createActLimit(actsPerDay: number, now: () => number): ActLimit {
  const tallies = new Map<number, Tally>();
  const actsWithRelief = actsPerDay + Math.ceil(actsPerDay / 10);
  const uncheckedActs = Math.max(0, actsPerDay - KNOWN_KEYS);
  let endsMs = 0;

  function tallyOf(userId: number): Tally {
    let tally = tallies.get(userId);
    if (tally === undefined) {
      tally = { acts: 0, retries: 0, keys: null };
      tallies.set(userId, tally);
    }
    return tally;
  }

  function isRetry(tally: Tally, key: string | null): boolean {
    return key !== null && tally.retries < KNOWN_KEYS && tally.keys?.has(key) === true;
  }

  function know(tally: Tally, key: string): void {
    tally.keys ??= new Set();
    tally.keys.add(key);
    if (tally.keys.size <= KNOWN_KEYS) return;
    for (const oldest of tally.keys) {
      tally.keys.delete(oldest);
      return;
    }
  }

  return {
    take(userId, act, key) {
      const timeMs = now();
      if (timeMs >= endsMs) {
        tallies.clear();
        endsMs = timeMs - (timeMs % DAY_MS) + DAY_MS;
      }
      const tally = tallyOf(userId);
      if (tally.acts >= uncheckedActs) {
        if (isRetry(tally, key)) {
          tally.retries += 1;
          return () => {};
        }
        if (tally.acts >= (relieving.has(act) ? actsWithRelief : actsPerDay))
          throw new Refusal('DAILY_ACTS_REACHED', { retryAfterMs: Math.ceil(endsMs - timeMs) });
        if (key !== null) know(tally, key);
      }
      tally.acts += 1;
      return () => {
        tally.acts -= 1;
        if (key !== null) tally.keys?.delete(key);
      };
    },
  };
}

/**
 * The engine as the customers' calls see it: what they submit is counted first, whichever call it comes from, and not
 * performed after the request's deadline.
 */
export function limitActs(engine: Engine, limit: ActLimit): Engine {
  return {
    async submit(submission) {
      const takeBack = limit.take(submission.userId, submission.body.type, submission.key);
      try {
        return await engine.submit({ ...submission, notAfterMs: deadlineMs() });
      } catch (error) {
        if (error instanceof JournalError && error.code !== 'OUTCOME_UNKNOWN') takeBack();
        throw error;
      }
    },
    submitFirst: (submission) => engine.submitFirst(submission),
    onTurn: (listener) => engine.onTurn(listener),
    read: (read) => engine.read(read),
    onCommitted: (listener) => engine.onCommitted(listener),
    replay: (afterSeq) => engine.replay(afterSeq),
    status: () => engine.status(),
    stop: () => engine.stop(),
  };
}
