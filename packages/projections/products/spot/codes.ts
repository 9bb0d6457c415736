import type { DoneReason, SpotTriggerSource, TriggerDoneEvent, TriggerKind } from '@candor/kernel';
import { Codes } from '../../codes.ts';

/** Why an order ended: in its book, or while it waited for a price. */
export type OrderEnd = DoneReason | TriggerDoneEvent['reason'];

export const doneReasons = new Codes<OrderEnd>({
  filled: 0,
  cancelled: 1,
  expired: 2,
  'self-trade': 3,
  twin: 4,
  rejected: 5,
});
export const triggerKinds = new Codes<TriggerKind>({ stop: 0, 'take-profit': 1, 'trailing-stop': 2 });
export const triggerSources = new Codes<SpotTriggerSource>({ last: 0, index: 1 });
