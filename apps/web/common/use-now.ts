import { useSyncExternalStore } from 'react';
import { useServices } from '../data/index.ts';

const STEP_MS = 200;
const SECOND_MS = 1_000;
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** One timer for all countdowns of a page, so that they change in the same frame. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    for (const each of listeners) each();
  }, STEP_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** True once the server has sent its time: before that, no countdown is right. */
export function useKnowsTime(): boolean {
  const { serverMs } = useServices();
  return useSyncExternalStore(subscribe, () => serverMs() !== null);
}

/** Returns the whole seconds until a moment in ms, by the server's clock, rounded up; 0 afterwards. */
export function useSecondsUntil(untilMs: number): number {
  const { serverNowMs } = useServices();
  return useSyncExternalStore(subscribe, () => Math.max(0, Math.ceil((untilMs - serverNowMs()) / 1_000)));
}

/** Returns the server's time in ms, second by second or by another step; null until it is known. */
export function useKnownNow(stepMs = SECOND_MS): number | null {
  const { serverMs, serverNowMs } = useServices();
  return useSyncExternalStore(subscribe, () =>
    serverMs() === null ? null : Math.floor(serverNowMs() / stepMs) * stepMs,
  );
}
