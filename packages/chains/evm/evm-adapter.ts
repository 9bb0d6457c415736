import type { AccountChain, ChainAsset } from '../port.ts';
import { normaliseEvmAddress } from './addresses.ts';
import { connectNode, connectTogether } from './node.ts';
import { evmPayments } from './payments.ts';
import { evmReads } from './reads.ts';
import { createCallReader } from './traces.ts';

export interface EvmOptions {
  readonly url: string;
  readonly chainId: number;
  /** The chain's own coin and the listed tokens. Every other contract is unknown. */
  readonly assets: readonly ChainAsset[];
  readonly timeoutMs?: number;
  /** The longest answer of traces that is read. */
  readonly mostTraceBytes?: number;
}

/** Opens an EVM chain behind one node. Nothing is sent before the first method is called. */
export function createEvmAdapter({
  url,
  chainId,
  assets,
  timeoutMs,
  mostTraceBytes,
}: EvmOptions): AccountChain {
  const ask = connectNode(url, timeoutMs);
  const askTogether = connectTogether(url, ask, timeoutMs);
  const readCalls = createCallReader(ask, { url, assets, timeoutMs, mostBytes: mostTraceBytes });
  return {
    chainId,
    assets,
    normaliseAddress: normaliseEvmAddress,
    ...evmReads({ ask, chainId, assets, readCalls }),
    ...evmPayments({ ask, askTogether, chainId }),
  };
}
