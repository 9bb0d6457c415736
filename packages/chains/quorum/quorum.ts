import { setTimeout as sleep } from 'node:timers/promises';
import { ChainError } from '../chain-error.ts';
import type { AccountChain } from '../port.ts';
import type { Health } from './health.ts';

/** The nodes of one chain, and how each of them answers. */
export interface Quorum {
  readonly node: (at: number) => AccountChain;
  readonly health: Health;
  /** Answers that come later than this after the second one are not waited for. */
  readonly graceMs: number;
}

/** Answers that a figure is made of. */
export const ENOUGH = 2;

/**
 * Answers of the nodes: two at least, or an error. Those that rest are asked where the others do not suffice. What comes
 * later than `graceMs` after the second answer is not waited for.
 */
export async function answered<T>(
  { health, graceMs }: Quorum,
  ask: (at: number) => Promise<T>,
): Promise<T[]> {
  const found: T[] = [];
  const failed: unknown[] = [];
  const awake = health.awake();
  for (const asked of [awake, health.asleep(awake)]) {
    const second = Promise.withResolvers<void>();
    const all = Promise.all(
      asked.map((at) =>
        ask(at).then(
          (value) => {
            found.push(value);
            if (found.length >= ENOUGH) second.resolve();
          },
          (error: unknown) => {
            failed.push(error);
            health.noteError(at, error);
          },
        ),
      ),
    );
    const grace = second.promise.then(() => sleep(graceMs, undefined, { ref: false }));
    await Promise.race([all, grace]);
    if (found.length >= ENOUGH) return [...found];
  }
  throw failed[0] ?? new ChainError('NODE_UNREACHABLE', 'The nodes do not answer');
}
