/**
 * The most items that fall due which one command settles beside its sender's, over all products: a few milliseconds'
 * work.
 */
export const MAX_DUE_ITEMS = 500;

/** Bounds how much of what fell due one command settles, so that a mass of maturities delays no command for long. */
export class DueSlice {
  private left = 0;

  /** Begins a command. */
  begin(): void {
    this.left = MAX_DUE_ITEMS;
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
    return MAX_DUE_ITEMS - this.left;
  }
}
