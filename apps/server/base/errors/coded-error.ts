/** An error with a stable code. The message is for an operator. */
export class CodedError<Code extends string> extends Error {
  readonly code: Code;

  constructor(code: Code, message: string, options: ErrorOptions = {}) {
    super(message, options);
    this.name = new.target.name;
    this.code = code;
  }
}
