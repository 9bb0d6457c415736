import type { IncomingHttpHeaders } from 'node:http';
import type { Call, CallData, Language, ParsedPart } from '@candor/contract';

/** What a handler is given: validated input and who asks. */
export interface CallContext<C extends Call, Session> {
  readonly params: ParsedPart<C['params']>;
  readonly query: ParsedPart<C['query']>;
  readonly body: ParsedPart<C['body']>;
  readonly session: C['auth'] extends 'required' ? Session : Session | null;
  /** The token that the session came with. */
  readonly token: string | null;
  /** The Idempotency-Key header, checked for its form. */
  readonly idempotencyKey: string | null;
  readonly language: Language;
  readonly ip: string;
  readonly headers: IncomingHttpHeaders;
  /** Sets a header of the answer. */
  readonly setHeader: (name: string, value: string) => void;
}

export type Handler<C extends Call, Session> = (
  context: CallContext<C, Session>,
) => CallData<C> | Promise<CallData<C>>;

/** A handler for every call of a table: one that is missing is a type error. */
export type Handlers<Table extends Readonly<Record<string, Call>>, Session> = {
  readonly [Name in keyof Table]: Handler<Table[Name], Session>;
};
