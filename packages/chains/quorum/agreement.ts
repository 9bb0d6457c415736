import { ChainError } from '../chain-error.ts';
import type { Health } from './health.ts';

/** Number of nodes that must give the same answer before it counts. */
const AGREEING = 2;

type Answer<T> =
  | { readonly at: number; readonly value: T }
  | { readonly at: number; readonly error: unknown };

/** Answers as text that is equal exactly where they are. */
export const textOf = (value: unknown): string =>
  JSON.stringify(value, (_, part) => (typeof part === 'bigint' ? `${part}n` : part)) ?? 'undefined';

/**
 * Asks all nodes that are awake, and resolves with the first answer that two of them give. A third one that comes later
 * is still compared. An error of a kind in `counts` is an answer too, and is thrown where two nodes give it. Throws
 * ChainError NODES_DISAGREE, or the first error where no node answers.
 */
export async function agree<T>(
  ask: (at: number) => Promise<T>,
  health: Health,
  {
    keyOf = textOf,
    counts = () => false,
    isLag = () => false,
  }: {
    readonly keyOf?: (value: T) => string;
    readonly counts?: (error: unknown) => boolean;
    /** True for an answer of a node that is behind, where it differs from that of the others. */
    readonly isLag?: (value: T) => boolean;
  } = {},
): Promise<T> {
  const asked = [...health.awake()];
  const resting = health.asleep(asked);
  const votes = new Map<string, Answer<T>[]>();
  const answers: Answer<T>[] = [];
  const errorKey = (error: unknown) => `error ${error instanceof ChainError ? error.code : ''}`;
  return new Promise<T>((resolve, reject) => {
    let winner: string | null = null;
    const judge = (answer: Answer<T>, key: string | null) => {
      if (winner === null || key === null) return;
      if (key === winner) health.note(answer.at, 'agrees');
      else health.note(answer.at, 'value' in answer && isLag(answer.value) ? 'lags' : 'disagrees');
    };
    const keys = new Map<number, string | null>();
    const take = (answer: Answer<T>) => {
      answers.push(answer);
      const isVote = 'value' in answer || counts(answer.error);
      if (!isVote) health.noteError(answer.at, answer.error);
      const key = isVote ? ('value' in answer ? keyOf(answer.value) : errorKey(answer.error)) : null;
      keys.set(answer.at, key);
      if (winner !== null) return judge(answer, key);
      if (key !== null) {
        const same = [...(votes.get(key) ?? []), answer];
        votes.set(key, same);
        if (same.length >= AGREEING) {
          winner = key;
          for (const each of answers) judge(each, keys.get(each.at) ?? null);
          if ('value' in answer) resolve(answer.value);
          else reject(answer.error);
          return;
        }
      }
      if (answers.length < asked.length) return;
      // The two that were awake contradict each other: the third decides.
      if (resting.length > 0) askAll(resting.splice(0));
      else reject(contradiction(answers));
    };
    const askAll = (more: readonly number[]) => {
      for (const at of more) if (!asked.includes(at)) asked.push(at);
      for (const at of more)
        ask(at).then(
          (value) => take({ at, value }),
          (error: unknown) => take({ at, error }),
        );
    };
    askAll(asked);
  });
}

function contradiction(answers: readonly Answer<unknown>[]): unknown {
  const failed = answers.flatMap((answer) => ('error' in answer ? [answer.error] : []));
  if (failed.length === answers.length) return failed[0];
  return new ChainError('NODES_DISAGREE', 'No two nodes of the chain give the same answer', {
    cause: failed[0],
  });
}
