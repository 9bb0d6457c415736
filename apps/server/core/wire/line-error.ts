/** Why the line between the core and another process refuses. Stable codes; the message is for an operator. */
export type LineErrorCode =
  /** The other end speaks another version of the line. */
  | 'WIRE_VERSION'
  /** A process of this role may not send this. */
  | 'NOT_PERMITTED'
  /** There is no query of this name. */
  | 'UNKNOWN_QUERY'
  /** The query does not take these arguments, or broke on them. */
  | 'QUERY_FAILED'
  /** The other end sent what it never should. */
  | 'RUBBISH';

export class LineError extends Error {
  readonly code: LineErrorCode;

  constructor(code: LineErrorCode, message: string, options: ErrorOptions = {}) {
    super(message, options);
    this.name = 'LineError';
    this.code = code;
  }
}
