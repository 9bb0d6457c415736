import { z } from 'zod';
import {
  closedPositionRow,
  contractDirection,
  contractOrderRow,
  contractReceipt,
  marginFlag,
  positionMarginReceipt,
  positionRow,
  stopReceipt,
  stopRow,
  triggerBy,
} from '../contract-records.ts';
import { defineCall } from '../define.ts';
import { cancelReceipt } from '../records.ts';
import { idText, linePageQuery, pageOf, pageQuery, positiveDecimal, symbolName } from '../scalars.ts';
import { contractOrderFields, openingFields } from './contract-order.ts';
import { orderScope } from './trading.ts';

const listFilter = z.strictObject({
  scope: orderScope.optional(),
  symbol: symbolName.optional(),
  ...pageQuery,
});

export const contractOrderList = defineCall({
  name: 'contractOrderList',
  method: 'POST',
  path: '/api/contract/order/list',
  section: 'trading-legacy',
  summary: 'Contract orders of the signed-in user, newest first.',
  auth: 'required',
  query: listFilter,
  data: pageOf(contractOrderRow),
});

export const contractOrderSubmit = defineCall({
  name: 'contractOrderSubmit',
  method: 'POST',
  path: '/api/contract/order/submit',
  section: 'trading-legacy',
  summary:
    'Places a contract order: direction 1 opens long, 2 opens short, 3 closes long, 4 closes short. Answers when it is durable.',
  auth: 'required',
  act: true,
  body: z.strictObject({ direction: contractDirection, ...contractOrderFields, ...openingFields }),
  data: contractReceipt,
});

export const contractOrderCancel = defineCall({
  name: 'contractOrderCancel',
  method: 'POST',
  path: '/api/contract/order/canCelOrder',
  section: 'trading-legacy',
  summary: 'Cancels one open contract order.',
  auth: 'required',
  act: true,
  query: z.strictObject({ id: idText }),
  data: cancelReceipt,
});

export const contractPositionList = defineCall({
  name: 'contractPositionList',
  method: 'POST',
  path: '/api/contract/position/list',
  section: 'trading-legacy',
  summary: 'Open positions of the signed-in user, all of them at once.',
  auth: 'required',
  query: z.strictObject({ symbol: symbolName.optional() }),
  data: z.strictObject({ records: z.array(positionRow), seq: z.number().int() }),
});

export const contractStopOrder = defineCall({
  name: 'contractStopOrder',
  method: 'POST',
  path: '/api/contract/position/stopOrder',
  section: 'trading-legacy',
  summary: 'Closes a position at the market; the id is the position’s.',
  auth: 'required',
  act: true,
  query: z.strictObject({ id: idText }),
  data: contractReceipt,
});

export const contractAdjustAmount = defineCall({
  name: 'contractAdjustAmount',
  method: 'POST',
  path: '/api/contract/position/adjustAmount',
  section: 'trading-legacy',
  summary: 'Adds margin to an isolated position or takes it away; `money` is in USDT.',
  auth: 'required',
  act: true,
  query: z.strictObject({ id: idText, money: positiveDecimal, flag: marginFlag }),
  data: positionMarginReceipt,
});

export const contractLossList = defineCall({
  name: 'contractLossList',
  method: 'POST',
  path: '/api/contract/loss/list',
  section: 'trading-legacy',
  summary: 'Stop-profit and stop-loss orders of the signed-in user, newest first.',
  auth: 'required',
  query: listFilter,
  data: pageOf(stopRow),
});

/** What a stop-profit or a stop-loss of a position says. */
export const stopFields = {
  /** The position's id. */
  id: z.number().int().positive().max(Number.MAX_SAFE_INTEGER),
  stopProfit: positiveDecimal.optional(),
  stopLoss: positiveDecimal.optional(),
  /** Contracts to close; the whole position where left out. */
  quantity: positiveDecimal.optional(),
  /** The mark price where left out. */
  triggerBy: triggerBy.optional(),
};

export const contractLossSett = defineCall({
  name: 'contractLossSett',
  method: 'POST',
  path: '/api/contract/loss/sett',
  section: 'trading-legacy',
  summary:
    'Sets a stop-profit, a stop-loss, or both on a position; the whole position’s ones replace those set before.',
  auth: 'required',
  act: true,
  body: z
    .strictObject(stopFields)
    .refine((body) => body.stopProfit !== undefined || body.stopLoss !== undefined),
  /** Those that were set, the stop-profit first. */
  data: z.strictObject({ records: z.array(stopReceipt) }),
});

export const contractLossCancel = defineCall({
  name: 'contractLossCancel',
  method: 'POST',
  path: '/api/contract/loss/cancel',
  section: 'trading-legacy',
  summary: 'Cancels a stop-profit or stop-loss.',
  auth: 'required',
  act: true,
  query: z.strictObject({ id: idText }),
  data: z.null(),
});

export const contractPositionHistory = defineCall({
  name: 'contractPositionHistory',
  method: 'POST',
  path: '/api/contract/position/history',
  section: 'trading-legacy',
  summary: 'Positions of the signed-in user that are over, newest first.',
  auth: 'required',
  query: z.strictObject({ symbol: symbolName.optional(), ...linePageQuery }),
  data: pageOf(closedPositionRow),
});
