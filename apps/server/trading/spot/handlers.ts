import { type spotCalls, walletKinds } from '@candor/api';
import { pageOfRequest } from '../../base/records/paging.ts';
import { orderRefOf } from '../../engine/acts/index.ts';
import type { Handlers } from '../../gateway/http/context.ts';
import type { BalanceReader } from '../../money/wallet/index.ts';
import type { FeeTierReader } from './fee-tiers.ts';
import type { Orders } from './orders.ts';
import type { OrderRecords } from './records.ts';

export interface SpotHandlersDeps {
  readonly orders: Orders;
  readonly records: OrderRecords;
  readonly feeTiers: FeeTierReader;
  readonly balances: Pick<BalanceReader, 'ofSymbol'>;
}

/** Spot trading in both families of calls, over the same use cases. */
export function spotHandlers({
  orders,
  records,
  feeTiers,
  balances,
}: SpotHandlersDeps): Handlers<typeof spotCalls> {
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
      const { orderId: id, clientOrderId } = body;
      return orders.cancel(session.userId, orderRefOf({ id, clientOrderId }), idempotencyKey);
    },
    async cancelAllEntrust({ session, body, idempotencyKey }) {
      await orders.cancelAll(session.userId, body.symbol ?? null, idempotencyKey);
      return null;
    },
    entrustLog: ({ session, params, query }) =>
      records.orders(
        session.userId,
        { scope: params.scope, symbol: params.symbol },
        pageOfRequest({ ...query, pageSize: params.limit }),
      ),
    getEntrustLogCurrency: ({ session, body }) =>
      records.orders(
        session.userId,
        {
          scope: body.scope ?? 'all',
          symbol: body.symbol ?? null,
          clientOrderId: body.clientOrderId ?? null,
        },
        pageOfRequest(body),
      ),
    myExchangeLog: ({ session, params, query }) =>
      records.fills(session.userId, params.symbol, pageOfRequest(query)),
    transactionDetails: ({ session, params }) => records.order(session.userId, params.orderId),
    exchangeOco: ({ session, params, body, idempotencyKey }) =>
      orders.placeOco(session.userId, { ...body, side: params.side }, idempotencyKey),
    amendEntrust: ({ session, body, idempotencyKey }) => orders.amend(session.userId, body, idempotencyKey),
    getFeeTiers: ({ session }) => feeTiers(session?.userId ?? null),
    currencyOrderOco: ({ session, body, idempotencyKey }) =>
      orders.placeOco(session.userId, body, idempotencyKey),
    currencyOrderAmend: ({ session, body, idempotencyKey }) =>
      orders.amend(session.userId, body, idempotencyKey),
    currencyOrderList: ({ session, query }) =>
      records.orders(
        session.userId,
        {
          scope: query.scope ?? 'all',
          symbol: query.symbol ?? null,
          clientOrderId: query.clientOrderId ?? null,
        },
        pageOfRequest(query),
      ),
    currencyOrderSubmit: ({ session, body, idempotencyKey }) =>
      orders.place(session.userId, body, idempotencyKey),
    currencyOrderCancel: ({ session, query, idempotencyKey }) =>
      orders.cancel(session.userId, orderRefOf(query), idempotencyKey),
  };
}
