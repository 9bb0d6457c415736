import type { Calls } from '@candor/contract';
import type { Session } from '../../identity/index.ts';
import { pageOfRequest } from '../../usecases/index.ts';
import type { Handlers } from '../context.ts';
import type { Services } from '../services.ts';

type SecondsCalls = Pick<
  Calls,
  | 'createSecondContractOrder'
  | 'secondContractOrderList'
  | 'periodList'
  | 'getSecondContractPool'
  | 'getSecondContractChanges'
  | 'getSecondContractLimits'
  | 'setSecondContractLimits'
  | 'getSecondContractReceipt'
  | 'getSecondContractKey'
>;

export function secondsHandlers({ seconds }: Services): Handlers<SecondsCalls, Session> {
  return {
    createSecondContractOrder: ({ session, body, idempotencyKey }) =>
      seconds.open(session.userId, body, idempotencyKey),
    secondContractOrderList: ({ session, body }) =>
      seconds.list(
        session.userId,
        { scope: body.scope ?? 'all', symbol: body.symbol ?? null },
        pageOfRequest(body),
      ),
    periodList: ({ body }) => seconds.offers(body.symbol ?? null),
    getSecondContractPool: () => seconds.pool(),
    getSecondContractChanges: ({ body }) => seconds.changes(pageOfRequest(body)),
    getSecondContractLimits: ({ session }) => seconds.limits(session.userId),
    async setSecondContractLimits({ session, body, idempotencyKey }) {
      await seconds.setLimits(session.userId, body, idempotencyKey);
      return null;
    },
    getSecondContractReceipt: ({ session, query }) => seconds.receipt(session.userId, query.id),
    getSecondContractKey: () => seconds.ticketKey(),
  };
}
