import { subjects } from '@candor/api';
import type { Bus } from '../../base/bus/index.ts';
import type { ApiKeys, SigningKey } from './keys.ts';
import { addressTest } from './networks.ts';

const KEPT_MS = 10_000;
const KEPT_KEYS = 10_000;
/** Nothing is kept while the bus is more than this behind: the end of a key may be on its way. */
const BUS_BEHIND_MS = 750;

export interface KeptKey extends SigningKey {
  /** True of an address that the key works from. */
  readonly isFrom: (address: string) => boolean;
  /** Time at which its use was noted last, in ms; changed in place. */
  notedMs: number;
}

export interface KeptKeys {
  /** The key with its secret, as it is now or was at most ten seconds ago; null where it is unknown. */
  find(id: string): Promise<KeptKey | null>;
  stop(): void;
}

/**
 * Keeps keys that were looked up for ten seconds. All keys of a user are dropped at once when the bus reports that a
 * session of the user ended, which deleting a key and freezing an account report too.
 */
export function keepKeys(keys: Pick<ApiKeys, 'find'>, bus: Bus, now: () => number): KeptKeys {
  const kept = new Map<string, { readonly key: KeptKey; readonly readMs: number }>();
  /** Counts endings, so that a look-up that was under way during one is not kept. */
  let endings = 0;
  const unsubscribe = bus.subscribe(subjects.sessionEnded('*'), (_, subject) => {
    const userId = Number(subject.split('.')[1]);
    endings += 1;
    for (const [id, { key }] of kept) if (key.userId === userId) kept.delete(id);
  });
  const endBusState = bus.onState(() => {
    endings += 1;
    kept.clear();
  });
  return {
    async find(id) {
      const timeMs = now();
      const found = kept.get(id);
      if (found !== undefined && timeMs - found.readMs < KEPT_MS && bus.behindMs() <= BUS_BEHIND_MS)
        return found.key;
      kept.delete(id);
      const before = endings;
      const read = await keys.find(id);
      if (read === null) return null;
      const key = { ...read, isFrom: addressTest(read.addresses), notedMs: read.lastUsedMs ?? 0 };
      if (endings !== before) return key;
      if (kept.size >= KEPT_KEYS) kept.delete(kept.keys().next().value as string);
      kept.set(id, { key, readMs: timeMs });
      return key;
    },
    stop() {
      unsubscribe();
      endBusState();
      kept.clear();
    },
  };
}
