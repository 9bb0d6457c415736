import { z } from 'zod';
import { defineCall, defineCalls } from '../define.ts';
import { orderReceipt, orderRow } from '../records.ts';
import {
  clientOrderId,
  coinCode,
  cursorQuery,
  decimal,
  linePageQuery,
  nothing,
  orderType,
  pageOf,
  positiveDecimal,
  side,
  symbolName,
  timeInForce,
  timesQuery,
  wholeNumber,
  wholeText,
} from '../scalars.ts';
import {
  borrowOrderRow,
  borrowPreview,
  borrowReceipt,
  canBorrow,
  type MarginKind,
  marginAccountRow,
  marginInterestRow,
  marginKind,
  marginReceiptRow,
  repayReceipt,
  sideEffectType,
} from './records.ts';

const ofMarket = { symbol: symbolName };

const wanted = { coin: coinCode };

const lent = { coin: coinCode, amount: positiveDecimal };

const repaid = { coin: coinCode, amount: positiveDecimal.optional() };

function call<B extends z.ZodRawShape, D extends z.ZodType>(
  kind: MarginKind,
  verb: string,
  summary: string,
  body: B,
  data: D,
  act = false,
  opens: (() => 'margin') | null = null,
) {
  return defineCall({
    method: 'POST',
    path: `/api/{head}/coin/wallet/${kind}/${verb}`,
    section: 'margin',
    summary,
    auth: 'required',
    act,
    ...(opens === null ? {} : { opens }),
    body: z.strictObject(body),
    data,
  });
}

const CAN_BORROW = 'The most that may be borrowed of a coin now, and on which terms.';

const PRE_BORROW = 'What borrowing would cost and make of the risk rate; nothing is done.';

const BORROW = 'Borrows from the lending pool. The hour that has started is charged at once.';

const STILL = 'Repays a debt out of the same account, interest first; without an amount all of it.';

/** A plain order: orders that wait for a price are of the spot account. */
const orderFields = {
  symbol: symbolName,
  type: orderType,
  timeInForce: timeInForce.optional(),
  postOnly: z.boolean().optional(),
  price: positiveDecimal.optional(),
  quantity: positiveDecimal.optional(),
  quoteAmount: positiveDecimal.optional(),
  clientOrderId: clientOrderId.optional(),
};

