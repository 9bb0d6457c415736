import { z } from 'zod';
import { defineCall, defineCalls } from '../define.ts';
import { cancelReceipt, orderReceipt, orderRow } from '../records.ts';
import { clientOrderId, orderRefQuery, pageOf, pageQuery, side, symbolName, timesQuery } from '../scalars.ts';
import { orderFields, orderScope } from './order-fields.ts';

export const spotLegacyCalls = defineCalls({
  currencyOrderList: defineCall({
    method: 'POST',
    path: '/api/currency/order/orderList',
    section: 'trading-legacy',
    summary: 'Lists the orders of the signed-in user, newest first.',
    auth: 'required',
    cost: 3,
    query: z.strictObject({
      scope: orderScope.optional(),
      symbol: symbolName.optional(),
      clientOrderId: clientOrderId.optional(),
      ...pageQuery,
      ...timesQuery,
    }),
    data: pageOf(orderRow),
  }),
  currencyOrderSubmit: defineCall({
    method: 'POST',
    path: '/api/currency/order/submit',
    section: 'trading-legacy',
    summary: 'Places a spot order. Answers when it is durable.',
    auth: 'required',
    opens: ({ body }) => (body.side === 'buy' ? 'spot' : null),
    act: true,
    body: z.strictObject({ side, ...orderFields }),
    data: orderReceipt,
  }),
  currencyOrderCancel: defineCall({
    method: 'POST',
    path: '/api/currency/order/cancelOrder',
    section: 'trading-legacy',
    summary:
      'Cancels one open order, by its id or by the client’s own id. `keptAs` in details names what stands for it.',
    auth: 'required',
    act: true,
    query: orderRefQuery,
    data: cancelReceipt,
  }),
});
