import { z } from 'zod';
import { defineCall } from '../define.ts';
import { cancelReceipt, orderReceipt, orderRow } from '../records.ts';
import { idText, pageOf, pageQuery, side, symbolName } from '../scalars.ts';
import { orderFields, orderScope } from './trading.ts';

export const currencyOrderList = defineCall({
  name: 'currencyOrderList',
  method: 'POST',
  path: '/api/currency/order/orderList',
  section: 'trading-legacy',
  summary: 'Orders of the signed-in user, newest first.',
  auth: 'required',
  query: z.strictObject({ scope: orderScope.optional(), symbol: symbolName.optional(), ...pageQuery }),
  data: pageOf(orderRow),
});

export const currencyOrderSubmit = defineCall({
  name: 'currencyOrderSubmit',
  method: 'POST',
  path: '/api/currency/order/submit',
  section: 'trading-legacy',
  summary: 'Places a spot order. Answers when it is durable.',
  auth: 'required',
  act: true,
  body: z.strictObject({ side, ...orderFields }),
  data: orderReceipt,
});

export const currencyOrderCancel = defineCall({
  name: 'currencyOrderCancel',
  method: 'POST',
  path: '/api/currency/order/cancelOrder',
  section: 'trading-legacy',
  summary: 'Cancels one open order.',
  auth: 'required',
  act: true,
  query: z.strictObject({ id: idText }),
  data: cancelReceipt,
});

export const sendApproveHash = defineCall({
  name: 'sendApproveHash',
  method: 'POST',
  path: '/api/apiDefi/sendApproveHash',
  section: 'trading-legacy',
  summary: 'Always refused: we never ask a wallet for an approval, and record none.',
  auth: 'required',
  body: z.strictObject({ hash: z.string().regex(/^0x[0-9a-fA-F]{64}$/) }),
  data: z.null(),
});
