import { DESK_AWAY_MS } from '@candor/api';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

/** An operator who touched nothing for this long may have left: polls no longer say that somebody is here. */
const QUIET_MS = 60_000;
const QUIET_REFRESH_MS = 15_000;
const INPUTS = ['pointerdown', 'pointermove', 'wheel', 'keydown'] as const;

/** Somebody sits before the page, or nobody: by pointer and keys alone. */
interface Presence {
  /** Pointer or key was used. Returns true where it was quiet before. */
  input(): boolean;
  isPresent(): boolean;
  /** Word of a fetch for the server: a poll that nobody sits before keeps no conversation in hand. */
  word(): 'yes' | 'no';
  /** Interval of polls; false once the operator counts as gone, so that polls keep no session alive either. */
  refreshMs(): number | false;
}

/**
 * Begins with somebody there: whoever opens a page has just pressed something. `often` is the interval of polls then,
 * `nowMs` any steady clock.
 */
export function createPresence(often: number, nowMs: () => number): Presence {
  let lastMs = nowMs();
  const quietMs = () => nowMs() - lastMs;
  const isPresent = () => quietMs() < QUIET_MS;
  return {
    input() {
      const wasQuiet = !isPresent();
      lastMs = nowMs();
      return wasQuiet;
    },
    isPresent,
    word: () => (isPresent() ? 'yes' : 'no'),
    refreshMs: () => (isPresent() ? often : quietMs() < DESK_AWAY_MS ? QUIET_REFRESH_MS : false),
  };
}

/** Follows pointer and keys of a page; `onReturn` runs at the first input after quiet. Returns what stops that. */
export function followInput(target: EventTarget, presence: Presence, onReturn: () => void): () => void {
  const hear = () => {
    if (presence.input()) onReturn();
  };
  for (const name of INPUTS) target.addEventListener(name, hear, { capture: true, passive: true });
  return () => {
    for (const name of INPUTS) target.removeEventListener(name, hear, { capture: true });
  };
}

/** The presence of the operator at a page, from its opening on; its data are fetched again as soon as somebody is back. */
export function usePresence(queryKey: readonly string[], often: number): Presence {
  const queries = useQueryClient();
  const [presence] = useState(() => createPresence(often, () => performance.now()));
  const key = JSON.stringify(queryKey);
  useEffect(
    () => followInput(window, presence, () => void queries.invalidateQueries({ queryKey: JSON.parse(key) })),
    [presence, queries, key],
  );
  return presence;
}
