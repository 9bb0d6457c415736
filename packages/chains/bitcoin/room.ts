import { ChainError } from '../chain-error.ts';
import type { ChainAsset } from '../port.ts';
import { scriptOfAddress } from './addresses.ts';
import type { BitcoinNetwork } from './networks.ts';
import { type BitcoinNode, refusedNothing } from './node.ts';

/** One network behind its node, and all that reads and spends share. */
export interface BitcoinRoom {
  readonly network: BitcoinNetwork;
  readonly node: BitcoinNode;
  /** Asks for what takes the node minutes. */
  readonly patiently: BitcoinNode['ask'];
  /** The coin, where it is listed. */
  readonly coin: ChainAsset | null;
  readonly fallbackRate: bigint | undefined;
}

/** Core's code for a block or a transaction that it does not know. */
export const NOT_FOUND = -5;

/** Runs a question whose answer "there is none" is a refusal with this code. */
export async function orNull<Answer>(code: number, ask: () => Promise<Answer>): Promise<Answer | null> {
  try {
    return await ask();
  } catch (error) {
    return refusedNothing(error, code);
  }
}

/** Runs a reader of the node's bytes. Throws ChainError NODE_INCONSISTENT for bytes that contradict themselves. */
export function whole<Result>(read: () => Result): Result {
  try {
    return read();
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause;
    throw new ChainError('NODE_INCONSISTENT', `The node's bytes are not whole: ${cause.message}`, { cause });
  }
}

/** The script that pays an address. Throws RangeError for a text that is none. */
export function scriptOf(address: string, network: BitcoinNetwork): Uint8Array {
  const script = scriptOfAddress(address, network);
  if (script === null) throw new RangeError(`${address} is no address`);
  return script;
}
