import type { Committed, CommittedBatch, Engine, EngineStatus, Submission } from '@candor/journal';
import { type QueryArgs, type QueryName, type QueryResult, queries } from './queries.ts';

/** How everything outside the core speaks to it: commands in, answers and committed events out, in one order. */
export interface CoreLink {
  /**
   * Resolves after the commit, also for rejections by the kernel. Rejects with a JournalError: NOT_READY, OVERLOADED,
   * NOT_COMMITTED or TOO_LATE (nothing was done), OUTCOME_UNKNOWN (ask again with the same key).
   */
  submit(submission: Submission): Promise<Committed>;
  /**
   * Reads live state by the name of a query. Resolves when the state that it saw is durable, and after every committed
   * batch up to it was delivered. Rejects with NOT_READY.
   */
  ask<Name extends QueryName>(name: Name, ...args: QueryArgs<Name>): Promise<QueryResult<Name>>;
  /** Called for each batch in order, after its commit. A listener must not throw and must not wait. */
  onCommitted(listener: (batch: CommittedBatch) => void): () => void;
  status(): EngineStatus;
}

/** The link of what lives in the core's own process. */
export function localLink(engine: Engine): CoreLink {
  return {
    submit: (submission) => engine.submit(submission),
    ask: (name, ...args) => {
      const query = queries[name] as (view: unknown, ...args: unknown[]) => never;
      return engine.read((view) => query(view, ...args));
    },
    onCommitted: (listener) => engine.onCommitted(listener),
    status: () => engine.status(),
  };
}