export const marginCalls = defineCalls({
  allGetCanborrow: call('all', 'getCanborrow', CAN_BORROW, wanted, canBorrow),
  allPreborrow: call('all', 'preborrow', PRE_BORROW, lent, borrowPreview),
  allBorrow: call('all', 'borrow', BORROW, lent, borrowReceipt, true, () => 'margin'),
  allStill: call('all', 'still', STILL, repaid, repayReceipt, true),
  fixedGetCanborrow: call('fixed', 'getCanborrow', CAN_BORROW, { ...wanted, ...ofMarket }, canBorrow),
  fixedPreborrow: call('fixed', 'preborrow', PRE_BORROW, { ...lent, ...ofMarket }, borrowPreview),
  fixedBorrow: call('fixed', 'borrow', BORROW, { ...lent, ...ofMarket }, borrowReceipt, true, () => 'margin'),
  fixedStill: call('fixed', 'still', STILL, { ...repaid, ...ofMarket }, repayReceipt, true),
  fixedMarginProperty: defineCall({
    method: 'GET',
    path: '/api/{head}/coin/wallet/fixed/marginProperty/{symbol}',
    section: 'margin',
    summary: 'Returns the isolated margin account of a market: its balances, its debts and its risk rate.',
    auth: 'required',
    params: z.strictObject(ofMarket),
    data: marginAccountRow,
  }),
  allMarginProperty: defineCall({
    method: 'GET',
    path: '/api/{head}/coin/wallet/all/marginProperty',
    section: 'margin',
    summary: 'Returns the cross margin account: its balances, its debts and its risk rate.',
    auth: 'required',
    data: marginAccountRow,
  }),
  getCanborrowList: defineCall({
    method: 'GET',
    path: '/api/{head}/coin/wallet/all/getCanborrowList',
    section: 'margin',
    summary: 'Lists the coins that are lent, each with its rate, its limit and the balance of its pool.',
    auth: 'required',
    data: z.strictObject({
      list: z.array(
        z.strictObject({
          coin: z.string(),
          name: z.string(),
          hourlyRate: decimal,
          /** The hourly rate times 24. */
          dailyRate: decimal,
          maxBorrow: decimal,
          poolAvailable: decimal,
          /** Amount of it that the user may borrow in the cross account now; null while an index is stale. */
          canBorrow: decimal.nullable(),
        }),
      ),
      seq: z.number().int(),
    }),
  }),
  getDepositRate: defineCall({
    method: 'GET',
    path: '/api/{head}/coin/wallet/all/getDepositRate',
    section: 'margin',
    summary:
      'Returns the part of each coin’s value that counts as collateral, the rate at which it is lent, and the risk rates of every kind of account.',
    auth: 'none',
    isShared: true,
    data: z.strictObject({
      list: z.array(
        z.strictObject({
          coin: z.string(),
          depositRate: decimal,
          /** Interest of an hour in percent; null for a coin that is not lent. */
          hourlyRate: decimal.nullable(),
        }),
      ),
      terms: z.array(
        z.strictObject({
          type: marginKind,
          symbol: z.string().nullable(),
          maxLeverage: z.number().int(),
          transferRisk: decimal,
          callRisk: decimal,
          liquidationRisk: decimal,
          /** Maximum distance from the index for trades of an account that owes, and for forced sales, in percent. */
          saleBand: decimal,
        }),
      ),
      seq: z.number().int(),
    }),
  }),
  fixedUpdateLeverageRadio: defineCall({
    method: 'POST',
    path: '/api/{head}/coin/wallet/fixed/updateLeverageRadio',
    section: 'margin',
    summary: 'Sets the leverage up to which an isolated margin account may borrow from now on.',
    auth: 'required',
    act: true,
    body: z.strictObject({ ...ofMarket, leverage: wholeNumber(1, 1_000) }),
    data: z.strictObject({ symbol: z.string(), leverage: z.number().int() }),
  }),
  borrowOrders: defineCall({
    method: 'GET',
    path: '/api/{head}/coin/entrust/borrowOrder/{marginType}/{scope}/{limit}',
    section: 'margin',
    summary:
      'Lists the borrow orders of the signed-in user, newest first. `qc` stands for the cross account as well.',
    auth: 'required',
    cost: 3,
    params: z.strictObject({
      marginType: z.enum(['all', 'fixed', 'qc']),
      scope: z.enum(['open', 'history', 'all']),
      limit: wholeText(1, 100),
    }),
    query: z.strictObject({
      ...cursorQuery,
      ...timesQuery,
      symbol: symbolName.optional(),
      coin: coinCode.optional(),
    }),
    data: pageOf(borrowOrderRow),
  }),
  marginExchange: defineCall({
    method: 'POST',
    path: '/api/{head}/coin/entrust/margin/{marginType}/exchange/{side}',
    section: 'margin',
    summary:
      'Places a spot order of a margin account. An account with debts trades within a band around the index.',
    auth: 'required',
    opens: ({ body }) => (body.sideEffectType === 'autoBorrow' ? 'margin' : null),
    act: true,
    params: z.strictObject({ marginType: marginKind, side }),
    body: z.strictObject({ ...orderFields, sideEffectType: sideEffectType.optional() }),
    data: orderReceipt,
  }),
  marginCancelAll: defineCall({
    method: 'POST',
    path: '/api/{head}/coin/entrust/margin/{marginType}/cancel/all',
    section: 'margin',
    summary:
      'Cancels all open orders of margin accounts, or those of one market if it is named. A single order is cancelled by its id, as any order.',
    auth: 'required',
    cost: 3,
    act: true,
    params: z.strictObject({ marginType: marginKind }),
    body: z.strictObject({ symbol: symbolName.optional() }),
    data: nothing,
  }),
  marginEntrustLog: defineCall({
    method: 'GET',
    path: '/api/{head}/coin/entrust/margin/{marginType}/entrustlog/{scope}/{symbol}/{limit}',
    section: 'margin',
    summary: 'Lists the orders of margin accounts, newest first; `all` for every market.',
    auth: 'required',
    cost: 3,
    params: z.strictObject({
      marginType: marginKind,
      scope: z.enum(['open', 'history', 'all']),
      symbol: symbolName,
      limit: wholeText(1, 100),
    }),
    query: z.strictObject({ ...cursorQuery, ...timesQuery }),
    data: pageOf(orderRow),
  }),
  marginInterest: defineCall({
    method: 'GET',
    path: '/api/{head}/coin/wallet/margin/interest',
    section: 'margin',
    summary: 'Lists the interest charged to the signed-in user, newest first.',
    auth: 'required',
    cost: 3,
    query: z.strictObject({ ...linePageQuery, ...timesQuery }),
    data: pageOf(marginInterestRow),
  }),
  marginReceipts: defineCall({
    method: 'GET',
    path: '/api/{head}/coin/wallet/margin/receipts',
    section: 'margin',
    summary:
      'Lists the margin calls and forced sales of the signed-in user, newest first, each with its inputs.',
    auth: 'required',
    cost: 3,
    query: z.strictObject({ ...linePageQuery, ...timesQuery }),
    data: pageOf(marginReceiptRow),
  }),
});
