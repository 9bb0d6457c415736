import type { KernelView } from '@candor/kernel';
import { coreQueries } from './queries.ts';

/**
 * The live reads of all rooms, by the room's name. A room declares its own beside its `queries.ts`, by merging with this
 * interface: the core knows no room, and who asks has the types of all. The program hands the reads themselves to the
 * core's process.
 */
export interface LiveQueries {
  readonly core: typeof coreQueries;
}

type Union<Each> = (Each extends unknown ? (each: Each) => void : never) extends (all: infer All) => void
  ? All
  : never;

/**
 * All live reads that the core serves, by name. A query copies its result out of the state: plain values, arrays,
 * maps and bigints, without methods and without objects that the kernel later changes.
 */
export type Queries = Union<LiveQueries[keyof LiveQueries]>;

type QueryRecord = Readonly<Record<string, (view: KernelView, ...args: never[]) => unknown>>;

/** Joins the reads of the rooms with those of the core. Throws Error for a name that two rooms share. */
export function joinQueries(rooms: Omit<LiveQueries, 'core'>): Queries {
  const all: Record<string, unknown> = {};
  const records: Readonly<Record<string, QueryRecord>> = { ...rooms, core: coreQueries };
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
