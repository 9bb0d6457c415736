import type { Stamp } from '@candor/journal';
import type { KernelEvent } from '@candor/kernel';
import type { CoreLink } from '../core/index.ts';

/** Event of a user's act, as it is told to the call that waits for it. */
export interface HeardEvent<Told> {
  readonly userId: number;
  /** Names the event among those of its user. */
  readonly key: string;
  readonly told: Told;
}

/** The events of users whose acts this process waits for, as the committed batches tell them. */
export interface HeardEvents<Told> {
  /** Runs an act; `heard` returns what was told under a key meanwhile, and null for a repeated act. */
  during<Result>(
    userId: number,
    act: (heard: (key: string) => Told | null) => Promise<Result>,
  ): Promise<Result>;
}

interface Awaited<Told> {
  waiting: number;
  readonly heard: Map<string, Told>;
}

/** Listens only while an act waits: a batch is decoded for nobody else. `read` returns null for an event that no act waits for. */
export function hearEvents<Told>(
  core: Pick<CoreLink, 'onCommitted'>,
  read: (event: KernelEvent, stamp: Stamp) => HeardEvent<Told> | null,
): HeardEvents<Told> {
  const awaited = new Map<number, Awaited<Told>>();
  core.onCommitted(({ commands }) => {
    if (awaited.size === 0) return;
    for (const { stamp, events } of commands)
      for (const event of events) {
        const found = read(event, stamp);
        if (found !== null) awaited.get(found.userId)?.heard.set(found.key, found.told);
      }
  });
  return {
    async during(userId, act) {
      const own = awaited.get(userId) ?? { waiting: 0, heard: new Map<string, Told>() };
      awaited.set(userId, own);
      own.waiting += 1;
      try {
        return await act((key) => own.heard.get(key) ?? null);
      } finally {
        own.waiting -= 1;
        if (own.waiting === 0) awaited.delete(userId);
      }
    },
  };
}
