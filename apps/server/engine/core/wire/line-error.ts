import { CodedError } from '../../../base/errors/coded-error.ts';

/**
 * Reasons why the connection between the core and another process refuses. Codes are stable; the message is for an
 * operator.
 */
export type LineErrorCode =
  /** The other end uses another version of the wire. */
  | 'WIRE_VERSION'
  /** A process of this role may not send this command or query. */
  | 'NOT_PERMITTED'
  /** No query has this name. */
  | 'UNKNOWN_QUERY'
  /** The query does not accept these arguments, or threw on them. */
  | 'QUERY_FAILED'
  /** The other end sent invalid data. */
  | 'RUBBISH';

export class LineError extends CodedError<LineErrorCode> {}
