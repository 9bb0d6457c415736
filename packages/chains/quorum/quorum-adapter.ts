import type { AccountChain } from '../port.ts';
import { Health, NODES_OF_QUORUM, type NodeHealth } from './health.ts';
import { quorumPayments } from './payments.ts';
import type { Quorum } from './quorum.ts';
import { quorumReads } from './reads.ts';

/** A chain behind three nodes, and how each of them answers. */
export interface QuorumAdapter extends AccountChain {
  nodes(): readonly NodeHealth[];
}

export interface QuorumOptions {
  readonly nodes: readonly AccountChain[];
  readonly now: () => number;
  /** Called when a node begins to answer in another way. */
  readonly onChange: (health: NodeHealth) => void;
  /** Heads that come later than this after the second one are not waited for. */
  readonly graceMs?: number;
}

const GRACE_MS = 1_000;

/**
 * Reads one chain from three nodes, and takes what two of them say alike: blocks by their hash, transfers by all receipts
 * under a block's hash. Where no two agree it throws NODES_DISAGREE, and the caller asks again later. A transaction is
 * sent to all nodes.
 */
export function createQuorumAdapter({
  nodes,
  now,
  onChange,
  graceMs = GRACE_MS,
}: QuorumOptions): QuorumAdapter {
  const [first] = nodes;
  if (first === undefined || nodes.length !== NODES_OF_QUORUM)
    throw new RangeError(`A chain is read from ${NODES_OF_QUORUM} nodes`);
  const health = new Health(nodes.length, now, onChange);
  const quorum: Quorum = { node: (at) => nodes[at]!, health, graceMs };
  return {
    chainId: first.chainId,
    assets: first.assets,
    nodes: () => health.all(),
    normaliseAddress: first.normaliseAddress,
    readSigned: first.readSigned,
    ...quorumReads(quorum),
    ...quorumPayments(quorum, nodes),
  };
}
