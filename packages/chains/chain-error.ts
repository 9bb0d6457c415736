/** Why a call of a chain failed. Only the last five say anything of a transaction. */
export type ChainErrorCode =
  | 'NODE_UNREACHABLE'
  | 'NODE_REFUSED'
  | 'NODE_INCONSISTENT'
  | 'WRONG_CHAIN'
  | 'WOULD_FAIL'
  | 'NONCE_USED'
  | 'FUNDS_MISSING'
  | 'UNDERPRICED'
  | 'MALFORMED';

/** A failure of a chain or its node, with a stable code. */
export class ChainError extends Error {
  override readonly name = 'ChainError';
  readonly code: ChainErrorCode;

  constructor(code: ChainErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
