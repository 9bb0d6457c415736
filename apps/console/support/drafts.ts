import { afterSending } from '@candor/ui';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Console } from '../data/session.ts';

/** An answer that is being written. */
export interface DeskDraft {
  readonly text: string;
  /** Number of the newest message when it was begun. */
  readonly seen: number;
}

export interface DraftsState {
  readonly drafts: ReadonlyMap<string, DeskDraft>;
}

/**
 * Answers that were begun, by conversation: they outlive a hand-over and a look at another one, but no session. In memory
 * alone.
 */
export const deskDrafts: StoreApi<DraftsState> = createStore(() => ({ drafts: new Map() }));

/** Changes the text of a draft; one that is emptied begins again with what is newest then. */
export function setDraft(id: string, text: string, newest: number): void {
  deskDrafts.setState(({ drafts }) => {
    const next = new Map(drafts);
    if (text === '') next.delete(id);
    else next.set(id, { text, seen: drafts.get(id)?.seen ?? newest });
    return { drafts: next };
  });
}

/** Removes an answer that was sent, unless its text was changed meanwhile. */
export function clearSent(id: string, sent: string): void {
  const draft = deskDrafts.getState().drafts.get(id);
  if (draft !== undefined) setDraft(id, afterSending(draft.text, sent), draft.seen);
}

/** Forgets all drafts at each end of the operator’s session: whoever signs in next reads none. Returns what stops that. */
export const forgetDraftsAtEnd = ({ store }: Pick<Console, 'store'>): (() => void) =>
  store.subscribe(({ session }, { session: before }) => {
    if (session?.name !== before?.name) deskDrafts.setState({ drafts: new Map() });
  });
