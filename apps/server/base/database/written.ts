import { AsyncLocalStorage } from 'node:async_hooks';

/** Says if a piece of work has written to the database. */
export interface Writing {
  hasWritten: boolean;
}

const works = new AsyncLocalStorage<Writing>();

/** Runs work and notes at `writing` what stays of it in the database, whatever becomes of the work afterwards. */
export const notingWrites = <Result>(writing: Writing, work: () => Result): Result =>
  works.run(writing, work);

const BEGINS = /^\s*(begin|start transaction)/i;
const ENDS = /^\s*(commit|rollback)\s*$/i;
const COMMITS = /^\s*commit\s*$/i;
const WRITES = /^\s*(insert|update|delete|merge|with)\b/i;

/**
 * Follows the statements of one connection in their order. A commit, and outside of transactions a statement that may write,
 * is noted once the database has answered it.
 */
export function followWrites(): <Answer>(text: string, answer: Promise<Answer>) => Promise<Answer> {
  let isInTransaction = false;
  return (text, answer) => {
    const stays = isInTransaction ? COMMITS.test(text) : WRITES.test(text);
    if (BEGINS.test(text)) isInTransaction = true;
    else if (ENDS.test(text)) isInTransaction = false;
    const writing = stays ? works.getStore() : undefined;
    if (writing === undefined) return answer;
    return answer.then((answered) => {
      writing.hasWritten = true;
      return answered;
    });
  };
}
