import type { DepthSnapshotMessage, DepthUpdateMessage, Level } from '@candor/api';

/** The book of one symbol as the app shows it: bids highest first, asks lowest first. */
export interface Depth {
  readonly bids: readonly Level[];
  readonly asks: readonly Level[];
  /** The journal sequence that the book stands at. */
  readonly seq: number;
  /** Time of its last change, in milliseconds since the epoch. */
  readonly timeMs: number;
}

/** Result of a message: a gap means that updates are missing and a new snapshot is needed. */
export type DepthResult = 'applied' | 'ignored' | 'gap';

/** Rebuilds one symbol's book from a snapshot and the updates after it. */
export interface DepthBook {
  apply(message: DepthSnapshotMessage | DepthUpdateMessage): DepthResult;
  /** Null until the first snapshot, and after a gap. */
  read(): Depth | null;
}

type SideOfBook = Map<string, Level>;

function merge(side: SideOfBook, levels: readonly Level[]): void {
  for (const level of levels) {
    if (Number(level[1]) === 0) side.delete(level[0]);
    else side.set(level[0], level);
  }
}

/** Sorted by price. A float is exact enough to order decimal prices of one symbol; the prices themselves stay text. */
function sorted(side: SideOfBook, direction: 1 | -1): Level[] {
  return [...side.values()]
    .map((level) => ({ level, at: Number(level[0]) * direction }))
    .sort((left, right) => left.at - right.at)
    .map(({ level }) => level);
}

/** An empty book that waits for its snapshot. */
export function createDepthBook(): DepthBook {
  const bids: SideOfBook = new Map();
  const asks: SideOfBook = new Map();
  let seq: number | null = null;
  let timeMs = 0;
  return {
    apply(message) {
      if (message.type === 'snapshot') {
        bids.clear();
        asks.clear();
      } else {
        if (seq === null || message.u <= seq) return 'ignored';
        if (message.U > seq + 1) {
          seq = null;
          return 'gap';
        }
      }
      merge(bids, message.b);
      merge(asks, message.a);
      seq = message.u;
      timeMs = message.t;
      return 'applied';
    },
    read() {
      return seq === null ? null : { bids: sorted(bids, -1), asks: sorted(asks, 1), seq, timeMs };
    },
  };
}
