import type { Command } from '../commands.ts';

/**
 * The most items that fall due which a tick settles, over all products: about a third of a millisecond's work, for other
 * commands wait as long.
 */
export const MAX_DUE_ITEMS = 32;

/** The most that any other command settles beside its sender's: its own answer waits for them. */
export const MAX_DUE_ITEMS_BESIDE = 8;

/**
 * Bounds how much of what fell due one command settles, so that a mass of maturities delays no command for long. The bound
 * follows from the command alone: every kernel that replays it settles as much.
 */
export class DueSlice {
  private most = 0;
  private left = 0;

  /** Begins a command of this type. */
  begin(type: Command['type']): void {
    this.most = type === 'tick' || type === 'indexTick' ? MAX_DUE_ITEMS : MAX_DUE_ITEMS_BESIDE;
    this.left = this.most;
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
