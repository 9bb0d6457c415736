import type { AppliedCommand, CommittedBatch } from '@candor/journal';
import type { KernelView } from '@candor/kernel';
import type { CoreLink } from '../core/index.ts';

export interface Followed<State> {
  /** Copies what is needed of the core's state, which may not be durable yet. */
  read(view: KernelView): State;
  /** Starts over from what `read` copied, now that it is durable. */
  install(state: State): void;
  /** The state is installed and every command committed since is applied. */
  onLoaded(): void;
  /** Takes the next committed command, each once and in order. A throw means that it did not fit: load again. */
  apply(command: AppliedCommand): void;
  /** Every batch as it comes, before its commands; `gap` tells that committed commands were missed before it. */
  onBatch(batch: CommittedBatch, gap: boolean): void;
  onError(error: unknown): void;
}

const RETRY_MS = 500;

/**
 * Keeps something in step with the committed journal: reads the core's state, then applies each command after it,
 * and reads anew after a gap or a mismatch. Resolves once the first state is loaded; the result stops it.
 */
export async function followJournal<State>(
  core: Pick<CoreLink, 'ask' | 'read' | 'onCommitted'>,
  followed: Followed<State>,
): Promise<() => void> {
  let stopped = false;
  /** The last command that is in; null while a state is being read. */
  let seq: number | null = null;
  let waiting: AppliedCommand[] = [];
  let expectedSeq: number | null = null;
  let reading = 0;

  const take = (command: AppliedCommand): void => {
    if (seq === null) {
      waiting.push(command);
      return;
    }
    if (command.envelope.seq <= seq) return;
    try {
      followed.apply(command);
      seq = command.envelope.seq;
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
    const current = reading;
    while (!stopped && current === reading) {
      try {
        const loaded = await core.read((view) => ({ seq: view.seq, state: followed.read(view) }));
        if (current !== reading) return;
        followed.install(loaded.state);
        seq = loaded.seq;
        expectedSeq ??= seq + 1;
        const commands = waiting;
        waiting = [];
        for (const command of commands) take(command);
        if (current === reading) followed.onLoaded();
        return;
      } catch (error) {
        followed.onError(error);
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      }
    }
  };

  const unsubscribe = core.onCommitted((batch) => {
    const gap = expectedSeq !== null && batch.firstSeq > expectedSeq;
    expectedSeq = batch.lastSeq + 1;
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
