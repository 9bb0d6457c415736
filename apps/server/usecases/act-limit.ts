import { JournalError } from '@candor/journal';
import type { Command } from '@candor/kernel';
import type { CoreLink } from '../core/index.ts';
import { Refusal } from '../refusal.ts';
import { aloneAtDoor, type SharedLimit } from '../shared-limits.ts';
import { deadlineMs } from './deadline.ts';
import { type Practice, practiceCommand } from './practice.ts';
import { mayOnlyRepeat, repeatOf } from './repeats.ts';

const DAY_MS = 86_400_000;
const SECOND_MS = 1_000;

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

/** Counts what each user does in a UTC day: every act is journaled for ever, and its key remembered for days. */
export interface ActLimit {
  /**
   * Counts an act before anything is done. What comes back takes it off the count again: call it where nothing was done.
   * @throws Refusal DAILY_ACTS_REACHED
   */
  take(userId: number, act: string): () => void;
}

/**
 * Counts in memory only: a restart begins at 0, and counts of earlier days are dropped. With several doors, each adds
 * the counts reported by the others. Small counts are not reported; all doors together leave out at most half a day's
 * acts.
 */
export function createActLimit(
  actsPerDay: number,
  now: () => number,
  shared: SharedLimit = aloneAtDoor(''),
): ActLimit {
  const counts = new Map<number, number>();
  /** The acts done here, kept only to report them to the other doors. */
  const own = new Map<number, number>();
  const untold = actsPerDay / (2 * shared.doors);
  const actsWithRelief = actsPerDay + Math.ceil(actsPerDay / 10);
  let endsMs = 0;
  const begin = (timeMs: number): void => {
    if (timeMs < endsMs) return;
    counts.clear();
    own.clear();
    endsMs = timeMs - (timeMs % DAY_MS) + DAY_MS;
  };
  const add = (userId: number, acts: number): void =>
    void counts.set(userId, Math.max(0, (counts.get(userId) ?? 0) + acts));
  const addOwn = (userId: number, acts: 1 | -1): void => {
    add(userId, acts);
    if (shared.doors === 1) return;
    const before = own.get(userId) ?? 0;
    own.set(userId, before + acts);
    const told = (count: number) => (count > untold ? count : 0);
    const change = told(before + acts) - told(before);
    if (change !== 0) shared.tell(String(userId), change);
  };
  shared.onTold((key, acts) => {
    begin(now());
    add(Number(key), acts);
  });
  return {
    take(userId, act) {
      const timeMs = now();
      begin(timeMs);
      const acts = counts.get(userId) ?? 0;
      if (acts >= (relieving.has(act) ? actsWithRelief : actsPerDay))
        throw new Refusal('DAILY_ACTS_REACHED', { retryAfterMs: Math.ceil(endsMs - timeMs) });
      addOwn(userId, 1);
      const dayEndsMs = endsMs;
      return () => {
        if (endsMs === dayEndsMs) addOwn(userId, -1);
      };
    },
  };
}

/** @throws Refusal RATE_LIMITED where this call may only repeat what was done */
function requireBudget(): void {
  if (mayOnlyRepeat()) throw new Refusal('RATE_LIMITED', { retryAfterMs: SECOND_MS });
}

/**
 * Limits the core's link for customers' calls. It counts each submission first, whichever call it comes from, and
 * does not perform it after the request's deadline. A user past a limit still gets the answer to an act that was
 * already done under its key; that answer is read and not journaled.
 */
export function limitActs(core: CoreLink, limit: ActLimit): CoreLink {
  return {
    async submit(submission) {
      let takeBack: () => void;
      try {
        requireBudget();
        takeBack = limit.take(submission.userId, submission.body.type);
      } catch (refusal) {
        const earlier = await repeatOf(core, submission);
        if (earlier === null) throw refusal;
        return earlier;
      }
      try {
        return await core.submit({ ...submission, notAfterMs: deadlineMs() });
      } catch (error) {
        if (error instanceof JournalError && error.code !== 'OUTCOME_UNKNOWN') takeBack();
        throw error;
      }
    },
    ask: (name, ...args) => core.ask(name, ...args),
    onCommitted: (listener) => core.onCommitted(listener),
    status: () => core.status(),
  };
}

/** Practice funds reach the journal as the house's own command, but for a user: they are counted as the user's act. */
export function limitPractice(core: CoreLink, practice: Practice, limit: ActLimit): Practice {
  return {
    allowances: (userId) => practice.allowances(userId),
    async take(userId, coin, amount, headerKey) {
      try {
        requireBudget();
        limit.take(userId, 'practiceFunds');
      } catch (refusal) {
        const earlier = headerKey === null ? null : await repeatOf(core, practiceCommand(userId, headerKey));
        if (earlier === null) throw refusal;
      }
      return practice.take(userId, coin, amount, headerKey);
    },
  };
}
