import type { Logger } from 'pino';
import { reportsFault } from './passing.ts';

export interface RoundsOptions {
  readonly everyMs: number;
  readonly round: () => Promise<void>;
  readonly log: Pick<Logger, 'warn' | 'error'>;
  /** Log text for a failed round. */
  readonly failed: string;
}

/**
 * Repeats a round, one at a time, until it is stopped: ticks during a round are skipped. The returned function resolves once
 * no round is under way. A round that fails is logged and tried again. A database or journal that is away for a
 * moment is a warning only: that passes by itself.
 */
export function startRounds({ everyMs, round, log, failed }: RoundsOptions): () => Promise<void> {
  let running: Promise<void> | null = null;
  const report = reportsFault(log, failed);
  const timer = setInterval(() => {
    running ??= Promise.resolve()
      .then(round)
      .catch(report)
      .finally(() => {
        running = null;
      });
  }, everyMs);
  return async () => {
    clearInterval(timer);
    await running;
  };
}
