/** Why a call of a chain failed. Only those from WOULD_FAIL on say anything of a transaction. */
export type ChainErrorCode =
  | 'NODE_UNREACHABLE'
  | 'NODE_LIMITED'
  | 'NODE_REFUSED'
  | 'NODE_INCONSISTENT'
  | 'NODES_DISAGREE'
  | 'WRONG_CHAIN'
  | 'WOULD_FAIL'
  | 'NONCE_USED'
  /** An input is unknown or spent, perhaps by the transaction itself. */
  | 'INPUTS_USED'
  /** Too many of its ancestors wait in the pool. */
  | 'CHAIN_TOO_LONG'
  | 'TOO_LARGE'
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
