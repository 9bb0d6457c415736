import { Codes } from '../../codes.ts';

/** A movement of a user's node. */
export type MiningMoveKind =
  | 'joined'
  | 'locked'
  | 'unlocked'
  | 'claimed'
  | 'converted'
  | 'withdrawn'
  | 'returned'
  | 'moved';

/** A movement of a pool. */
export type MiningEntryKind = 'funding' | 'paid';

export const miningMoveKinds = new Codes<MiningMoveKind>({
  joined: 0,
  locked: 1,
  unlocked: 2,
  claimed: 3,
  converted: 4,
  withdrawn: 5,
  returned: 6,
  moved: 7,
});
export const miningEntryKinds = new Codes<MiningEntryKind>({ funding: 0, paid: 1 });
