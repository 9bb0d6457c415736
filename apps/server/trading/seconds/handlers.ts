import type { secondsCalls } from '@candor/api';
import { pageOfRequest } from '../../base/records/paging.ts';
import type { Handlers } from '../../gateway/http/context.ts';
import type { Seconds } from './seconds.ts';

export function secondsHandlers({ seconds }: { readonly seconds: Seconds }): Handlers<typeof secondsCalls> {
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
