/** States of an order: the first four are open, the others are ends. */
export const OTC_OPEN_STATES = ['created', 'paid', 'lapsed', 'appealed'] as const;
export type OtcOpenState = (typeof OTC_OPEN_STATES)[number];
export const OTC_ENDS = ['released', 'cancelled', 'expired', 'resolved'] as const;
export type OtcEnd = (typeof OTC_ENDS)[number];

/** Mover of an order: sides go by the coins, whoever made the offer. */
export const OTC_MOVERS = ['buyer', 'seller', 'clock', 'operators'] as const;
export type OtcMover = (typeof OTC_MOVERS)[number];
export type OtcSide = Extract<OtcMover, 'buyer' | 'seller'>;

type Moves = Readonly<Partial<Record<OtcOpenState | OtcEnd, readonly OtcMover[]>>>;

/**
 * Movers of each state. "Paid" is never undone, the seller never cancels, and no clock pays anybody out: it returns the
 * coins of an order that nobody called paid, or opens an appeal.
 */
export const OTC_MOVES: Readonly<Record<OtcOpenState, Moves>> = {
  created: { paid: ['buyer'], released: ['seller'], cancelled: ['buyer'], lapsed: ['clock'] },
  lapsed: { appealed: ['buyer'], released: ['seller'], expired: ['clock'] },
  paid: { released: ['seller'], cancelled: ['buyer'], appealed: ['buyer', 'seller', 'clock'] },
  appealed: { released: ['seller'], cancelled: ['buyer'], resolved: ['operators'] },
};

/** True if the mover may bring an order from one state to another. */
export function otcMayMove(from: OtcOpenState, to: OtcOpenState | OtcEnd, mover: OtcMover): boolean {
  return OTC_MOVES[from][to]?.includes(mover) === true;
}

/** Reason for which a seller asks the buyer to cancel: unable to deliver, or the payment came from another name. */
export const OTC_ASKS = ['unable', 'other-name'] as const;
export type OtcAsk = (typeof OTC_ASKS)[number];
export type OtcFault = OtcSide | 'nobody';

/**
 * Side at whose fault an order ends without a release, unless operators say it. A refused payment from another name is
 * nobody's: whoever refuses it loses nothing by it.
 */
export function otcFault(asked: OtcAsk | null): OtcFault {
  if (asked === null) return 'buyer';
  return asked === 'unable' ? 'seller' : 'nobody';
}
