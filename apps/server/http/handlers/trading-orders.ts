import type { Calls } from '@candor/contract';
import type { Session } from '../../identity/index.ts';
import type { Handlers } from '../context.ts';
import type { Services } from '../services.ts';

type OrderCalls = Pick<
  Calls,
  'exchangeOco' | 'amendEntrust' | 'getFeeTiers' | 'currencyOrderOco' | 'currencyOrderAmend'
>;

/** Pairs and changes of spot orders in both families, and the tiers of fees. */
export function orderHandlers({ orders, feeTiers }: Services): Handlers<OrderCalls, Session> {
  return {
    exchangeOco: ({ session, params, body, idempotencyKey }) =>
      orders.placeOco(session.userId, { ...body, side: params.side }, idempotencyKey),
    amendEntrust: ({ session, body, idempotencyKey }) => orders.amend(session.userId, body, idempotencyKey),
    getFeeTiers: ({ session }) => feeTiers(session?.userId ?? null),
    currencyOrderOco: ({ session, body, idempotencyKey }) =>
      orders.placeOco(session.userId, body, idempotencyKey),
    currencyOrderAmend: ({ session, body, idempotencyKey }) =>
      orders.amend(session.userId, body, idempotencyKey),
  };
}
