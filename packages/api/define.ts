import type { z } from 'zod';
import { defaultKeyScope, type KeyScope } from './apikeys/scopes.ts';
import type { ActFact } from './factors/act-facts.ts';
import type { StepUp } from './factors/step-up.ts';
import type { Feature } from './features/constants.ts';

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
  | 'earning'
  | 'practice'
  | 'upload'
  | 'chat'
  | 'content'
  | 'otc'
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
  Params extends ObjectSchema | None = ObjectSchema | None,
  Query extends ObjectSchema | None = ObjectSchema | None,
  Body extends ObjectSchema | None = ObjectSchema | None,
  Data extends z.ZodType = z.ZodType,
  A extends Auth = Auth,
  Upload extends boolean = boolean,
> {
  readonly name: string;
  readonly method: Method;
  /** `{head}` is the configured prefix; other braces are path parameters. */
  readonly path: string;
  /** Further methods and paths under which the same call answers. */
  readonly aliases: readonly { readonly method: Method; readonly path: string }[];
  readonly section: Section;
  readonly summary: string;
  readonly auth: A;
  /** True for a call that changes something: the client then sends an Idempotency-Key. */
  readonly act: boolean;
  /** Sensitivity of the act: it waits for the user's factors. Null for a call that asks for none. */
  readonly stepUp: StepUp | null;
  /** Returns the parts of the act that its owner confirms; null for a call that asks for no factors. */
  readonly shows: ((asked: AskedAct) => readonly ActFact[]) | null;
  /** Costs so many points of those that its address and its user have a second; a point is about half a millisecond of the server's time. */
  readonly cost: number;
  /** True if its answer is the same for everybody who is not signed in: the server keeps it for a second. */
  readonly isShared: boolean;
  /**
   * Returns the product that the call opens something of, for the rules of the user's country; null where it closes, and
   * for a call that never opens. Selling, repaying, closing, cancelling and withdrawing open nothing: they are possible everywhere.
   */
  readonly opens: ((asked: AskedAct) => Feature | null) | null;
  /** True for a call that takes a file as multipart/form-data, in the field `file` beside an optional `type` of 0, and no JSON. */
  readonly upload: Upload;
  /** Scope that an API key needs to make the call; null for a call that no key may make. */
  readonly keyScope: KeyScope | null;
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  /** Schema of `data` when `code` is 200. */
  readonly data: Data;
}

/** Parts of a request as they were read by its schemas. */
export interface AskedAct {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

type Read<Schema> = Schema extends z.ZodType ? z.output<Schema> : null;

interface CallSpec<
  Params extends ObjectSchema | None,
  Query extends ObjectSchema | None,
  Body extends ObjectSchema | None,
  Data extends z.ZodType,
  A extends Auth,
  Upload extends boolean,
> {
  readonly method: Method;
  readonly path: string;
  readonly aliases?: readonly { readonly method: Method; readonly path: string }[];
  readonly section: Section;
  readonly summary: string;
  readonly auth: A;
  readonly act?: boolean;
  readonly stepUp?: StepUp;
  /** Each call with `stepUp` says what its owner confirms; an act without parts returns []. */
  readonly shows?: (asked: {
    params: Read<Params>;
    query: Read<Query>;
    body: Read<Body>;
  }) => readonly ActFact[];
  /** Only where it is dearer than a common call. */
  readonly cost?: number;
  readonly isShared?: boolean;
  readonly opens?: (asked: { params: Read<Params>; query: Read<Query>; body: Read<Body> }) => Feature | null;
  readonly upload?: Upload;
  /** Only where `defaultKeyScope` does not fit. */
  readonly keyScope?: KeyScope | null;
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  readonly data: Data;
}

/** A page, a file, and a call that names no cost. */
export const COMMON_COST = 1;

type Unnamed<C extends Call> = Omit<C, 'name'>;

/** Makes a call out of its specification; parts left out are null (the call has none). `defineCalls` names it. */
export function defineCall<
  Data extends z.ZodType,
  const A extends Auth,
  Params extends ObjectSchema | None = None,
  Query extends ObjectSchema | None = None,
  Body extends ObjectSchema | None = None,
  const Upload extends boolean = false,
>(spec: CallSpec<Params, Query, Body, Data, A, Upload>): Unnamed<Call<Params, Query, Body, Data, A, Upload>> {
  return {
    method: spec.method,
    path: spec.path,
    aliases: spec.aliases ?? [],
    section: spec.section,
    summary: spec.summary,
    auth: spec.auth,
    act: spec.act ?? false,
    stepUp: spec.stepUp ?? null,
    shows: (spec.shows as Call['shows']) ?? null,
    cost: spec.cost ?? COMMON_COST,
    isShared: spec.isShared ?? false,
    opens: (spec.opens as Call['opens']) ?? null,
    upload: (spec.upload ?? false) as Upload,
    keyScope: spec.keyScope === undefined ? defaultKeyScope(spec) : spec.keyScope,
    params: (spec.params ?? null) as Params,
    query: (spec.query ?? null) as Query,
    body: (spec.body ?? null) as Body,
    data: spec.data,
  };
}

/** The record of a subject's calls, each with the name of its key. */
export type NamedCalls<R> = { readonly [Name in keyof R & string]: R[Name] & { readonly name: Name } };

/** Makes the record of a subject's calls. Each call takes its name from its key. */
export function defineCalls<const R extends Readonly<Record<string, Unnamed<Call>>>>(
  record: R,
): NamedCalls<R> {
  const named = Object.entries(record).map(([name, call]) => [name, { name, ...call }]);
  return Object.fromEntries(named) as NamedCalls<R>;
}

type Part<Key extends string, Schema> = Schema extends z.ZodType
  ? Record<string, never> extends z.input<Schema>
    ? { readonly [K in Key]?: z.input<Schema> }
    : { readonly [K in Key]: z.input<Schema> }
  : unknown;

/** Input of a caller: `params`, `query`, `body` and `file`, each only where the call has it. */
export type CallInput<C extends Call> = Part<'params', C['params']> &
  Part<'query', C['query']> &
  Part<'body', C['body']> &
  (C['upload'] extends true ? { readonly file: Blob } : unknown);

/** Type of `data` that a caller receives. */
export type CallData<C extends Call> = z.output<C['data']>;

/** Validated part as a handler receives it. */
export type ParsedPart<Schema> = Schema extends z.ZodType ? z.output<Schema> : null;
