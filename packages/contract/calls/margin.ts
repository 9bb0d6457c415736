import { z } from 'zod';
import { defineCall } from '../define.ts';
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
} from '../margin-records.ts';
import { orderReceipt, orderRow } from '../records.ts';
import {
  clientOrderId,
  coinCode,
  decimal,
  linePageQuery,
  nothing,
  orderType,
  pageOf,
  pageQuery,
  positiveDecimal,
  side,
  symbolName,
  timeInForce,
  wholeText,
} from '../scalars.ts';

const ofMarket = { symbol: symbolName };
const wanted = { coin: coinCode };
const lent = { coin: coinCode, amount: positiveDecimal };
const repaid = { coin: coinCode, amount: positiveDecimal.optional() };

function call<const Name extends string, B extends z.ZodRawShape, D extends z.ZodType>(
  name: Name,
  kind: MarginKind,
  verb: string,
  summary: string,
  body: B,
  data: D,
  act = false,
) {
  return defineCall({
    name,
    method: 'POST',
    path: `/api/{head}/coin/wallet/${kind}/${verb}`,
    section: 'margin',
    summary,
    auth: 'required',
    act,
    body: z.strictObject(body),
    data,
  });
}

const CAN_BORROW = 'The most that may be borrowed of a coin now, and on which terms.';
const PRE_BORROW = 'What borrowing would cost and make of the risk rate; nothing is done.';
const BORROW = 'Borrows from the lending pool. The hour that has started is charged at once.';
const STILL = 'Repays a debt out of the same account, interest first; without an amount all of it.';

export const allGetCanborrow = call('allGetCanborrow', 'all', 'getCanborrow', CAN_BORROW, wanted, canBorrow);
export const allPreborrow = call('allPreborrow', 'all', 'preborrow', PRE_BORROW, lent, borrowPreview);
export const allBorrow = call('allBorrow', 'all', 'borrow', BORROW, lent, borrowReceipt, true);
export const allStill = call('allStill', 'all', 'still', STILL, repaid, repayReceipt, true);
export const fixedGetCanborrow = call(
  'fixedGetCanborrow',
  'fixed',
  'getCanborrow',
  CAN_BORROW,
  { ...wanted, ...ofMarket },
  canBorrow,
);
export const fixedPreborrow = call(
  'fixedPreborrow',
  'fixed',
  'preborrow',
  PRE_BORROW,
  { ...lent, ...ofMarket },
  borrowPreview,
);
export const fixedBorrow = call(
  'fixedBorrow',
  'fixed',
  'borrow',
  BORROW,
  { ...lent, ...ofMarket },
  borrowReceipt,
  true,
);
export const fixedStill = call(
  'fixedStill',
  'fixed',
  'still',
  STILL,
  { ...repaid, ...ofMarket },
  repayReceipt,
  true,
);

export const fixedMarginProperty = defineCall({
  name: 'fixedMarginProperty',
  method: 'GET',
  path: '/api/{head}/coin/wallet/fixed/marginProperty/{symbol}',
  section: 'margin',
  summary: 'The isolated margin account of a market: what lies there, what it owes and its risk rate.',
  auth: 'required',
  params: z.strictObject(ofMarket),
  data: marginAccountRow,
});

export const allMarginProperty = defineCall({
  name: 'allMarginProperty',
  method: 'GET',
  path: '/api/{head}/coin/wallet/all/marginProperty',
  section: 'margin',
  summary: 'The cross margin account: what lies there, what it owes and its risk rate.',
  auth: 'required',
  data: marginAccountRow,
});

export const getCanborrowList = defineCall({
  name: 'getCanborrowList',
  method: 'GET',
  path: '/api/{head}/coin/wallet/all/getCanborrowList',
  section: 'margin',
  summary: 'Every coin that is lent, with its rate, its limit and what lies in the pool.',
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
        /** What the user may borrow of it in the cross account now; null while an index is stale. */
        canBorrow: decimal.nullable(),
      }),
    ),
    seq: z.number().int(),
  }),
});

