/** Values of a half filled form by the names of its fields. */
export type Draft = Readonly<Record<string, unknown>>;

/**
 * Forms that the end of a session interrupted, until their user is back. In memory alone: nothing that somebody typed
 * stays on the device, and another user of it, or a logout, ends them all.
 */
export interface Drafts {
  /** Keeps a user's draft of a form. */
  keep(userId: number, form: string, draft: Draft): void;
  /** Returns a user's draft of a form once; null where there is none. */
  take(userId: number, form: string): Draft | null;
  /** Forgets all drafts. */
  clear(): void;
}

export function createDrafts(): Drafts {
  let owner: number | null = null;
  const drafts = new Map<string, Draft>();
  const belongTo = (userId: number): void => {
    if (owner !== userId) drafts.clear();
    owner = userId;
  };
  return {
    keep(userId, form, draft) {
      belongTo(userId);
      drafts.set(form, draft);
    },
    take(userId, form) {
      belongTo(userId);
      const draft = drafts.get(form) ?? null;
      drafts.delete(form);
      return draft;
    },
    clear: () => drafts.clear(),
  };
}
