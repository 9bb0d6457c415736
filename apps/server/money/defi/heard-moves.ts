import type { KernelEvent } from '@candor/kernel';
import type { Amount } from '@candor/money';
import type { MiningMoveKind } from '@candor/projections';
import { Refusal } from '../../base/errors/refusal.ts';
import { LIST_PATIENCE_MS } from '../../base/records/paging.ts';
import { hearEvents } from '../../engine/acts/index.ts';
import type { CoreLink } from '../../engine/core/index.ts';
import type { History } from '../../engine/ports.ts';

/** Whole number of an event: as text where it was read again. */
type Whole = bigint | string;

/** Facts of a movement that its answer is made of, as it was told or as it was recorded. */
interface Told {
  readonly seq: number;
  readonly event: {
    readonly assetId?: number;
    readonly heldAfter?: Whole;
    readonly held?: Whole;
    readonly earned?: Whole;
    readonly rest?: Whole;
    readonly rewards?: Whole;
    readonly from?: { readonly assetId: number };
    readonly to?: { readonly assetId: number };
    readonly amount?: Whole;
    readonly arrives?: Whole;
    readonly fromRewards?: Whole;
    readonly toRewards?: Whole;
  };
}

/** A movement as its answer shows it. */
export type Moved = Told['event'] & { readonly seq: number };

const keyOf = (kind: MiningMoveKind, moveId: number) => `${kind} ${moveId}`;
export const whole = (value: Whole | undefined) => BigInt(value ?? 0) as Amount;

function nameOf(event: KernelEvent): string | null {
  switch (event.type) {
    case 'miningLocked':
      return keyOf('locked', event.moveId);
    case 'miningUnlocked':
      return keyOf('unlocked', event.moveId);
    case 'miningClaimed':
      return keyOf('claimed', event.moveId);
    case 'miningConverted':
      return keyOf('converted', event.swapId);
    default:
      return null;
  }
}

/** Hears the movements that acts on a node make. */
export function hearMoves(core: CoreLink, history: History) {
  const moves = hearEvents<Told>(core, (event, { seq }) => {
    const key = nameOf(event);
    if (key === null || !('userId' in event)) return null;
    return { userId: event.userId as number, key, told: { seq, event: event as Told['event'] } };
  });

  /** Sends a command, and returns the movement that it made; that of its first time where the key is a used one. */
  return async (userId: number, kind: MiningMoveKind, send: () => Promise<number>): Promise<Moved> => {
    const { moveId, told } = await moves.during(userId, async (heard) => {
      const id = await send();
      return { moveId: id, told: heard(keyOf(kind, id)) };
    });
    if (told !== null) return { ...told.event, seq: told.seq };
    await history.caughtUp(core.status().committedSeq, LIST_PATIENCE_MS);
    const record = await history.mining.moveBy(userId, kind, moveId);
    if (record === null) throw new Refusal('OUTCOME_UNKNOWN');
    return { ...(record.event as Told['event']), seq: record.seq };
  };
}
