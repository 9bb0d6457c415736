import { randomUUID } from 'node:crypto';
import type { Bus } from '../bus/index.ts';

/** One limit shared by several doors: each receives, a moment later, the amounts that the others admitted. */
export interface SharedLimit {
  /** The number of doors. */
  readonly doors: number;
  /** Reports an amount used here to the other doors; a negative amount was given back. */
  tell(key: string, taken: number): void;
  /** Receives amounts used at other doors. */
  onTold(listener: (key: string, taken: number) => void): void;
}

/** Returns the limit of a name. Two limits of one process must have different names. */
export type ShareLimit = (name: string) => SharedLimit;

export interface SharedLimits {
  readonly share: ShareLimit;
  stop(): void;
}

/** The interval at which a door reports. */
const TELL_EVERY_MS = 100;
/** The maximum number of keys in one message; the rest follows in the next. */
const MAX_KEYS = 5_000;

interface Told {
  readonly from: string;
  readonly taken: ReadonlyMap<string, number>;
}

const subjectOf = (name: string) => `limits.${name}`;

/** A limit without other doors. */
export const aloneAtDoor: ShareLimit = () => ({ doors: 1, tell: () => {}, onTold: () => {} });

/**
 * Creates limits shared by all doors on a bus. Amounts that the others admitted within the last tenth of a second are
 * not known yet. They are counted afterwards, so that in the long run all doors admit no more than one would. While
 * the bus is lost, each door limits alone.
 */
export function shareLimits(bus: Bus, doors: number): SharedLimits {
  if (doors <= 1) return { share: aloneAtDoor, stop: () => {} };
  const from = randomUUID();
  const untold = new Map<string, Map<string, number>>();
  const ends: (() => void)[] = [];
  const tellAll = (): void => {
    for (const [name, taken] of untold) {
      if (taken.size === 0) continue;
      const now = new Map([...taken].slice(0, MAX_KEYS));
      for (const key of now.keys()) taken.delete(key);
      bus.publish(subjectOf(name), { from, taken: now } satisfies Told);
    }
  };
  const timer = setInterval(tellAll, TELL_EVERY_MS);
  return {
    share(name) {
      const mine = new Map<string, number>();
      untold.set(name, mine);
      return {
        doors,
        tell: (key, taken) => void mine.set(key, (mine.get(key) ?? 0) + taken),
        onTold(listener) {
          ends.push(
            bus.subscribe(subjectOf(name), (message) => {
              const told = message as Told;
              if (told.from === from) return;
              for (const [key, taken] of told.taken) listener(key, taken);
            }),
          );
        },
      };
    },
    stop() {
      clearInterval(timer);
      for (const end of ends) end();
    },
  };
}
