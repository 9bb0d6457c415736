import type {
  OtcAppealLateEvent,
  OtcAppealStatedEvent,
  OtcCancelAskedEvent,
  OtcOrderCreatedEvent,
  OtcOrderEndedEvent,
  OtcOrderMovedEvent,
} from '@candor/kernel';
import { Codes } from '../../codes.ts';

/** Event of an order. */
export type OtcOrderEvent =
  | OtcOrderCreatedEvent
  | OtcOrderMovedEvent
  | OtcOrderEndedEvent
  | OtcCancelAskedEvent
  | OtcAppealStatedEvent
  | OtcAppealLateEvent;

/** State of an order, open or ended. */
export type OtcState = OtcOrderMovedEvent['from'] | OtcOrderEndedEvent['end'];

export const otcStates = new Codes<OtcState>({
  created: 0,
  paid: 1,
  lapsed: 2,
  appealed: 3,
  released: 4,
  cancelled: 5,
  expired: 6,
  resolved: 7,
});
/** States from here on are ends. */
export const FIRST_OTC_END = otcStates.of('released');
