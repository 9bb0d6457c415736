/** Bus subjects between the writer of the read models and their readers. */
export const subjects = {
  /** Carries a Progress; published after each change, and periodically otherwise. */
  progress: 'history.progress',
  /** Carries the sequence number that a reader waits for; the writer hurries. */
  wanted: 'history.wanted',
} as const;

export interface Progress {
  /** The last command that the read models cover. */
  readonly seq: number;
  /** The reason why the read models are stuck; null while they advance. */
  readonly reason: string | null;
}
