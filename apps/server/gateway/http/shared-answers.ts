import { EncodedBody } from './encodings.ts';

/** The most that is kept; the oldest goes first. Compressed forms, a tenth of it, are not counted. */
const MOST_BYTES = 32 * 1024 * 1024;

interface Kept {
  readonly madeMs: number;
  /** Names the state that the answer was made under; once that changes, the answer is no longer served. */
  readonly state: readonly unknown[];
  readonly body: Promise<EncodedBody>;
  /** Null while it is being made: however long that takes, nobody makes it beside. */
  bytes: number | null;
}

/** Answers that are the same for everybody, as bytes. */
export interface SharedAnswers {
  /** The answer that is kept under a key, also one that is just being made; null where there is none. */
  find(key: string): Promise<EncodedBody> | null;
  /** The same, else the one that `make` gives, once for all who ask meanwhile. A failure is not kept. */
  get(key: string, make: () => Promise<string>): Promise<EncodedBody>;
}

/**
 * Keeps answers for `keptMs`. `state` names what they depend on beside the time, such as what is listed: an answer of a
 * former state is never given, so that a halt is seen at once.
 */
export function createSharedAnswers(
  keptMs: number,
  state: () => readonly unknown[],
  now: () => number = () => performance.now(),
): SharedAnswers {
  const kept = new Map<string, Kept>();
  let bytes = 0;

  function drop(key: string, entry: Kept): void {
    if (kept.get(key) !== entry) return;
    kept.delete(key);
    bytes -= entry.bytes ?? 0;
  }

  /** Entries stand in the order in which they were made. */
  function sweep(timeMs: number): void {
    for (const [key, entry] of kept) {
      if (timeMs - entry.madeMs < keptMs && bytes <= MOST_BYTES) return;
      drop(key, entry);
    }
  }

  function find(key: string): Promise<EncodedBody> | null {
    const entry = kept.get(key);
    if (entry === undefined || (entry.bytes !== null && now() - entry.madeMs >= keptMs)) return null;
    const today = state();
    return entry.state.every((part, at) => part === today[at]) ? entry.body : null;
  }

  return {
    find,
    get(key, make) {
      const found = find(key);
      if (found !== null) return found;
      const timeMs = now();
      const former = kept.get(key);
      if (former !== undefined) drop(key, former);
      const body = make().then((text) => new EncodedBody(Buffer.from(text)));
      const entry: Kept = { madeMs: timeMs, state: state(), body, bytes: null };
      kept.set(key, entry);
      sweep(timeMs);
      body.then(
        (made) => {
          if (kept.get(key) !== entry) return;
          entry.bytes = made.bytes.length;
          bytes += made.bytes.length;
        },
        () => drop(key, entry),
      );
      return body;
    },
  };
}
