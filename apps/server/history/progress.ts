/** Subjects of the bus between the writer of the read models and those who read them. */
export const subjects = {
  /** Carries a Progress; said whenever it changed, and now and then else. */
  progress: 'history.progress',
  /** Carries the seq that a reader waits for: the writer makes haste. */
  wanted: 'history.wanted',
} as const;

export interface Progress {
  /** The last command that the read models cover. */
  readonly seq: number;
  /** Why they stand still, in words; null when they follow. */
  readonly reason: string | null;
}
