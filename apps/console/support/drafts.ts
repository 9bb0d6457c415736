import { createStore, type StoreApi } from 'zustand/vanilla';

/** An answer that is being written. */
export interface DeskDraft {
  readonly text: string;
  /** Number of the newest message when it was begun. */
  readonly seen: number;
}

export interface DraftsState {
  readonly drafts: ReadonlyMap<string, DeskDraft>;
}

/** Answers that were begun, by conversation: they outlive a hand-over and a look at another one. In memory alone. */
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
