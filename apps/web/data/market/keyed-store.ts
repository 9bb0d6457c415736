/** Runs a callback before the next paint; a test passes its own. */
export type RequestFrame = (callback: () => void) => unknown;

/** Work that is put off to the next frame: each piece runs once, however often it was asked for. */
export interface FrameBatch {
  schedule(work: () => void): void;
}

/** Collects work and does all of it once per animation frame. */
export function createFrameBatch(requestFrame: RequestFrame): FrameBatch {
  let waiting = new Set<() => void>();
  const run = () => {
    const due = waiting;
    waiting = new Set();
    for (const work of due) work();
  };
  return {
    schedule(work) {
      if (waiting.size === 0) requestFrame(run);
      waiting.add(work);
    },
  };
}

/** Values by key that React reads through `useSyncExternalStore`; they change only between frames. */
export interface KeyedStore<Value> {
  /** The value as of the last frame. */
  get(key: string): Value | undefined;
  /** Calls the listener after each frame in which the key's value changed. Returns the end of it. */
  subscribe(key: string, listener: () => void): () => void;
  /** Replaces the key's value at the next frame; of several only the last counts. The function runs then, once. */
  set(key: string, next: () => Value | undefined): void;
}

/** An external store that is flushed once per animation frame. */
export function createKeyedStore<Value>(batch: FrameBatch): KeyedStore<Value> {
  const values = new Map<string, Value>();
  const listeners = new Map<string, Set<() => void>>();
  let pending = new Map<string, () => Value | undefined>();

  const flush = () => {
    const due = pending;
    pending = new Map();
    const changed: string[] = [];
    for (const [key, next] of due) {
      const value = next();
      if (Object.is(value, values.get(key))) continue;
      if (value === undefined) values.delete(key);
      else values.set(key, value);
      changed.push(key);
    }
    for (const key of changed) for (const listener of listeners.get(key) ?? []) listener();
  };

  return {
    get: (key) => values.get(key),
    subscribe(key, listener) {
      const set = listeners.get(key) ?? new Set();
      listeners.set(key, set);
      set.add(listener);
      return () => {
        set.delete(listener);
        if (set.size === 0) listeners.delete(key);
      };
    },
    set(key, next) {
      pending.set(key, next);
      batch.schedule(flush);
    },
  };
}
