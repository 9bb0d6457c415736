export { NODES_OF_QUORUM, type NodeHealth, type NodeState } from './health.ts';
export { createQuorumAdapter, type QuorumAdapter, type QuorumOptions } from './quorum-adapter.ts';
