import type { Calls } from '@candor/contract';
import type { Session } from '../../identity/index.ts';
import { Refusal } from '../../refusal.ts';
import { pageOfRequest } from '../../usecases/index.ts';
import type { Handlers } from '../context.ts';
import type { Services } from '../services.ts';

type LegacyCalls = Pick<
  Calls,
  | 'currencyOrderList'
  | 'currencyOrderSubmit'
  | 'currencyOrderCancel'
  | 'contractOrderList'
  | 'contractOrderSubmit'
  | 'contractOrderCancel'
  | 'contractPositionList'
  | 'contractStopOrder'
  | 'contractAdjustAmount'
  | 'contractLossList'
  | 'contractLossSett'
  | 'contractLossCancel'
  | 'sendApproveHash'
>;

const emptyList = () => ({ records: [], nextCursor: null });
const notOpen = (): never => {
  throw new Refusal('PRODUCT_NOT_OPEN');
};

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
    contractOrderList: emptyList,
    contractOrderSubmit: notOpen,
    contractOrderCancel: notOpen,
    contractPositionList: emptyList,
    contractStopOrder: notOpen,
    contractAdjustAmount: notOpen,
    contractLossList: emptyList,
    contractLossSett: notOpen,
    contractLossCancel: notOpen,
    sendApproveHash() {
      throw new Refusal('APPROVALS_NEVER_ASKED');
    },
  };
}
