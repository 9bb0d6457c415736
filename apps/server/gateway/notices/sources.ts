import type { NoticeContent, NoticeKind } from '@candor/api';
import type { ProjectedCommand } from '@candor/projections';
import type { NoticeRef } from './note.ts';

/** A notice of an event of the journal, before its facts are read. */
export interface NoticeDraft {
  /** Null where it concerns everybody. */
  readonly userId: number | null;
  readonly key: string;
  readonly timeMs: number;
  /** True for a draft that says nothing where its key is known: the first of many alike. */
  readonly isOnce?: boolean;
  /**
   * Reads kind and facts, once the read models cover the event: they may show later events too. Null where nobody is to
   * hear of it.
   */
  readonly content: () => Promise<NoticeContent | null> | NoticeContent | null;
}

/** The notices of one subject: what it says of events of the journal, and of rows that its room noted. */
export interface NoticeSource {
  /** Drafts what users hear of a committed command. Of one key the last draft counts. */
  read?(command: ProjectedCommand, draft: (draft: NoticeDraft) => void): void;
  /** Reads the facts of noted rows of its kinds; null where nobody is to hear of it. */
  readonly noted?: {
    readonly kinds: readonly NoticeKind[];
    content(kind: NoticeKind, ref: NoticeRef, userId: number): Promise<NoticeContent | null>;
  };
}
