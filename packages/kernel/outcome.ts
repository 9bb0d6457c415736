import { type Lots, ZERO } from '@candor/money';
import type { Outcome, RejectionCode } from './events.ts';

/** Done, with nothing more to say. */
export const DONE: Outcome = {
  ok: true,
  orderId: 0,
  status: null,
  filledLots: 0 as Lots,
  filledQuote: ZERO,
};

/** Done; `id` is what was made: an order, a position, a contract, a loan. */
export function made(id: number): Outcome {
  return { ok: true, orderId: id, status: null, filledLots: 0 as Lots, filledQuote: ZERO };
}

export function refuse(code: RejectionCode): Outcome {
  return { ok: false, code };
}
