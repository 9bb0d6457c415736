import { JournalError } from '@candor/journal';
import { COMMANDS, type CommandFacts } from '@candor/products';
import { Refusal } from '../../base/errors/refusal.ts';
import { siteKey } from '../../base/limits/client-address.ts';
import { aloneAtDoor, type SharedLimit } from '../../base/limits/shared-limits.ts';
import type { CoreLink } from '../core/index.ts';
import { deadlineMs } from './deadline.ts';
import { noteDone } from './done.ts';
import { mayOnlyRepeat, repeatOf } from './repeats.ts';
import { senderAddress } from './sender-address.ts';

const DAY_MS = 86_400_000;
const SECOND_MS = 1_000;

/** An IPv6 /48 may act as often as so many addresses. */
const ADDRESSES_PER_SITE = 2;

/** Acts that take risk away: of these there are a tenth more, so that the bound locks nobody into what is open. */
const isRelieving = (act: string): boolean =>
  (COMMANDS as Readonly<Record<string, CommandFacts>>)[act]?.relieves === true;

/**
 * Counts what each user does in a UTC day, and what all users of an address do: every act is journaled for ever, and its
 * key remembered for days. Without the second bound one person with many accounts could fill the memory.
 */
export interface ActLimit {
  /**
   * Counts an act before anything is done. What comes back takes it off the count again: call it where nothing was done.
   * @throws Refusal DAILY_ACTS_REACHED
   */
  take(userId: number, act: string): () => void;
}

/** The acts of a UTC day: of one user, and of all users of one address together. */
export interface ActsPerDay {
  readonly perUser: number;
  readonly perAddress: number;
}

/**
 * Counts in memory only: a restart begins at 0, and counts of earlier days are dropped. With several doors, each adds
 * the counts reported by the others. Small counts are not reported; all doors together leave out at most half a day's
 * acts.
 */
export function createActLimit(
  most: ActsPerDay,
  now: () => number,
  shared: SharedLimit = aloneAtDoor(''),
): ActLimit {
  const counts = new Map<string, number>();
  /** The acts done here, kept only to report them to the other doors. */
  const own = new Map<string, number>();
  let endsMs = 0;
  const begin = (timeMs: number): void => {
    if (timeMs < endsMs) return;
    counts.clear();
    own.clear();
    endsMs = timeMs - (timeMs % DAY_MS) + DAY_MS;
  };
  const add = (key: string, acts: number): void =>
    void counts.set(key, Math.max(0, (counts.get(key) ?? 0) + acts));
  const addOwn = ({ key, most: ofKey }: Bound, acts: 1 | -1): void => {
    add(key, acts);
    if (shared.doors === 1) return;
    const before = own.get(key) ?? 0;
    own.set(key, before + acts);
    const untold = ofKey / (2 * shared.doors);
    const told = (count: number) => (count > untold ? count : 0);
    const change = told(before + acts) - told(before);
    if (change !== 0) shared.tell(key, change);
  };
  shared.onTold((key, acts) => {
    begin(now());
    add(key, acts);
  });
  return {
    take(userId, act) {
      const timeMs = now();
      begin(timeMs);
      const bounds = boundsOf(userId, senderAddress(), most);
      const relief = isRelieving(act);
      for (const bound of bounds) {
        const relieved = relief ? Math.ceil(bound.most / 10) : 0;
        if ((counts.get(bound.key) ?? 0) >= bound.most + relieved)
          throw new Refusal('DAILY_ACTS_REACHED', { retryAfterMs: Math.ceil(endsMs - timeMs) });
      }
      for (const bound of bounds) addOwn(bound, 1);
      const dayEndsMs = endsMs;
      return () => {
        if (endsMs === dayEndsMs) for (const bound of bounds) addOwn(bound, -1);
      };
    },
  };
}

interface Bound {
  readonly key: string;
  readonly most: number;
}

/** User ids are digits alone, which no key of an address is. */
function boundsOf(userId: number, address: string | null, most: ActsPerDay): readonly Bound[] {
  const user = { key: String(userId), most: most.perUser };
  if (address === null) return [user];
  const bounds = [user, { key: address, most: most.perAddress }];
  const site = siteKey(address);
  if (site !== null) bounds.push({ key: site, most: ADDRESSES_PER_SITE * most.perAddress });
  return bounds;
}

/** @throws Refusal RATE_LIMITED where this call may only repeat what was done */
export function requireBudget(): void {
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
        return noteDone(await core.submit({ ...submission, notAfterMs: deadlineMs() }));
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
