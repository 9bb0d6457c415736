import type { KernelView } from '@candor/kernel';
import * as rooms from './rooms.ts';

type Union<Each> = (Each extends unknown ? (each: Each) => void : never) extends (all: infer All) => void
  ? All
  : never;

export type Queries = Union<(typeof rooms)[keyof typeof rooms]>;

/**
 * All live reads that the core serves, by name. A query copies its result out of the state: plain values, arrays,
 * maps and bigints, without methods and without objects that the kernel later changes.
 */
export const queries: Queries = unionOf(rooms satisfies Readonly<Record<string, QueryRecord>>);

type QueryRecord = Readonly<Record<string, (view: KernelView, ...args: never[]) => unknown>>;

/** Joins the records of the rooms. Throws Error for a name that two rooms share. */
function unionOf(records: Readonly<Record<string, QueryRecord>>): Queries {
  const all: Record<string, unknown> = {};
  for (const [room, record] of Object.entries(records)) {
    for (const [name, query] of Object.entries(record)) {
      if (name in all) throw new Error(`The room ${room} has a query ${name} of another room`);
      all[name] = query;
    }
  }
  return all as Queries;
}

export type QueryName = keyof Queries & string;
export type QueryArgs<Name extends QueryName> =
  Parameters<Queries[Name]> extends [KernelView, ...infer Args] ? Args : [];
export type QueryResult<Name extends QueryName> = ReturnType<Queries[Name]>;
