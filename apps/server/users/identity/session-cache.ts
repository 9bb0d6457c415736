import { subjects } from '@candor/api';
import type { Bus } from '../../base/bus/index.ts';
import type { FoundSession, Session } from './session-rows.ts';

const CACHE_MS = 10_000;
const CACHE_SIZE = 50_000;
/** Sessions are not cached while the bus is more than this behind: the end of a session may be on its way. */
const BUS_BEHIND_MS = 750;

/**
 * Sessions that were looked up in the last ten seconds. A user's entries are dropped at once when the bus reports that one of
 * the user's sessions ended, and all entries while the bus is lost or behind.
 */
export class SessionCache {
  readonly #bus: Bus;
  readonly #now: () => number;
  /** By token: hashing it for each call costs as much as reading the order. */
  readonly #entries = new Map<string, { readonly session: Session; readonly readAtMs: number }>();
  /** Counts endings, so that a look-up that was under way during one is not remembered. */
  #endings = 0;
  /** Look-ups under way that no ending has overtaken, by token: several sockets of one browser come together. */
  readonly #reading = new Map<string, Promise<FoundSession | null>>();
  /**
   * Users whose sessions ended here recently, and when: after a loss of the bus the other doors may have missed it.
   */
  readonly #endedHere = new Map<number, number>();
  readonly #unsubscribe: () => void;
  readonly #endBusState: () => void;

  constructor(bus: Bus, now: () => number) {
    this.#bus = bus;
    this.#now = now;
    this.#unsubscribe = bus.subscribe(subjects.sessionEnded('*'), (_, subject) => {
      const userId = Number(subject.split('.')[1]);
      this.#noteEnd();
      this.forget((session) => session.userId === userId);
    });
    this.#endBusState = bus.onState((state) => {
      this.#noteEnd();
      this.#entries.clear();
      if (state === 'lost') return;
      const ended = [...this.#endedHere.keys()];
      this.#endedHere.clear();
      for (const userId of ended) this.#publishEnd(userId);
    });
  }

  /** Number of endings so far, which `keep` is given as it was before the look-up. */
  get endings(): number {
    return this.#endings;
  }

  /** The session of a token; null where the database must be asked. */
  kept(token: string): Session | null {
    const entry = this.#entries.get(token);
    if (entry === undefined || this.#bus.behindMs() > BUS_BEHIND_MS) return null;
    const timeMs = this.#now();
    return timeMs - entry.readAtMs < CACHE_MS && entry.session.expiresAtMs > timeMs ? entry.session : null;
  }

  drop(token: string): void {
    this.#entries.delete(token);
  }

  /** Keeps what a look-up found, unless a session ended since. */
  keep(token: string, session: Session, readAtMs: number, endingsBefore: number): void {
    if (this.#endings !== endingsBefore) return;
    if (this.#entries.size >= CACHE_SIZE) this.#entries.delete(this.#entries.keys().next().value as string);
    this.#entries.set(token, { session, readAtMs });
  }

  forget(isOver: (session: Session) => boolean): void {
    for (const [token, { session }] of this.#entries) if (isOver(session)) this.#entries.delete(token);
  }

  /** Reads in one look-up with whoever else waits for the token. */
  readTogether(token: string, read: () => Promise<FoundSession | null>): Promise<FoundSession | null> {
    const underWay = this.#reading.get(token);
    if (underWay !== undefined) return underWay;
    const found = read().finally(() => {
      if (this.#reading.get(token) === found) this.#reading.delete(token);
    });
    this.#reading.set(token, found);
    return found;
  }

  /** Notifies all doors that sessions of the user ended, or that the account was frozen or unfrozen. */
  sayEnded(userId: number): void {
    const timeMs = performance.now();
    if (Number.isFinite(this.#bus.behindMs()))
      for (const [other, endedMs] of this.#endedHere)
        if (timeMs - endedMs > CACHE_MS) this.#endedHere.delete(other);
    this.#endedHere.set(userId, timeMs);
    this.#reading.clear();
    this.#publishEnd(userId);
  }

  stop(): void {
    this.#unsubscribe();
    this.#endBusState();
  }

  #noteEnd(): void {
    this.#endings += 1;
    this.#reading.clear();
  }

  #publishEnd(userId: number): void {
    this.#bus.publish(subjects.sessionEnded(userId), { userId });
  }
}
