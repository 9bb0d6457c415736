import type { Calls } from '@candor/contract';
import type { Session } from '../../identity/index.ts';
import { Refusal } from '../../refusal.ts';
import { pageOfRequest } from '../../usecases/index.ts';
import type { Handlers } from '../context.ts';
import type { Services } from '../services.ts';

type LegacyCalls = Pick<
  Calls,
  'currencyOrderList' | 'currencyOrderSubmit' | 'currencyOrderCancel' | 'sendApproveHash'
>;

/** The legacy family: the same use cases under other paths, and products that have nothing yet. */
export function legacyHandlers({ orders, records }: Services): Handlers<LegacyCalls, Session> {
  return {
    currencyOrderList: ({ session, query }) =>
      records.orders(
        session.userId,
        { scope: query.scope ?? 'all', symbol: query.symbol ?? null },
        pageOfRequest(query),
      ),
    currencyOrderSubmit: ({ session, body, idempotencyKey }) =>
      orders.place(session.userId, body, idempotencyKey),
    currencyOrderCancel: ({ session, query, idempotencyKey }) =>
      orders.cancel(session.userId, { orderId: query.id }, idempotencyKey),
    sendApproveHash() {
      throw new Refusal('APPROVALS_NEVER_ASKED');
    },
  };
}
