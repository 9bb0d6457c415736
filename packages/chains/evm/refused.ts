import { ChainError } from '../chain-error.ts';

/** Answers of nodes to a call that the chain would refuse; all else is a failure of the node. */
const REFUSED_BY_CHAIN =
  /revert|insufficient|exceeds balance|invalid opcode|out ?of ?gas|OOG|always fail|allowance|gas too low/i;
/** The code of a call that its contract reverted. */
const REVERTED = 3;

/** True for an error that says what the chain would do with a call, and not that the node failed. */
export function isRefusedByChain(error: unknown): error is ChainError {
  if (!(error instanceof ChainError) || error.code !== 'NODE_REFUSED') return false;
  const { code } = (error.cause ?? {}) as { readonly code?: number };
  return code === REVERTED || REFUSED_BY_CHAIN.test(error.message);
}
