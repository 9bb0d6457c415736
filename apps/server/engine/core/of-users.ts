import type { KernelView } from '@candor/kernel';

/** One value for each of several users, at one journal sequence. */
export interface OfUsers<Facts> {
  readonly seq: number;
  readonly timeMs: number;
  readonly ofUsers: ReadonlyMap<number, Facts>;
}

/** Reads one value for each of these users, as a part of a query. */
export function ofUsers<Facts>(
  view: KernelView,
  userIds: readonly number[],
  factsOf: (userId: number) => Facts,
): OfUsers<Facts> {
  const { seq, timeMs } = view;
  return { seq, timeMs, ofUsers: new Map(userIds.map((userId) => [userId, factsOf(userId)])) };
}
