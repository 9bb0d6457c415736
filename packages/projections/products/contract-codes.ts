import type {
  Direction,
  ExitDoneReason,
  ExitKind,
  MarginMode,
  OrderOrigin,
  PerpetualDoneReason,
  PositionChange,
  PositionSide,
} from '@candor/kernel';

// The small numbers that stand for words in the tables of contracts: only ever added to at the end.
export const positionSides: readonly PositionSide[] = ['both', 'long', 'short'];
export const directions: readonly Direction[] = ['long', 'short'];
export const marginModes: readonly MarginMode[] = ['isolated', 'cross'];
export const origins: readonly OrderOrigin[] = ['user', 'trigger', 'liquidation', 'quote'];
export const triggerSources = ['last', 'mark', 'index'] as const;
export const contractDoneReasons: readonly PerpetualDoneReason[] = [
  'filled',
  'cancelled',
  'expired',
  'self-trade',
  'margin',
  'position',
  'liquidation',
  'refused',
];
export const positionChanges: readonly PositionChange[] = [
  'trade',
  'funding',
  'margin',
  'leverage',
  'settled',
  'liquidation',
  'deleveraging',
];
export const exitKinds: readonly ExitKind[] = ['take-profit', 'stop-loss'];
export const exitDoneReasons: readonly ExitDoneReason[] = [
  'triggered',
  'twin',
  'cancelled',
  'replaced',
  'position',
];

export const receiptKinds = ['funding', 'liquidation', 'deleveraging', 'margin-warning'] as const;
export type ReceiptKind = (typeof receiptKinds)[number];
