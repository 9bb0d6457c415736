import type { marginCalls } from '@candor/api';
import { pageOfRequest } from '../../base/records/paging.ts';
import type { Handlers } from '../../gateway/http/context.ts';
import type { OrderRecords } from '../spot/index.ts';
import type { Margin, MarginChoice } from './margin.ts';

const CROSS: MarginChoice = { kind: 'all', symbol: null };
const isolated = ({ symbol }: { readonly symbol: string }): MarginChoice => ({ kind: 'fixed', symbol });

export interface MarginHandlersDeps {
  readonly margin: Margin;
  readonly records: Pick<OrderRecords, 'orders'>;
}

export function marginHandlers({ margin, records }: MarginHandlersDeps): Handlers<typeof marginCalls> {
  return {
    allGetCanborrow: ({ session, body }) => margin.canBorrow(session.userId, CROSS, body.coin),
    allPreborrow: ({ session, body }) => margin.preview(session.userId, CROSS, body.coin, body.amount),
    allBorrow: ({ session, body, idempotencyKey }) =>
      margin.borrow(session.userId, CROSS, body.coin, body.amount, idempotencyKey),
    allStill: ({ session, body, idempotencyKey }) =>
      margin.repay(session.userId, CROSS, body.coin, body.amount ?? null, idempotencyKey),
    fixedGetCanborrow: ({ session, body }) => margin.canBorrow(session.userId, isolated(body), body.coin),
    fixedPreborrow: ({ session, body }) =>
      margin.preview(session.userId, isolated(body), body.coin, body.amount),
    fixedBorrow: ({ session, body, idempotencyKey }) =>
      margin.borrow(session.userId, isolated(body), body.coin, body.amount, idempotencyKey),
    fixedStill: ({ session, body, idempotencyKey }) =>
      margin.repay(session.userId, isolated(body), body.coin, body.amount ?? null, idempotencyKey),
    fixedMarginProperty: ({ session, params }) => margin.account(session.userId, isolated(params)),
    allMarginProperty: ({ session }) => margin.account(session.userId, CROSS),
    getCanborrowList: ({ session }) => margin.lent(session.userId),
    getDepositRate: () => margin.depositRates(),
    fixedUpdateLeverageRadio: ({ session, body, idempotencyKey }) =>
      margin.setLeverage(session.userId, body.symbol, body.leverage, idempotencyKey),
    borrowOrders: ({ session, params, query }) =>
      margin.loans(
        session.userId,
        {
          kind: params.marginType === 'fixed' ? 'fixed' : 'all',
          scope: params.scope,
          symbol: query.symbol ?? null,
          coin: query.coin ?? null,
        },
        pageOfRequest({ ...query, pageSize: params.limit }),
      ),
    marginExchange({ session, params, body: { sideEffectType, ...order }, idempotencyKey }) {
      const effect = sideEffectType ?? 'normal';
      const input = { ...order, side: params.side };
      return margin.place(session.userId, params.marginType, input, effect, idempotencyKey);
    },
    async marginCancelAll({ session, params, body, idempotencyKey }) {
      await margin.cancelAll(session.userId, params.marginType, body.symbol ?? null, idempotencyKey);
      return null;
    },
    marginEntrustLog: ({ session, params, query }) =>
      records.orders(
        session.userId,
        {
          scope: params.scope,
          symbol: params.symbol,
          wallet: params.marginType === 'all' ? 'margin-cross' : 'margin-isolated',
        },
        pageOfRequest({ ...query, pageSize: params.limit }),
      ),
    marginInterest: ({ session, query }) => margin.interest(session.userId, pageOfRequest(query)),
    marginReceipts: ({ session, query }) => margin.receipts(session.userId, pageOfRequest(query)),
  };
}
