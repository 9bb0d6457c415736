import { ChainError } from '../chain-error.ts';
import { type ChainAsset, type ChainTransfer, callOrdinal } from '../port.ts';
import { normaliseEvmAddress } from './addresses.ts';
import { type AskNode, connectNode } from './node.ts';

/** A call as the tracer `callTracer` names it, with the calls that it made in their order. */
interface Frame {
  readonly type: string;
  readonly from: string;
  readonly to?: string;
  readonly value?: string;
  /** Set where the call failed: it and all that it called moved nothing. */
  readonly error?: string;
  readonly calls?: readonly Frame[];
}

interface TracedTransaction {
  readonly txHash?: string;
  readonly result?: Frame;
}

interface BlockHashes {
  readonly transactions: readonly string[];
}

/** Calls that move the value that they name. A delegated call names the value of its caller, and moves nothing. */
const MOVES: ReadonlySet<string> = new Set(['CALL', 'CREATE', 'CREATE2', 'SELFDESTRUCT']);
/** A stranger can fill a block with calls: more is not read, and the balances at a final block say what arrived. */
const MOST_BYTES = 64 * 1_024 * 1_024;

/** Blocks that are read without traces after a node did not trace one. */
const RESTING_BLOCKS = 100;

export interface TraceOptions {
  readonly url: string;
  readonly assets: readonly ChainAsset[];
  readonly timeoutMs?: number | undefined;
  readonly mostBytes?: number | undefined;
}

/**
 * Reads the coins that contracts move within a block, by the calls of its successful transactions. It answers null where the
 * node does not trace the block, or not the transactions that the block has; balances say later what arrived.
 */
export function createCallReader(
  ask: AskNode,
  { url, assets, timeoutMs, mostBytes = MOST_BYTES }: TraceOptions,
): (blockHash: string) => Promise<readonly ChainTransfer[] | null> {
  const askTraces = connectNode(url, timeoutMs, boundedFetch(mostBytes));
  const asset = assets.find(({ contract }) => contract === null) ?? null;
  let rests = 0;
  return async (blockHash) => {
    if (rests > 0) {
      rests -= 1;
      return null;
    }
    const block = await ask<BlockHashes | null>('eth_getBlockByHash', [blockHash, false]);
    const hashes = block?.transactions ?? [];
    if (hashes.length === 0) return [];
    const traces = await traceOf(askTraces, blockHash);
    // A node may leave the hashes out: the traces are in the order of the transactions.
    const isOfBlock =
      traces?.length === hashes.length &&
      traces.every(({ txHash }, at) => txHash === undefined || txHash === hashes[at]);
    if (traces === null || !isOfBlock) {
      rests = RESTING_BLOCKS;
      return null;
    }
    return traces.flatMap(({ result }, at) =>
      result === undefined ? [] : transfersWithin(hashes[at]!, result, asset),
    );
  };
}

async function traceOf(askTraces: AskNode, blockHash: string): Promise<readonly TracedTransaction[] | null> {
  try {
    const traces = await askTraces<unknown>('debug_traceBlockByHash', [blockHash, { tracer: 'callTracer' }]);
    return Array.isArray(traces) ? traces : null;
  } catch (error) {
    if (error instanceof ChainError) return null;
    throw error;
  }
}

/** Reads answers up to a length; what is longer fails as an answer that does not come. */
function boundedFetch(mostBytes: number): typeof fetch {
  return async (input, init) => {
    const answer = await fetch(input, init);
    if (answer.body === null) return answer;
    let read = 0;
    const bounded = answer.body.pipeThrough(
      new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
        transform(chunk, controller) {
          read += chunk.length;
          if (read > mostBytes) controller.error(new Error('The answer is too long'));
          else controller.enqueue(chunk);
        },
      }),
    );
    return new Response(bounded, answer);
  };
}

/** The transfers by calls below the transaction's own, which is read from the block itself. */
function transfersWithin(transactionHash: string, top: Frame, asset: ChainAsset | null): ChainTransfer[] {
  const found: ChainTransfer[] = [];
  let place = 0;
  const visit = (frame: Frame, isTop: boolean, moves: boolean): void => {
    const ordinal = callOrdinal(place);
    place += 1;
    const stands = moves && frame.error === undefined;
    const to = frame.to === undefined ? null : normaliseEvmAddress(frame.to);
    const amount = BigInt(frame.value ?? '0x0');
    if (!isTop && stands && to !== null && amount > 0n && MOVES.has(frame.type)) {
      const from = normaliseEvmAddress(frame.from) ?? frame.from;
      found.push({ transactionHash, ordinal, from, to, contract: null, asset, amount });
    }
    for (const call of frame.calls ?? []) visit(call, false, stands);
  };
  visit(top, true, true);
  return found;
}
