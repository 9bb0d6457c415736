import type { Lots, PriceTicks } from '@candor/money';
import type { TriggerSource } from '../../triggers/trigger-index.ts';
import type { ExitKind } from './events.ts';
import type { Position } from './position.ts';
import type { ExitView } from './view.ts';

/** A take-profit or stop-loss of a position. */
export interface Exit {
  readonly exitId: number;
  readonly position: Position;
  readonly kind: ExitKind;
  readonly triggerTicks: PriceTicks;
  readonly source: TriggerSource;
  /** Null: the whole position. */
  readonly lots: Lots | null;
  readonly createdMs: number;
  /** The one that is cancelled when this fires; 0 for none. */
  twinId: number;
}

/** It never shows, and never closes, more than the position has. */
export function exitView(exit: Exit): ExitView {
  const { position, lots } = exit;
  return {
    exitId: exit.exitId,
    positionId: position.positionId,
    userId: position.trader.user.userId,
    symbolId: position.symbol.symbolId,
    positionSide: position.positionSide,
    direction: position.direction,
    kind: exit.kind,
    triggerTicks: exit.triggerTicks,
    source: exit.source,
    lots: lots === null ? null : (Math.min(lots, position.lots) as Lots),
    twinId: exit.twinId,
    createdMs: exit.createdMs,
  };
}

/** The kinds as they stand in snapshots. */
export const EXIT_KINDS: readonly ExitKind[] = ['take-profit', 'stop-loss'];
