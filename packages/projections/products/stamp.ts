/** The place of an event's command in the journal, and its time. */
export interface Stamp {
  readonly seq: number;
  readonly timeMs: number;
}
