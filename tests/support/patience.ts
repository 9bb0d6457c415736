import { vi } from 'vitest';

/** How long a test waits for what must come. Nothing is that slow; a busy machine must not be taken for a fault. */
export const PATIENCE_MS = 120_000;

/** Waits until `check` no longer throws; gives what it gives. Throws its last error after PATIENCE_MS. */
export function eventually<Result>(check: () => Result | Promise<Result>): Promise<Result> {
  return vi.waitFor(check, { timeout: PATIENCE_MS, interval: 10 });
}