export const getDepositRate = defineCall({
  name: 'getDepositRate',
  method: 'GET',
  path: '/api/{head}/coin/wallet/all/getDepositRate',
  section: 'margin',
  summary: 'How much of each coin’s value counts as collateral, and the risk rates of every kind of account.',
  auth: 'required',
  data: z.strictObject({
    list: z.array(z.strictObject({ coin: z.string(), depositRate: decimal })),
    terms: z.array(
      z.strictObject({
        type: marginKind,
        symbol: z.string().nullable(),
        maxLeverage: z.number().int(),
        transferRisk: decimal,
        callRisk: decimal,
        liquidationRisk: decimal,
        /** How far from the index an account that owes may trade, and a forced sale goes, in percent. */
        saleBand: decimal,
      }),
    ),
    seq: z.number().int(),
  }),
});

export const fixedUpdateLeverageRadio = defineCall({
  name: 'fixedUpdateLeverageRadio',
  method: 'POST',
  path: '/api/{head}/coin/wallet/fixed/updateLeverageRadio',
  section: 'margin',
  summary: 'Chooses how far an isolated margin account may borrow from now on.',
  auth: 'required',
  act: true,
  body: z.strictObject({ ...ofMarket, leverage: z.number().int().min(1).max(1_000) }),
  data: z.strictObject({ symbol: z.string(), leverage: z.number().int() }),
});

export const borrowOrders = defineCall({
  name: 'borrowOrders',
  method: 'GET',
  path: '/api/{head}/coin/entrust/borrowOrder/{marginType}/{scope}/{limit}',
  section: 'margin',
  summary: 'Borrow orders of the signed-in user, newest first; `qc` is the cross account too.',
  auth: 'required',
  params: z.strictObject({
    marginType: z.enum(['all', 'fixed', 'qc']),
    scope: z.enum(['open', 'history', 'all']),
    limit: wholeText(1, 100),
  }),
  query: z.strictObject({
    cursor: pageQuery.cursor,
    symbol: symbolName.optional(),
    coin: coinCode.optional(),
  }),
  data: pageOf(borrowOrderRow),
});

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

export const marginExchange = defineCall({
  name: 'marginExchange',
  method: 'POST',
  path: '/api/{head}/coin/entrust/margin/{marginType}/exchange/{side}',
  section: 'margin',
  summary: 'Places a spot order of a margin account. An account that owes trades near the index.',
  auth: 'required',
  act: true,
  params: z.strictObject({ marginType: marginKind, side }),
  body: z.strictObject({ ...orderFields, sideEffectType: sideEffectType.optional() }),
  data: orderReceipt,
});

export const marginCancelAll = defineCall({
  name: 'marginCancelAll',
  method: 'POST',
  path: '/api/{head}/coin/entrust/margin/{marginType}/cancel/all',
  section: 'margin',
  summary:
    'Cancels all open orders of margin accounts, of one market where it is named; one by its id as any order.',
  auth: 'required',
  act: true,
  params: z.strictObject({ marginType: marginKind }),
  body: z.strictObject({ symbol: symbolName.optional() }),
  data: nothing,
});

export const marginEntrustLog = defineCall({
  name: 'marginEntrustLog',
  method: 'GET',
  path: '/api/{head}/coin/entrust/margin/{marginType}/entrustlog/{scope}/{symbol}/{limit}',
  section: 'margin',
  summary: 'Orders of margin accounts, newest first; `all` for every market.',
  auth: 'required',
  params: z.strictObject({
    marginType: marginKind,
    scope: z.enum(['open', 'history', 'all']),
    symbol: symbolName,
    limit: wholeText(1, 100),
  }),
  query: z.strictObject({ cursor: pageQuery.cursor }),
  data: pageOf(orderRow),
});

export const marginInterest = defineCall({
  name: 'marginInterest',
  method: 'GET',
  path: '/api/{head}/coin/wallet/margin/interest',
  section: 'margin',
  summary: 'Interest charged to the signed-in user, newest first.',
  auth: 'required',
  query: z.strictObject(linePageQuery),
  data: pageOf(marginInterestRow),
});

export const marginReceipts = defineCall({
  name: 'marginReceipts',
  method: 'GET',
  path: '/api/{head}/coin/wallet/margin/receipts',
  section: 'margin',
  summary:
    'Margin calls and forced sales of the signed-in user, newest first, each with what it was computed from.',
  auth: 'required',
  query: z.strictObject(linePageQuery),
  data: pageOf(marginReceiptRow),
});
