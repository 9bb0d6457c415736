import { z } from 'zod';
import { defineCall } from '../define.ts';
import { balanceRow, cancelReceipt, fillRow, orderReceipt, orderRow } from '../records.ts';
import {
  clientOrderId,
  idText,
  nothing,
  orderType,
  pageBody,
  pageOf,
  pageQuery,
  positiveDecimal,
  side,
  symbolName,
  timeInForce,
  wholeText,
} from '../scalars.ts';
import { triggerFields } from '../triggers.ts';
import { walletType } from '../wallets.ts';

/** The fields of an order without its side. Prices and quantities are decimal text. */
export const orderFields = {
  symbol: symbolName,
  type: orderType,
  /** GTC where left out of a limit order; a market order is always IOC. */
  timeInForce: timeInForce.optional(),
  postOnly: z.boolean().optional(),
  price: positiveDecimal.optional(),
  quantity: positiveDecimal.optional(),
  /** Market orders only: how much of the quote coin to spend or to earn. */
  quoteAmount: positiveDecimal.optional(),
  clientOrderId: clientOrderId.optional(),
  /** With these it waits for a price, and what it may need is held until then. */
  ...triggerFields,
};

/** Which orders of a list: still open, done, or both. */
export const orderScope = z.enum(['open', 'history', 'all']);

export const getSymbolWallet = defineCall({
  name: 'getSymbolWallet',
  method: 'GET',
  path: '/api/{head}/coin/wallet/get/{walletType}/{symbol}',
  section: 'trading',
  summary: 'The two balances that trading one market needs, in the wallet of a type; 0 is the spot wallet.',
  auth: 'required',
  params: z.strictObject({ walletType, symbol: symbolName }),
  data: z.strictObject({ base: balanceRow.nullable(), quote: balanceRow.nullable(), seq: z.number().int() }),
});

export const exchange = defineCall({
  name: 'exchange',
  method: 'POST',
  path: '/api/{head}/coin/entrust/exchange/{side}',
  section: 'trading',
  summary: 'Places a spot order, at once or when a price comes. Answers when it is durable.',
  auth: 'required',
  act: true,
  params: z.strictObject({ side }),
  body: z.strictObject(orderFields),
  data: orderReceipt,
});

export const cancelEntrust = defineCall({
  name: 'cancelEntrust',
  method: 'POST',
  path: '/api/{head}/coin/entrust/cancel/entrust',
  section: 'trading',
  summary: 'Cancels one open order, by its id or by the client’s own id.',
  auth: 'required',
  act: true,
  body: z
    .strictObject({
      orderId: z.number().int().positive().max(Number.MAX_SAFE_INTEGER).optional(),
      clientOrderId: clientOrderId.optional(),
    })
    .refine((body) => (body.orderId === undefined) !== (body.clientOrderId === undefined)),
  data: cancelReceipt,
});

export const cancelAllEntrust = defineCall({
  name: 'cancelAllEntrust',
  method: 'POST',
  path: '/api/{head}/coin/entrust/cancel/all',
  section: 'trading',
  summary: 'Cancels all open orders, of one market where it is named.',
  auth: 'required',
  act: true,
  body: z.strictObject({ symbol: symbolName.optional() }),
  data: nothing,
});

export const entrustLog = defineCall({
  name: 'entrustLog',
  method: 'GET',
  path: '/api/{head}/coin/entrust/entrustlog/{scope}/{symbol}/{limit}',
  section: 'trading',
  summary: 'Orders of the signed-in user, newest first; `all` for every market.',
  auth: 'required',
  params: z.strictObject({ scope: orderScope, symbol: symbolName, limit: wholeText(1, 100) }),
  query: z.strictObject({ cursor: pageQuery.cursor }),
  data: pageOf(orderRow),
});

export const getEntrustLogCurrency = defineCall({
  name: 'getEntrustLogCurrency',
  method: 'POST',
  path: '/api/{head}/coin/entrust/getEntrustLogCurrency',
  section: 'trading',
  summary: 'The same list with its filter in the body.',
  auth: 'required',
  body: z.strictObject({ scope: orderScope.optional(), symbol: symbolName.optional(), ...pageBody }),
  data: pageOf(orderRow),
});

export const myExchangeLog = defineCall({
  name: 'myExchangeLog',
  method: 'GET',
  path: '/api/{head}/coin/entrust/get/myExchangeLog/{symbol}',
  section: 'trading',
  summary: 'Fills of the signed-in user, newest first; `all` for every market.',
  auth: 'required',
  params: z.strictObject({ symbol: symbolName }),
  query: z.strictObject(pageQuery),
  data: pageOf(fillRow),
});

export const transactionDetails = defineCall({
  name: 'transactionDetails',
  method: 'GET',
  path: '/api/{head}/coin/entrust/transaction/details/{orderId}',
  section: 'trading',
  summary: 'One order of the signed-in user with its fills.',
  auth: 'required',
  params: z.strictObject({ orderId: idText }),
  data: z.strictObject({ order: orderRow, fills: z.array(fillRow) }),
});
