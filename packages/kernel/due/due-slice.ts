import type { Command } from '../commands.ts';

/**
 * The most items that fall due which a tick settles, over all products: about a third of a millisecond's work, for other
 * commands wait as long.
 */
export const MAX_DUE_ITEMS = 32;

/**
 * The most that a tick settles of a kind that others wait for, beside the rest: second contracts that end, and funding,
 * during which no position is liquidated.
 */
export const MAX_URGENT_ITEMS = 128;

/** The most that any other command settles beside its sender's: its own answer waits for them. */
export const MAX_DUE_ITEMS_BESIDE = 8;

/**
 * Bounds how much of what fell due one command settles, so that a mass of maturities delays no command for long. The bound
 * follows from the command alone: every kernel that replays it settles as much.
 */
export class DueSlice {
  private most = 0;
  private left = 0;

  /** Begins a command that settles so many items. */
  begin(most: number): void {
    this.most = most;
    this.left = most;
  }

  /** Takes one item. False once the slice is used up: the item then waits for the next command. */
  take(): boolean {
    if (this.left === 0) return false;
    this.left--;
    return true;
  }

  get isUsedUp(): boolean {
    return this.left === 0;
  }

  get used(): number {
    return this.most - this.left;
  }
}

/** The slices of one command: one that all parts share, and with a tick one for each part whose items are urgent. */
export class DueSlices<P extends { readonly isUrgent?: boolean }> {
  private readonly shared = new DueSlice();
  private readonly urgent: ReadonlyMap<P, DueSlice>;
  private isTick = false;

  constructor(parts: readonly P[]) {
    this.urgent = new Map(
      parts.filter(({ isUrgent }) => isUrgent === true).map((part) => [part, new DueSlice()]),
    );
  }

  /** Begins a command of this type. */
  begin(type: Command['type']): void {
    this.isTick = type === 'tick' || type === 'indexTick';
    this.shared.begin(this.isTick ? MAX_DUE_ITEMS : MAX_DUE_ITEMS_BESIDE);
    if (this.isTick) for (const slice of this.urgent.values()) slice.begin(MAX_URGENT_ITEMS);
  }

  of(part: P): DueSlice {
    return (this.isTick ? this.urgent.get(part) : undefined) ?? this.shared;
  }
}
