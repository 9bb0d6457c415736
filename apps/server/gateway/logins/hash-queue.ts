import { Refusal } from '../../base/errors/refusal.ts';

/**
 * Sender that waits for a hash. Each lane has its share whatever the others ask for: devices that completed a login
 * before, other visitors, signed-in users, operators.
 */
export interface HashSender {
  readonly lane: 'known' | 'visitor' | 'user' | 'operator';
  /** The address and the account: a sender whose address or account was served lately waits behind the others. */
  readonly keys: readonly string[];
}

export interface HashQueueOptions {
  readonly atOnce: number;
  /** Tasks of one key that may wait or run. */
  readonly mostOfKey: number;
  /** Tasks of one lane that may wait. */
  readonly mostOfLane: number;
  /** From so many that wait in its lane on, a visitor shows work first. */
  readonly longLane: number;
  /** A task that has not begun after so long is refused. */
  readonly patienceMs: number;
}

/** Tasks that each keep a core busy, in turns by lane, and within a lane by who was served longest ago. */
export interface HashQueue {
  /** @throws Refusal RATE_LIMITED where too many wait, or this one would wait too long */
  run<Result>(sender: HashSender, task: () => Promise<Result>): Promise<Result>;
  /** True while many visitors wait. */
  isLong(): boolean;
}

interface Waiting {
  readonly sender: HashSender;
  readonly begin: () => void;
}

/** Keys whose last turn is remembered; one that is forgotten counts as never served. */
const REMEMBERED = 10_000;
const COME_BACK_MS = 2_000;

const busy = () => new Refusal('RATE_LIMITED', { retryAfterMs: COME_BACK_MS });

export function createHashQueue(options: HashQueueOptions): HashQueue {
  /** In the order in which the lanes get their turn. */
  const lanes = new Map<HashSender['lane'], Waiting[]>();
  const held = new Map<string, number>();
  /** Numbers of turns by key, the oldest first. */
  const served = new Map<string, number>();
  let running = 0;
  let turns = 0;

  const lastTurn = ({ keys }: HashSender) => Math.max(0, ...keys.map((key) => served.get(key) ?? 0));

  function note(key: string): void {
    served.delete(key);
    served.set(key, ++turns);
    if (served.size > REMEMBERED) served.delete(served.keys().next().value as string);
  }

  function next(): void {
    for (const [lane, waiting] of lanes) {
      if (waiting.length === 0) continue;
      let first = waiting[0] as Waiting;
      for (const each of waiting) if (lastTurn(each.sender) < lastTurn(first.sender)) first = each;
      waiting.splice(waiting.indexOf(first), 1);
      // the lane goes to the end
      lanes.delete(lane);
      lanes.set(lane, waiting);
      first.begin();
      return;
    }
  }

  /** Waits for the turn. @throws Refusal RATE_LIMITED */
  function turnOf(sender: HashSender): Promise<void> {
    const waiting = lanes.get(sender.lane) ?? [];
    lanes.set(sender.lane, waiting);
    if (waiting.length >= options.mostOfLane) throw busy();
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => {
        waiting.splice(waiting.indexOf(mine), 1);
        reject(busy());
      }, options.patienceMs);
      const mine: Waiting = {
        sender,
        begin() {
          clearTimeout(late);
          running += 1;
          resolve();
        },
      };
      waiting.push(mine);
    });
  }

  function hold(keys: readonly string[], places: 1 | -1): void {
    for (const key of keys) {
      const left = (held.get(key) ?? 0) + places;
      if (left === 0) held.delete(key);
      else held.set(key, left);
    }
  }

  return {
    async run(sender, task) {
      const { keys } = sender;
      if (keys.some((key) => (held.get(key) ?? 0) >= options.mostOfKey)) throw busy();
      hold(keys, 1);
      try {
        if (running < options.atOnce) running += 1;
        else await turnOf(sender);
      } catch (error) {
        hold(keys, -1);
        throw error;
      }
      for (const key of keys) note(key);
      try {
        return await task();
      } finally {
        hold(keys, -1);
        running -= 1;
        next();
      }
    },
    isLong: () => (lanes.get('visitor')?.length ?? 0) >= options.longLane,
  };
}
