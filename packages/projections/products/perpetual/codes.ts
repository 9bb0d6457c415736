import type {
  Direction,
  ExitDoneReason,
  ExitKind,
  MarginMode,
  OrderOrigin,
  PerpetualDoneReason,
  PerpetualExitSetEvent,
  PositionChange,
  PositionSide,
} from '@candor/kernel';
import { Codes } from '../../codes.ts';

export const positionSides = new Codes<PositionSide>({ both: 0, long: 1, short: 2 });
export const directions = new Codes<Direction>({ long: 0, short: 1 });
export const marginModes = new Codes<MarginMode>({ isolated: 0, cross: 1 });
export const origins = new Codes<OrderOrigin>({ user: 0, trigger: 1, liquidation: 2, quote: 3 });
export const triggerSources = new Codes<PerpetualExitSetEvent['source']>({ last: 0, mark: 1, index: 2 });
export const contractDoneReasons = new Codes<PerpetualDoneReason>({
  filled: 0,
  cancelled: 1,
  expired: 2,
  'self-trade': 3,
  margin: 4,
  position: 5,
  liquidation: 6,
  refused: 7,
});
export const positionChanges = new Codes<PositionChange>({
  trade: 0,
  funding: 1,
  margin: 2,
  leverage: 3,
  settled: 4,
  liquidation: 5,
  deleveraging: 6,
});
export const exitKinds = new Codes<ExitKind>({ 'take-profit': 0, 'stop-loss': 1 });
export const exitDoneReasons = new Codes<ExitDoneReason>({
  triggered: 0,
  twin: 1,
  cancelled: 2,
  replaced: 3,
  position: 4,
});

export type ReceiptKind = 'funding' | 'liquidation' | 'deleveraging' | 'margin-warning';
export const receiptKinds = new Codes<ReceiptKind>({
  funding: 0,
  liquidation: 1,
  deleveraging: 2,
  'margin-warning': 3,
});
