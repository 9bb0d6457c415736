import type { Notice } from '@candor/api';

/** Notices that arrive within this time are announced together. */
export const COLLECT_MS = 600;
/** More than so many make one toast. */
export const MOST_APART = 2;

/** Cards to show for notices that came together: each one alone, or one for all of them. */
export interface Announced {
  readonly alone: readonly Notice[];
  /** Those that one card stands for; none where each has its own. */
  readonly together: readonly Notice[];
}

/**
 * Sorts notices that came together. Urgent ones keep a card of their own; the others share one where they are many, or
 * where one for many is open already.
 */
export function announce(
  arrived: readonly Notice[],
  isUrgent: (notice: Notice) => boolean,
  isBurstOpen: boolean,
): Announced {
  const newest = new Map(arrived.map((notice) => [notice.key, notice]));
  const all = [...newest.values()];
  const urgent = all.filter(isUrgent);
  const others = all.filter((notice) => !isUrgent(notice));
  const isBurst = others.length > MOST_APART || (isBurstOpen && others.length > 0);
  return isBurst ? { alone: urgent, together: others } : { alone: all, together: [] };
}
