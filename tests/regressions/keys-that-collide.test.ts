import { expect, it } from 'vitest';
import { UsedKeys } from '../../packages/kernel/idempotency.ts';
import { HashIndex, hashText } from '../../packages/kernel/memory/hash-index.ts';
import { Random } from '../../tools/workload/random.ts';

/*
 * Used keys stood in a table by `hashText`. A user, whose keys are of the user's own choice, could make thousands of one
 * hash in a second, each of which was compared with all before: an exchange that stands still.
 */
const USER = 1000;
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const BLOCK = 4;
const BLOCKS = 13;
/** Every choice of one of two blocks at each place. */
const KEYS = 2 ** BLOCKS;
const ROUNDS = 5;
/** Random keys and chosen ones took the same time; in a table by a plain hash chosen ones take fifty times as much. */
const MOST_RATIO = 8;

const random = new Random(20_251_122);
const block = () => Array.from({ length: BLOCK }, () => LETTERS[random.int(0, 63)]).join('');

/** Two blocks that bring the hash of a text of the keys' length from one state to the same next one. */
function twins(before: string): readonly [string, string] {
  const rest = 'A'.repeat(BLOCK * BLOCKS - before.length - BLOCK);
  const seen = new Map<number, string>();
  for (;;) {
    const made = block();
    const hash = hashText(before + made + rest, USER);
    const other = seen.get(hash);
    if (other !== undefined && other !== made) return [other, made];
    seen.set(hash, made);
  }
}

/** Thousands of keys of one hash: two for the first place, and for each of them two for the second … */
function chosenKeys(): string[] {
  let before = '';
  let keys = [''];
  for (let place = 0; place < BLOCKS; place++) {
    const [one, other] = twins(before);
    before += one;
    keys = keys.flatMap((key) => [key + one, key + other]);
  }
  return keys;
}

const randomKeys = (): string[] =>
  Array.from({ length: KEYS }, () => Array.from({ length: BLOCKS }, block).join(''));

interface Table {
  remember(key: string): void;
  has(key: string): boolean;
}

/** The keys as the exchange keeps them. */
function usedKeys(): Table {
  const keys = new UsedKeys(() => false);
  return {
    remember: (key) => keys.remember(USER, key, null, { ok: false, code: 'UNKNOWN_ORDER' }, 1_000),
    has: (key) => {
      const found = keys.check({ timeMs: 1_000, userId: USER, key, bodyHash: null });
      return typeof found === 'object' && found !== null;
    },
  };
}

/** The keys as they stood: what the test must find slow. */
function byPlainHash(): Table {
  const index = new HashIndex(KEYS);
  const keys = [''];
  return {
    remember(key) {
      index.insert(keys.push(key) - 1, hashText(key, USER));
    },
    has(key) {
      let slot = index.first(hashText(key, USER));
      while (slot !== 0 && keys[slot] !== key) slot = index.after(slot);
      return slot !== 0;
    },
  };
}

/** Returns the processor time that a table takes to remember the keys and to find each again. */
function cpuUs(table: Table, keys: readonly string[]): number {
  const before = process.cpuUsage();
  for (const key of keys) table.remember(key);
  let found = 0;
  for (const key of keys) if (table.has(key)) found++;
  const { user } = process.cpuUsage(before);
  expect(found).toBe(keys.length);
  return user;
}

/** Returns how much longer the chosen keys take, by the best of rounds that take turns: a busy machine slows both. */
function ratio(table: () => Table): number {
  const [chosen, others] = [chosenKeys(), randomKeys()];
  expect(new Set(chosen.map((key) => hashText(key, USER))).size).toBe(1);
  expect(new Set(chosen).size).toBe(KEYS);
  const times = Array.from(
    { length: ROUNDS },
    () => [cpuUs(table(), others), cpuUs(table(), chosen)] as const,
  );
  const least = (at: 0 | 1) => Math.min(...times.map((each) => each[at]));
  return least(1) / least(0);
}

it('thousands of chosen keys that a plain hash takes for one are as quick as random ones', () => {
  expect(ratio(usedKeys)).toBeLessThan(MOST_RATIO);
});

it('the same keys are slow where a plain hash finds them', () => {
  expect(ratio(byPlainHash)).toBeGreaterThan(MOST_RATIO);
});
