import type { z } from 'zod';

export type Method = 'GET' | 'POST';

export type Section =
  | 'startup'
  | 'account'
  | 'wallet'
  | 'market'
  | 'watchlist'
  | 'trading-legacy'
  | 'trading'
  | 'contracts'
  | 'margin'
  | 'practice'
  | 'operator';

/** `optional`: answers everybody, and adds what belongs to the user when one is signed in. */
export type Auth = 'none' | 'optional' | 'required';

/** The schema of a part of a request that the call does not have. */
export type None = null;
type ObjectSchema = z.ZodType<Record<string, unknown>>;

/**
 * One call of the API: where it lies, who may use it, and the shape of everything that goes in and comes out.
 * Routes, OpenAPI and the client are all made from this.
 */
export interface Call<
  Name extends string = string,
  Params extends ObjectSchema | None = ObjectSchema | None,
  Query extends ObjectSchema | None = ObjectSchema | None,
  Body extends ObjectSchema | None = ObjectSchema | None,
  Data extends z.ZodType = z.ZodType,
  A extends Auth = Auth,
> {
  readonly name: Name;
  readonly method: Method;
  /** `{head}` is the configured prefix; other braces are path parameters. */
  readonly path: string;
  /** Further methods and paths under which the same call answers. */
  readonly aliases: readonly { readonly method: Method; readonly path: string }[];
  readonly section: Section;
  readonly summary: string;
  readonly auth: A;
  /** Whether it changes something: the client then sends an Idempotency-Key. */
  readonly act: boolean;
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  /** What `data` holds when `code` is 200. */
  readonly data: Data;
}

interface CallSpec<
  Name extends string,
  Params extends ObjectSchema | None,
  Query extends ObjectSchema | None,
  Body extends ObjectSchema | None,
  Data extends z.ZodType,
  A extends Auth,
> {
  readonly name: Name;
  readonly method: Method;
  readonly path: string;
  readonly aliases?: readonly { readonly method: Method; readonly path: string }[];
  readonly section: Section;
  readonly summary: string;
  readonly auth: A;
  readonly act?: boolean;
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  readonly data: Data;
}

/** Makes a row of the call table; parts left out are null (the call has none). */
export function defineCall<
  const Name extends string,
  Data extends z.ZodType,
  const A extends Auth,
  Params extends ObjectSchema | None = None,
  Query extends ObjectSchema | None = None,
  Body extends ObjectSchema | None = None,
>(spec: CallSpec<Name, Params, Query, Body, Data, A>): Call<Name, Params, Query, Body, Data, A> {
  return {
    name: spec.name,
    method: spec.method,
    path: spec.path,
    aliases: spec.aliases ?? [],
    section: spec.section,
    summary: spec.summary,
    auth: spec.auth,
    act: spec.act ?? false,
    params: (spec.params ?? null) as Params,
    query: (spec.query ?? null) as Query,
    body: (spec.body ?? null) as Body,
    data: spec.data,
  };
}

type Part<Key extends string, Schema> = Schema extends z.ZodType
  ? Record<string, never> extends z.input<Schema>
    ? { readonly [K in Key]?: z.input<Schema> }
    : { readonly [K in Key]: z.input<Schema> }
  : unknown;

/** What a caller gives: `params`, `query` and `body`, each only where the call has it. */
export type CallInput<C extends Call> = Part<'params', C['params']> &
  Part<'query', C['query']> &
  Part<'body', C['body']>;

/** What a caller gets in `data`. */
export type CallData<C extends Call> = z.output<C['data']>;

/** What a handler is given for a part, after validation. */
export type ParsedPart<Schema> = Schema extends z.ZodType ? z.output<Schema> : null;
