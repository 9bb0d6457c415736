import { ChainError } from '../chain-error.ts';

/** Nodes that a chain is read from where answers must agree. Of two, one outage would stop everything. */
export const NODES_OF_QUORUM = 3;

/**
 * Last answer of a node: the same as another one's, behind the others, otherwise than two others, that it is asked too
 * often, an error, or none at all.
 */
export type NodeState = 'agrees' | 'lags' | 'disagrees' | 'limited' | 'fails' | 'silent';

export interface NodeHealth {
  /** Its place among the configured nodes, from 1 on. Its address may hold a key and stays out of sight. */
  readonly node: number;
  readonly state: NodeState;
  readonly sinceMs: number;
  /** Number of times that it answered otherwise than two others, since this process began. */
  readonly contradictions: number;
}

/** A node that failed is left alone for so long, twice as long after each further failure. */
const REST_MS = 2_000;
const LONGEST_REST_MS = 60_000;

/** Keeps how each node answers, and which of them rest. */
export class Health {
  private readonly nodes: {
    state: NodeState;
    sinceMs: number;
    contradictions: number;
    failures: number;
    restsUntilMs: number;
  }[];
  private readonly now: () => number;
  private readonly onChange: (health: NodeHealth) => void;

  constructor(count: number, now: () => number, onChange: (health: NodeHealth) => void) {
    this.now = now;
    this.onChange = onChange;
    this.nodes = Array.from({ length: count }, () => ({
      state: 'agrees' as NodeState,
      sinceMs: now(),
      contradictions: 0,
      failures: 0,
      restsUntilMs: 0,
    }));
  }

  all(): readonly NodeHealth[] {
    return this.nodes.map(({ state, sinceMs, contradictions }, at) => ({
      node: at + 1,
      state,
      sinceMs,
      contradictions,
    }));
  }

  /** Indices of the nodes to ask: those that do not rest, or all where fewer than two would be left. */
  awake(): readonly number[] {
    const all = this.nodes.map((_, at) => at);
    // a rest that is longer than any began before the clock was set back
    const awake = all.filter((at) => {
      const leftMs = this.nodes[at]!.restsUntilMs - this.now();
      return leftMs <= 0 || leftMs > LONGEST_REST_MS;
    });
    return awake.length >= 2 ? awake : all;
  }

  /** Indices of the nodes that are not among these. */
  asleep(awake: readonly number[]): number[] {
    return this.nodes.map((_, at) => at).filter((at) => !awake.includes(at));
  }

  note(at: number, state: NodeState): void {
    const node = this.nodes[at]!;
    const isFailure = state === 'limited' || state === 'fails' || state === 'silent';
    node.failures = isFailure ? node.failures + 1 : 0;
    const restMs = Math.min(REST_MS * 2 ** (node.failures - 1), LONGEST_REST_MS);
    node.restsUntilMs = isFailure ? this.now() + restMs : 0;
    if (state === 'disagrees') node.contradictions += 1;
    if (node.state === state) return;
    node.state = state;
    node.sinceMs = this.now();
    this.onChange(this.all()[at]!);
  }

  noteError(at: number, error: unknown): void {
    const code = error instanceof ChainError ? error.code : 'NODE_REFUSED';
    if (code === 'NODE_UNREACHABLE') this.note(at, 'silent');
    else if (code === 'NODE_LIMITED') this.note(at, 'limited');
    else if (code === 'NODE_INCONSISTENT' || code === 'WRONG_CHAIN') this.note(at, 'disagrees');
    else this.note(at, 'fails');
  }
}
