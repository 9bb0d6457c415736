import type { Committed, CommittedBatch, Engine, EngineStatus, Submission } from '@candor/journal';
import type { Queries, QueryArgs, QueryName, QueryResult } from './live-queries.ts';

/**
 * The connection of everything outside the core to it: it sends commands and receives answers and committed events in
 * one order.
 */
export interface CoreLink {
  /**
   * Resolves after the commit, also when the kernel rejects the command. Rejects with a JournalError: NOT_READY,
   * OVERLOADED, NOT_COMMITTED or TOO_LATE (nothing was done), OUTCOME_UNKNOWN (retry with the same key).
   */
  submit(submission: Submission): Promise<Committed>;
  /**
   * Runs a named query on live state. Resolves once the state that the query read is durable and every committed
   * batch up to it was delivered. Rejects with NOT_READY.
   */
  ask<Name extends QueryName>(name: Name, ...args: QueryArgs<Name>): Promise<QueryResult<Name>>;
  /** Called for each batch in order, after its commit. A listener must not throw and must not wait. */
  onCommitted(listener: (batch: CommittedBatch) => void): () => void;
  status(): EngineStatus;
}

/** Returns the link for code in the core's own process, which serves these live reads. */
export function localLink(engine: Engine, queries: Queries): CoreLink {
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
