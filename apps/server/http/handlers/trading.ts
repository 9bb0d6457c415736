import { type Calls, walletKinds } from '@candor/contract';
import type { Session } from '../../identity/index.ts';
import { Refusal } from '../../refusal.ts';
import { pageOfRequest } from '../../usecases/index.ts';
import type { Handlers } from '../context.ts';
import type { Services } from '../services.ts';

type TradingCalls = Pick<
  Calls,
  | 'getSymbolWallet'
  | 'exchange'
  | 'cancelEntrust'
  | 'cancelAllEntrust'
  | 'entrustLog'
  | 'getEntrustLogCurrency'
  | 'myExchangeLog'
  | 'transactionDetails'
>;

/** The coin family of spot trading. */
export function tradingHandlers({ orders, records, balances }: Services): Handlers<TradingCalls, Session> {
  return {
    async getSymbolWallet({ session, params }) {
      const type = params.walletType === '0' ? '1' : params.walletType;
      const kind = type === '8' ? null : walletKinds[type];
      const wallet = await balances.ofSymbol(session.userId, kind ?? 'spot', params.symbol);
      return kind === null ? { base: null, quote: null, seq: wallet.seq } : wallet;
    },
    exchange: ({ session, params, body, idempotencyKey }) =>
      orders.place(session.userId, { ...body, side: params.side }, idempotencyKey),
    cancelEntrust({ session, body, idempotencyKey }) {
      const { orderId, clientOrderId } = body;
      if (orderId !== undefined) return orders.cancel(session.userId, { orderId }, idempotencyKey);
      if (clientOrderId === undefined) throw new Refusal('INVALID_INPUT', { field: 'orderId' });
      return orders.cancel(session.userId, { clientOrderId }, idempotencyKey);
    },
    async cancelAllEntrust({ session, body, idempotencyKey }) {
      await orders.cancelAll(session.userId, body.symbol ?? null, idempotencyKey);
      return null;
    },
    entrustLog: ({ session, params, query }) =>
      records.orders(
        session.userId,
        { scope: params.scope, symbol: params.symbol },
        pageOfRequest({ pageSize: params.limit, cursor: query.cursor }),
      ),
    getEntrustLogCurrency: ({ session, body }) =>
      records.orders(
        session.userId,
        { scope: body.scope ?? 'all', symbol: body.symbol ?? null },
        pageOfRequest(body),
      ),
    myExchangeLog: ({ session, params, query }) =>
      records.fills(session.userId, params.symbol, pageOfRequest(query)),
    transactionDetails: ({ session, params }) => records.order(session.userId, params.orderId),
  };
}
