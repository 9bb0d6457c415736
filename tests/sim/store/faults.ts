import type { Random } from '../../../tools/workload/random.ts';

/** Points at which the journal writes: each kind of statement that leaves something behind. */
export type WritePoint =
  | 'schema'
  | 'head row'
  | 'epoch'
  | 'kernel'
  | 'append'
  | 'snapshot begin'
  | 'snapshot head'
  | 'snapshot part'
  | 'snapshot prune'
  | 'snapshot commit';

/** The faults that a write can meet. */
export type Fault =
  /** The process dies before the statement reaches the database. */
  | 'crash before'
  /** The process dies when the statement has had its effect and before it hears so. */
  | 'crash after'
  /** The database refuses, with nothing written: a full disk. */
  | 'refused'
  /** The connection breaks before the statement arrives. */
  | 'cut before'
  /** The statement has its effect and the connection breaks before the answer arrives. */
  | 'answer lost'
  /** No answer ever comes, and the statement has its effect, perhaps much later. */
  | 'stalled'
  /** The database dies and comes back: nothing of the statement stands. */
  | 'database dies before'
  /** The database dies and comes back: the statement stands. */
  | 'database dies after'
  /** The process is stopped, replaced by another one and woken with the statement still in its hand. */
  | 'stopped'
  /** The process and the machine die, and the last row that the disk kept is damaged. */
  | 'torn';

export const FAULTS: readonly Fault[] = [
  'crash before',
  'crash after',
  'refused',
  'cut before',
  'answer lost',
  'stalled',
  'database dies before',
  'database dies after',
  'stopped',
  'torn',
];

export const WRITE_POINTS: readonly WritePoint[] = [
  'schema',
  'head row',
  'epoch',
  'kernel',
  'append',
  'snapshot begin',
  'snapshot head',
  'snapshot part',
  'snapshot prune',
  'snapshot commit',
];

/** True if a fault makes sense at a write point. */
export function isPossible(point: WritePoint, fault: Fault): boolean {
  if (fault === 'torn') return point === 'append';
  // A snapshot beside the engine and a start have nobody to replace them meanwhile.
  if (fault === 'stopped') return point === 'append';
  return true;
}

/** Counts writes and what befell them, over all runs of a thread. */
export class FaultTally {
  readonly writes = new Map<WritePoint, number>();
  readonly faults = new Map<string, number>();

  write(point: WritePoint): void {
    this.writes.set(point, (this.writes.get(point) ?? 0) + 1);
  }

  fault(point: WritePoint, fault: Fault): void {
    const name = `${point}: ${fault}`;
    this.faults.set(name, (this.faults.get(name) ?? 0) + 1);
  }
}

/** Decides by the seed what befalls which write: about one in fifty, of the kinds that this run is about. */
export class Faults {
  /** Writes until the next fault. */
  private left: number;
  private quiet = false;
  private readonly random: Random;
  private readonly kinds: readonly Fault[];
  private readonly every: number;
  readonly tally: FaultTally;

  constructor(random: Random, tally: FaultTally) {
    this.random = random;
    this.tally = tally;
    // Each run leaves some kinds out, so that the others meet in more ways.
    this.kinds = FAULTS.filter(() => random.chance(0.6));
    this.every = random.pick([25, 50, 100, 100]);
    this.left = random.int(1, 2 * this.every);
  }

  /** No more faults: what follows must succeed. */
  end(): void {
    this.quiet = true;
  }

  next(point: WritePoint): Fault | null {
    this.tally.write(point);
    // Rare writes, such as one a run, would otherwise hardly ever be hit.
    const rarity = point === 'schema' || point === 'kernel' ? 0.2 : 0.04;
    const isRare = point !== 'append' && this.random.chance(rarity);
    if (this.quiet || (--this.left > 0 && !isRare)) return null;
    if (this.left <= 0) this.left = this.random.int(1, 2 * this.every);
    const possible = this.kinds.filter((kind) => isPossible(point, kind));
    if (possible.length === 0) return null;
    const fault = this.random.pick(possible);
    this.tally.fault(point, fault);
    return fault;
  }
}
