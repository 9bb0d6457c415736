import { randomUUID } from 'node:crypto';
import type { Bus } from './bus/index.ts';

/** One limit that several doors keep together: each knows, a moment later, what the others let through. */
export interface SharedLimit {
  /** How many doors there are. */
  readonly doors: number;
  /** Tells the others that so much was taken here; less than 0 where it was given back. */
  tell(key: string, taken: number): void;
  /** Hears what was taken elsewhere. */
  onTold(listener: (key: string, taken: number) => void): void;
}

/** Gives the limit of a name. Two limits of one process must not share one. */
export type ShareLimit = (name: string) => SharedLimit;

export interface SharedLimits {
  readonly share: ShareLimit;
  stop(): void;
}

/** How long a door collects before it tells. */
const TELL_EVERY_MS = 100;
/** Keys in one message; the rest follows in the next. */
const MAX_KEYS = 5_000;

interface Told {
  readonly from: string;
  readonly taken: ReadonlyMap<string, number>;
}

const subjectOf = (name: string) => `limits.${name}`;

/** A limit of the only door. */
export const aloneAtDoor: ShareLimit = () => ({ doors: 1, tell: () => {}, onTold: () => {} });

/**
 * Limits over all doors of a bus. What the others let through within the last tenth of a second is not known yet: it is
 * counted afterwards, so that in the long run they let through no more than one. While the bus is lost each door limits
 * alone.
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
