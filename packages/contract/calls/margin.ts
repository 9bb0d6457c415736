import { z } from 'zod';
import { defineCall } from '../define.ts';
import { orderReceipt, orderRow } from '../records.ts';
import {
  clientOrderId,
  coinCode,
  decimal,
  nothing,
  orderType,
  pageOf,
  pageQuery,
  positiveDecimal,
  side,
  symbolName,
  timeInForce,
  timeMs,
  wholeText,
} from '../scalars.ts';

/** `all` (type qc) is the cross wallet, `fixed` the isolated wallet of a market. */
export const marginKind = z.enum(['all', 'fixed']);
export type MarginKind = z.output<typeof marginKind>;

const ofMarket = { symbol: symbolName };
const wanted = { coin: coinCode };
const lent = { coin: coinCode, amount: positiveDecimal };
const repaid = { coin: coinCode, amount: positiveDecimal.optional() };

/** What may be borrowed of a coin now. */
const canBorrow = z.strictObject({
  type: marginKind,
  symbol: z.string().nullable(),
  coin: z.string(),
  /** The most that may be borrowed now: by leverage, by the coin's limit and by what lies in the pool. */
  canBorrow: decimal,
  /** Percent an hour. */
  hourlyRate: decimal,
  /** The most that one account may owe of the coin. */
  maxBorrow: decimal,
  poolAvailable: decimal,
  /** Collateral over debt, rounded down; null without a debt. */
  riskRate: decimal.nullable(),
});

/** What borrowing would mean, before anything is done. */
const borrowPreview = z.strictObject({
  ...canBorrow.shape,
  amount: decimal,
  /** Charged at once for the hour that has started. */
  firstHourInterest: decimal,
  riskRateAfter: decimal,
  /** Whether it may be borrowed as it stands. */
  permitted: z.boolean(),
});

const borrowReceipt = z.strictObject({ id: z.number().int(), coin: z.string(), amount: decimal });
const repayReceipt = z.strictObject({
  id: z.number().int(),
  coin: z.string(),
  /** Still owed of this coin in this account, interest included. */
  owed: decimal,
});

/** A debt of one coin in one margin account. */
export const marginLoanRow = z.strictObject({
  id: z.number().int(),
  coin: z.string(),
  /** Owed without interest. */
  principal: decimal,
  /** Owed of interest up to the hour that has started. */
  interest: decimal,
  /** Both. */
  owed: decimal,
  hourlyRate: decimal,
});

export const marginAssetRow = z.strictObject({
  coin: z.string(),
  amount: decimal,
  available: decimal,
  frozen: decimal,
  owed: decimal,
  /** amount less owed; may be below 0. */
  net: decimal,
  valueUsdt: decimal.nullable(),
});

/** A margin account as it stands. */
export const marginAccountRow = z.strictObject({
  type: marginKind,
  symbol: z.string().nullable(),
  symbol_name: z.string().nullable(),
  leverage: z.number().int(),
  maxLeverage: z.number().int(),
  /** What risk rates are computed in. */
  valueCoin: z.string(),
  /** Collateral with its haircuts, rounded down, and debts, rounded up; null while an index is stale. */
  collateral: decimal.nullable(),
  debt: decimal.nullable(),
  /** Collateral over debt, rounded down; null without a debt or while an index is stale. */
  riskRate: decimal.nullable(),
  /** Coins may leave while the risk rate stays at or above this. */
  transferRisk: decimal,
  /** At and below this the owner is warned. */
  callRisk: decimal,
  /** At and below this the account is sold. */
  liquidationRisk: decimal,
  /** The owner is warned now. */
  called: z.boolean(),
  /** A forced sale goes on. */
  selling: z.boolean(),
  assets: z.array(marginAssetRow),
  loans: z.array(marginLoanRow),
  seq: z.number().int(),
});

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

/** A borrow order: all that was borrowed of one coin in one account until all was repaid. */
export const borrowOrderRow = z.strictObject({
  id: z.number().int(),
  type: marginKind,
  symbol: z.string().nullable(),
  coin: z.string(),
  borrowed: decimal,
  /** Of what was borrowed, without interest. */
  repaid: decimal,
  /** Charged so far; interest that falls due is charged when the loan is next touched. */
  interest: decimal,
  interestPaid: decimal,
  /** Still owed, interest charged included. */
  owed: decimal,
  hourlyRate: decimal,
  /** `sold`: a forced sale repaid it; `covered`: the margin insurance or the pool bore what was left. */
  status: z.enum(['open', 'repaid', 'sold', 'covered']),
  createTime: timeMs,
  updateTime: timeMs,
  seq: z.number().int(),
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
  body: z.strictObject(orderFields),
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

/** Interest that was charged to a debt, with all that it was computed from. */
export const marginInterestRow = z.strictObject({
  id: z.string(),
  loanId: z.number().int(),
  type: marginKind,
  symbol: z.string().nullable(),
  coin: z.string(),
  amount: decimal,
  principal: decimal,
  /** Sums of hourly rates in parts per thousand million; null: the first hour of what was just borrowed. */
  fromIndex: z.string().nullable(),
  toIndex: z.string().nullable(),
  time: timeMs,
  seq: z.number().int(),
});

export const marginInterest = defineCall({
  name: 'marginInterest',
  method: 'GET',
  path: '/api/{head}/coin/wallet/margin/interest',
  section: 'margin',
  summary: 'Interest charged to the signed-in user, newest first.',
  auth: 'required',
  query: z.strictObject(pageQuery),
  data: pageOf(marginInterestRow),
});

/** One step of a margin call or a forced sale: the kernel's own event, all inputs included, as a receipt. */
export const marginReceiptRow = z.strictObject({
  id: z.string(),
  kind: z.enum(['call', 'sale', 'sold', 'takeover', 'deficit']),
  /** The forced sale that it belongs to; null for a call. */
  saleId: z.number().int().nullable(),
  type: marginKind,
  symbol: z.string().nullable(),
  riskRate: decimal.nullable(),
  /** The kernel's event as JSON, whole numbers of 64 bits as text. */
  receipt: z.string(),
  time: timeMs,
  seq: z.number().int(),
});

/** What a margin call or a forced sale says at once. */
export const marginNotice = marginReceiptRow.omit({ id: true, time: true, seq: true });

export const marginReceipts = defineCall({
  name: 'marginReceipts',
  method: 'GET',
  path: '/api/{head}/coin/wallet/margin/receipts',
  section: 'margin',
  summary:
    'Margin calls and forced sales of the signed-in user, newest first, each with what it was computed from.',
  auth: 'required',
  query: z.strictObject(pageQuery),
  data: pageOf(marginReceiptRow),
});

export type MarginAccountRow = z.output<typeof marginAccountRow>;
export type BorrowOrderRow = z.output<typeof borrowOrderRow>;
export type MarginInterestRow = z.output<typeof marginInterestRow>;
export type MarginNotice = z.output<typeof marginNotice>;
export type MarginReceiptRow = z.output<typeof marginReceiptRow>;
