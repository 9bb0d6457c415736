import { setImmediate as nextTurn } from 'node:timers/promises';

export interface BatchOptions<Ask, Answer> {
  /** Runs what was asked for together, and settles each by itself, in the same order. What it throws holds for all. */
  readonly run: (asks: readonly Ask[]) => Promise<readonly PromiseSettledResult<Answer>[]>;
  /** The most that run together. */
  readonly most: number;
  /** Batches under way at once. */
  readonly atOnce: number;
}

interface Waiting<Ask, Answer> {
  readonly ask: Ask;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Runs what is asked for within one turn of the loop, or while earlier batches are under way, together: one transaction and
 * one sync then serve many. Who asks alone waits for nobody.
 */
export function inBatches<Ask, Answer>(options: BatchOptions<Ask, Answer>): (ask: Ask) => Promise<Answer> {
  const { run, most, atOnce } = options;
  let waiting: Waiting<Ask, Answer>[] = [];
  let running = 0;

  async function runWaiting(): Promise<void> {
    // Requests of this turn join the batch.
    await nextTurn();
    while (waiting.length > 0) {
      const batch = waiting.slice(0, most);
      waiting = waiting.slice(most);
      try {
        const results = await run(batch.map(({ ask }) => ask));
        for (const [at, { resolve, reject }] of batch.entries()) {
          const result = results[at];
          if (result === undefined) reject(new Error('a batch left one of its parts without an answer'));
          else if (result.status === 'fulfilled') resolve(result.value);
          else reject(result.reason);
        }
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
      // Those who were answered may ask for the next step in this turn.
      await nextTurn();
    }
    running -= 1;
  }

  return (ask) =>
    new Promise<Answer>((resolve, reject) => {
      waiting.push({ ask, resolve, reject });
      if (running >= atOnce) return;
      running += 1;
      void runWaiting();
    });
}

/** The settled results of answers that are all there. */
export const allFulfilled = <Answer>(answers: readonly Answer[]): PromiseFulfilledResult<Answer>[] =>
  answers.map((value) => ({ status: 'fulfilled', value }));
