import type { Call, Method } from './define.ts';

/** The part of a call that a client needs to make it. */
export interface Route {
  readonly method: Method;
  readonly path: string;
  readonly act: boolean;
  /** True if the request has a body. */
  readonly hasBody: boolean;
  /** True if the request carries a file as a form. */
  readonly upload: boolean;
}

type Table = Readonly<Record<string, Call>>;
declare const table: unique symbol;

/** The routes of a table of calls. The table's schemas exist in their type only. */
export type Routes<T extends Table> = { readonly [Name in keyof T]: Route } & { readonly [table]?: T };

/** Takes the routes out of a table of calls. */
export function routesOf<T extends Table>(calls: T): Routes<T> {
  const routes = Object.entries(calls).map(([name, { method, path, act, body, upload }]): [string, Route] => [
    name,
    { method, path, act, hasBody: body !== null, upload },
  ]);
  return Object.fromEntries(routes) as Routes<T>;
}
