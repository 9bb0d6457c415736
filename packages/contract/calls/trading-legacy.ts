import { z } from 'zod';
import { defineCall } from '../define.ts';
import { cancelReceipt, orderReceipt, orderRow } from '../records.ts';
import { idText, pageOf, pageQuery, positiveDecimal, side, symbolName } from '../scalars.ts';
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

const emptyList = z.strictObject({ records: z.array(z.never()), nextCursor: z.null() });
const listFilter = z.strictObject({
  scope: orderScope.optional(),
  symbol: symbolName.optional(),
  ...pageQuery,
});

function listCall<const Name extends string>(name: Name, path: string, summary: string) {
  return defineCall({
    name,
    method: 'POST',
    path,
    section: 'trading-legacy',
    summary: `${summary} Empty until the product opens.`,
    auth: 'required',
    query: listFilter,
    data: emptyList,
  });
}

export const contractOrderList = listCall(
  'contractOrderList',
  '/api/contract/order/list',
  'Contract orders of the signed-in user.',
);
export const contractPositionList = listCall(
  'contractPositionList',
  '/api/contract/position/list',
  'Positions of the signed-in user.',
);
export const contractLossList = listCall(
  'contractLossList',
  '/api/contract/loss/list',
  'Stop-profit and stop-loss orders of the signed-in user.',
);

const closed = 'Refused with PRODUCT_NOT_OPEN until the product opens.';
const symbolOrder = {
  symbol: symbolName,
  quantity: positiveDecimal.optional(),
  price: positiveDecimal.optional(),
};

export const contractOrderSubmit = defineCall({
  name: 'contractOrderSubmit',
  method: 'POST',
  path: '/api/contract/order/submit',
  section: 'trading-legacy',
  summary: `Places a contract order. ${closed}`,
  auth: 'required',
  act: true,
  body: z.strictObject({ side, ...symbolOrder }),
  data: orderReceipt,
});

export const contractOrderCancel = defineCall({
  name: 'contractOrderCancel',
  method: 'POST',
  path: '/api/contract/order/canCelOrder',
  section: 'trading-legacy',
  summary: `Cancels a contract order. ${closed}`,
  auth: 'required',
  act: true,
  query: z.strictObject({ id: idText }),
  data: orderReceipt,
});

export const contractStopOrder = defineCall({
  name: 'contractStopOrder',
  method: 'POST',
  path: '/api/contract/position/stopOrder',
  section: 'trading-legacy',
  summary: `Closes a position. ${closed}`,
  auth: 'required',
  act: true,
  query: z.strictObject({ id: idText }),
  data: orderReceipt,
});

export const contractAdjustAmount = defineCall({
  name: 'contractAdjustAmount',
  method: 'POST',
  path: '/api/contract/position/adjustAmount',
  section: 'trading-legacy',
  summary: `Adds margin to a position or takes it away. ${closed}`,
  auth: 'required',
  act: true,
  query: z.strictObject({ id: idText, money: positiveDecimal, flag: z.enum(['1', '2']) }),
  data: orderReceipt,
});

export const contractLossSett = defineCall({
  name: 'contractLossSett',
  method: 'POST',
  path: '/api/contract/loss/sett',
  section: 'trading-legacy',
  summary: `Sets a stop-profit or stop-loss. ${closed}`,
  auth: 'required',
  act: true,
  body: z.strictObject({
    id: z.number().int().positive(),
    stopProfit: positiveDecimal.optional(),
    stopLoss: positiveDecimal.optional(),
  }),
  data: orderReceipt,
});

export const contractLossCancel = defineCall({
  name: 'contractLossCancel',
  method: 'POST',
  path: '/api/contract/loss/cancel',
  section: 'trading-legacy',
  summary: `Cancels a stop-profit or stop-loss. ${closed}`,
  auth: 'required',
  act: true,
  query: z.strictObject({ id: idText }),
  data: orderReceipt,
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
