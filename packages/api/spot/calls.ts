import { z } from 'zod';
import { defineCall, defineCalls } from '../define.ts';
import { balanceRow, cancelReceipt, fillRow, orderReceipt, orderRow } from '../records.ts';
import {
  clientOrderId,
  cursorQuery,
  idText,
  nothing,
  pageBody,
  pageOf,
  pageQuery,
  side,
  symbolName,
  timesBody,
  timesQuery,
  wholeText,
} from '../scalars.ts';
import { walletType } from '../wallet/wallets.ts';
import { spotLegacyCalls } from './legacy-calls.ts';
import { spotOrderCalls } from './order-calls.ts';
import { orderFields, orderScope } from './order-fields.ts';

/** The calls of spot: the coin family here, the legacy family and pairs of orders in their own files. */
export const spotCalls = {
  ...spotLegacyCalls,
  ...spotOrderCalls,
  ...defineCalls({
    getSymbolWallet: defineCall({
      method: 'GET',
      path: '/api/{head}/coin/wallet/get/{walletType}/{symbol}',
      section: 'trading',
      summary:
        'Returns the two balances for trading one market, in the wallet of a type; 0 is the spot wallet.',
      auth: 'required',
      params: z.strictObject({ walletType, symbol: symbolName }),
      data: z.strictObject({
        base: balanceRow.nullable(),
        quote: balanceRow.nullable(),
        seq: z.number().int(),
      }),
    }),
    exchange: defineCall({
      method: 'POST',
      path: '/api/{head}/coin/entrust/exchange/{side}',
      section: 'trading',
      summary: 'Places a spot order, at once or when a price comes. Answers when it is durable.',
      auth: 'required',
      opens: ({ params }) => (params.side === 'buy' ? 'spot' : null),
      act: true,
      params: z.strictObject({ side }),
      body: z.strictObject(orderFields),
      data: orderReceipt,
    }),
    cancelEntrust: defineCall({
      method: 'POST',
      path: '/api/{head}/coin/entrust/cancel/entrust',
      section: 'trading',
      summary:
        'Cancels one open order, by its id or by the client’s own id. `keptAs` in details names what stands for it.',
      auth: 'required',
      act: true,
      body: z
        .strictObject({
          orderId: z.number().int().positive().max(Number.MAX_SAFE_INTEGER).optional(),
          clientOrderId: clientOrderId.optional(),
        })
        .refine((body) => (body.orderId === undefined) !== (body.clientOrderId === undefined)),
      data: cancelReceipt,
    }),
    cancelAllEntrust: defineCall({
      method: 'POST',
      path: '/api/{head}/coin/entrust/cancel/all',
      section: 'trading',
      summary: 'Cancels all open orders, of one market where it is named.',
      auth: 'required',
      cost: 3,
      act: true,
      body: z.strictObject({ symbol: symbolName.optional() }),
      data: nothing,
    }),
    entrustLog: defineCall({
      method: 'GET',
      path: '/api/{head}/coin/entrust/entrustlog/{scope}/{symbol}/{limit}',
      section: 'trading',
      summary:
        'Lists the orders of the signed-in user, newest first; `all` for every market. `fromTime` and `toTime` limit when they were placed.',
      auth: 'required',
      cost: 3,
      params: z.strictObject({ scope: orderScope, symbol: symbolName, limit: wholeText(1, 100) }),
      query: z.strictObject({ ...cursorQuery, ...timesQuery }),
      data: pageOf(orderRow),
    }),
    getEntrustLogCurrency: defineCall({
      method: 'POST',
      path: '/api/{head}/coin/entrust/getEntrustLogCurrency',
      section: 'trading',
      summary: 'Returns the same list with the filter in the body.',
      auth: 'required',
      cost: 3,
      body: z.strictObject({
        scope: orderScope.optional(),
        symbol: symbolName.optional(),
        clientOrderId: clientOrderId.optional(),
        ...pageBody,
        ...timesBody,
      }),
      data: pageOf(orderRow),
    }),
    myExchangeLog: defineCall({
      method: 'GET',
      path: '/api/{head}/coin/entrust/get/myExchangeLog/{symbol}',
      section: 'trading',
      summary: 'Lists the fills of the signed-in user, newest first; `all` for every market.',
      auth: 'required',
      cost: 3,
      params: z.strictObject({ symbol: symbolName }),
      query: z.strictObject({ ...pageQuery, ...timesQuery }),
      data: pageOf(fillRow),
    }),
    transactionDetails: defineCall({
      method: 'GET',
      path: '/api/{head}/coin/entrust/transaction/details/{orderId}',
      section: 'trading',
      summary: 'Returns one order of the signed-in user with its fills.',
      auth: 'required',
      cost: 3,
      params: z.strictObject({ orderId: idText }),
      data: z.strictObject({ order: orderRow, fills: z.array(fillRow) }),
    }),
  }),
};
