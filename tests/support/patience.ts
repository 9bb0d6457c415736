import { vi } from 'vitest';

/** Time that a test waits for what must come. Nothing is that slow; a busy machine must not be taken for a fault. */
export const PATIENCE_MS = 120_000;
const FIRST_PAUSE_MS = 10;
/** A look may ask a server: ten a second take a tenth of what a hundred do. */
const LONGEST_PAUSE_MS = 100;

/** Waits until `check` no longer throws; gives what it gives. Throws its last error after PATIENCE_MS. */
export async function eventually<Result>(check: () => Result | Promise<Result>): Promise<Result> {
  if (vi.isFakeTimers()) return vi.waitFor(check, { timeout: PATIENCE_MS, interval: FIRST_PAUSE_MS });
  const untilMs = performance.now() + PATIENCE_MS;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
    try {
      return await check();
    } catch (error) {
      if (performance.now() > untilMs) throw error;
    }
    // the timer of this module, which no test replaces, as some replace those of node:timers/promises
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}
