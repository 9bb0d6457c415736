import type { AppliedCommand, CommittedBatch } from '@candor/journal';
import {
  type CoreLink,
  onBatches,
  type QueryArgs,
  type QueryName,
  type QueryResult,
} from '../../engine/core/index.ts';

/** Queries without arguments whose results contain the sequence number that they read. */
type FollowableQuery = {
  [Name in QueryName]: QueryArgs<Name> extends []
    ? QueryResult<Name> extends { readonly seq: number }
      ? Name
      : never
    : never;
}[QueryName];

export interface Followed<State> {
  /** Resets the state to the core's answer. */
  install(state: State): void;
  /** Called when the state is invalid and is being loaded. */
  onLoading(): void;
  /** The state is installed and every command committed since is applied. */
  onLoaded(): void;
  /** Takes the next committed command, each once and in order. A throw means that it did not fit: load again. */
  apply(command: AppliedCommand): void;
  /** Every batch as it comes, before its commands; `gap` is true if committed commands were missed before it. */
  onBatch(batch: CommittedBatch, gap: boolean): void;
  onError(error: unknown): void;
}

const RETRY_MS = 100;

/**
 * Keeps a state in step with the committed journal: loads it with `query`, applies each later command, and loads it
 * again after a gap or a mismatch. Resolves once the first state is loaded, with a function that stops it.
 */
export async function followJournal<Name extends FollowableQuery>(
  core: Pick<CoreLink, 'ask' | 'onCommitted'>,
  query: Name,
  followed: Followed<QueryResult<Name>>,
): Promise<() => void> {
  let stopped = false;
  /** The last command that is in; null while a state is being read. */
  let seq: number | null = null;
  let waiting: AppliedCommand[] = [];
  let reading = 0;

  const take = (command: AppliedCommand): void => {
    if (seq === null) {
      waiting.push(command);
      return;
    }
    if (command.stamp.seq <= seq) return;
    try {
      followed.apply(command);
      seq = command.stamp.seq;
    } catch (error) {
      followed.onError(error);
      void load();
      waiting.push(command);
    }
  };
  const load = async (): Promise<void> => {
    seq = null;
    waiting = [];
    reading += 1;
    followed.onLoading();
    const current = reading;
    let failed = false;
    while (!stopped && current === reading) {
      try {
        const loaded = await core.ask(query, ...([] as unknown as QueryArgs<Name>));
        if (current !== reading) return;
        followed.install(loaded);
        seq = loaded.seq;
        const commands = waiting;
        waiting = [];
        for (const command of commands) take(command);
        if (current === reading) followed.onLoaded();
        return;
      } catch (error) {
        if (!failed) followed.onError(error);
        failed = true;
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      }
    }
  };

  const unsubscribe = onBatches(core, (batch, missed) => {
    const gap = missed || (seq !== null && batch.firstSeq > seq + 1);
    followed.onBatch(batch, gap);
    if (gap) void load();
    for (const command of batch.commands) take(command);
  });
  await load();
  return () => {
    stopped = true;
    reading += 1;
    unsubscribe();
  };
}
