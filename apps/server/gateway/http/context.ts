import type { IncomingHttpHeaders } from 'node:http';
import type { Call, CallData, Language, ParsedPart } from '@candor/api';
import type { EnterAnswer } from './enter-answer.ts';

/** Arguments of a handler: validated input and the caller. */
export interface CallContext<C extends Call, Session> {
  readonly params: ParsedPart<C['params']>;
  readonly query: ParsedPart<C['query']>;
  readonly body: ParsedPart<C['body']>;
  /** The file of an upload, as it came; null for any other call. */
  readonly file: C['upload'] extends true ? Uint8Array : null;
  readonly session: C['auth'] extends 'required' ? Session : Session | null;
  /** The token that the session came with. */
  readonly token: string | null;
  /** The Idempotency-Key header, checked for its form. */
  readonly idempotencyKey: string | null;
  readonly language: Language;
  readonly ip: string;
  readonly headers: IncomingHttpHeaders;
  /** An act with step-up calls it in its transaction, as its last step; for any other act it does nothing. */
  readonly enter: EnterAnswer;
  /** Sets a header of the answer. */
  readonly setHeader: (name: string, value: string) => void;
}

export type Handler<C extends Call, Session> = (
  context: CallContext<C, Session>,
) => CallData<C> | Promise<CallData<C>>;

/** The signed-in user, as far as most handlers need to know it. */
export interface SignedIn {
  readonly userId: number;
}

/** A handler for every call of a table: one that is missing is a type error. */
export type Handlers<Table extends Readonly<Record<string, Call>>, Session = SignedIn> = {
  readonly [Name in keyof Table]: Handler<Table[Name], Session>;
};
