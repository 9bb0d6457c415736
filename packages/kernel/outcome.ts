import { type Amount, type Lots, ZERO } from '@candor/money';
import type { Outcome, RejectionCode } from './events.ts';

/** Done, with nothing more to say. */
export const DONE: Outcome = {
  ok: true,
  orderId: 0,
  status: null,
  filledLots: 0 as Lots,
  filledQuote: ZERO,
};

/** Done; `id` is what was made or changed: an order, a position, a contract, a loan; `amount` what is told of it. */
export function made(id: number, amount: bigint = ZERO): Outcome {
  return { ok: true, orderId: id, status: null, filledLots: 0 as Lots, filledQuote: amount as Amount };
}

/** Done; `count` is how many it concerned, `amount` how much: what its sender is told again under the same key. */
export function doneWith(count: number, amount: bigint): Outcome {
  return { ok: true, orderId: 0, status: null, filledLots: count as Lots, filledQuote: amount as Amount };
}

export function refuse(code: RejectionCode): Outcome {
  return { ok: false, code };
}
