import type { TermsChange } from '../commands.ts';

/** A change of terms as it is announced. */
export interface AnnouncedChange {
  /** From 1 on, in the order of their announcement. */
  readonly changeNo: number;
  readonly announcedMs: number;
  readonly effectiveMs: number;
  readonly reason: string;
  readonly change: TermsChange;
}

/** End of an announced change. */
export type ChangeEnd = 'applied' | 'withdrawn';

/** An announced change that ended. */
export interface EndedChange extends AnnouncedChange {
  readonly end: ChangeEnd;
  readonly endedMs: number;
  /** Reason for the withdrawal; empty for an applied change. */
  readonly endReason: string;
}

export interface ChangeAnnouncedEvent extends AnnouncedChange {
  readonly type: 'changeAnnounced';
}

/** An applied change stands in the events of the command that brought its time, before what followed from it. */
export interface ChangeEndedEvent extends EndedChange {
  readonly type: 'changeEnded';
}

export type ChangeEvent = ChangeAnnouncedEvent | ChangeEndedEvent;
