import { z } from 'zod';
import { defineCall, defineCalls } from '../define.ts';
import { cancelReceipt } from '../records.ts';
import {
  clientOrderId,
  idText,
  linePageQuery,
  orderRefQuery,
  pageOf,
  pageQuery,
  positiveDecimal,
  symbolName,
  timesQuery,
} from '../scalars.ts';
import { orderScope } from '../spot/order-fields.ts';
import { contractOrderFields, openingFields } from './order-fields.ts';
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
} from './records.ts';

const listFilter = z.strictObject({
  scope: orderScope.optional(),
  symbol: symbolName.optional(),
  ...pageQuery,
  ...timesQuery,
});

/** Fields of a take-profit or a stop-loss of a position. */
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

/** Directions 1 and 2 open, 3 and 4 close. */
const OPENS_UP_TO = 2;

export const perpetualLegacyCalls = defineCalls({
  contractOrderList: defineCall({
    method: 'POST',
    path: '/api/contract/order/list',
    section: 'trading-legacy',
    summary: 'Lists the contract orders of the signed-in user, newest first.',
    auth: 'required',
    cost: 3,
    query: z.strictObject({ ...listFilter.shape, clientOrderId: clientOrderId.optional() }),
    data: pageOf(contractOrderRow),
  }),
  contractOrderSubmit: defineCall({
    method: 'POST',
    path: '/api/contract/order/submit',
    section: 'trading-legacy',
    summary:
      'Places a contract order: direction 1 opens long, 2 opens short, 3 closes long, 4 closes short. Answers when it is durable.',
    auth: 'required',
    opens: ({ body }) => (body.direction <= OPENS_UP_TO ? 'perpetual' : null),
    act: true,
    body: z.strictObject({ direction: contractDirection, ...contractOrderFields, ...openingFields }),
    data: contractReceipt,
  }),
  contractOrderCancel: defineCall({
    method: 'POST',
    path: '/api/contract/order/canCelOrder',
    section: 'trading-legacy',
    summary:
      'Cancels one open contract order, by its id or by the client’s own id. `keptAs` in details names what stands for it.',
    auth: 'required',
    act: true,
    query: orderRefQuery,
    data: cancelReceipt,
  }),
  contractPositionList: defineCall({
    method: 'POST',
    path: '/api/contract/position/list',
    section: 'trading-legacy',
    summary: 'Lists all open positions of the signed-in user.',
    auth: 'required',
    query: z.strictObject({ symbol: symbolName.optional() }),
    data: z.strictObject({ records: z.array(positionRow), seq: z.number().int() }),
  }),
  contractStopOrder: defineCall({
    method: 'POST',
    path: '/api/contract/position/stopOrder',
    section: 'trading-legacy',
    summary: 'Closes a position at the market, by the id of the position.',
    auth: 'required',
    act: true,
    query: z.strictObject({ id: idText }),
    data: contractReceipt,
  }),
  contractAdjustAmount: defineCall({
    method: 'POST',
    path: '/api/contract/position/adjustAmount',
    section: 'trading-legacy',
    summary: 'Adds margin to an isolated position or takes it away; `money` is in USDT.',
    auth: 'required',
    act: true,
    query: z.strictObject({ id: idText, money: positiveDecimal, flag: marginFlag }),
    data: positionMarginReceipt,
  }),
  contractLossList: defineCall({
    method: 'POST',
    path: '/api/contract/loss/list',
    section: 'trading-legacy',
    summary: 'Lists the stop-profit and stop-loss orders of the signed-in user, newest first.',
    auth: 'required',
    cost: 3,
    query: listFilter,
    data: pageOf(stopRow),
  }),
  contractLossSett: defineCall({
    method: 'POST',
    path: '/api/contract/loss/sett',
    section: 'trading-legacy',
    summary:
      'Sets a stop-profit, a stop-loss, or both on a position. Those for the whole position replace earlier ones.',
    auth: 'required',
    act: true,
    body: z
      .strictObject(stopFields)
      .refine((body) => body.stopProfit !== undefined || body.stopLoss !== undefined),
    /** Those that were set, the stop-profit first. */
    data: z.strictObject({ records: z.array(stopReceipt) }),
  }),
  contractLossCancel: defineCall({
    method: 'POST',
    path: '/api/contract/loss/cancel',
    section: 'trading-legacy',
    summary: 'Cancels a stop-profit or stop-loss.',
    auth: 'required',
    act: true,
    query: z.strictObject({ id: idText }),
    data: z.null(),
  }),
  contractPositionHistory: defineCall({
    method: 'POST',
    path: '/api/contract/position/history',
    section: 'trading-legacy',
    summary: 'Lists the closed positions of the signed-in user, newest first.',
    auth: 'required',
    cost: 3,
    query: z.strictObject({ symbol: symbolName.optional(), ...linePageQuery, ...timesQuery }),
    data: pageOf(closedPositionRow),
  }),
});
