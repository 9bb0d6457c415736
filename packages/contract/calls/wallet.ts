import { z } from 'zod';
import { defineCall } from '../define.ts';
import { balances } from '../records.ts';
import {
  coinCode,
  decimal,
  linePageBody,
  linePageQuery,
  pageOf,
  positiveDecimal,
  symbolName,
  timeMs,
} from '../scalars.ts';
import { ownWalletType, walletKind, walletType } from '../wallets.ts';

/** `symbol` picks one of the isolated margin wallets; without it they are added up. */
const ofSymbol = { symbol: symbolName.optional() };

export const getUserCoin = defineCall({
  name: 'getUserCoin',
  method: 'POST',
  path: '/api/userCoin/getUserCoin',
  section: 'account',
  summary: 'All balances of the signed-in user, the wallets added up.',
  auth: 'required',
  data: balances,
});

export const getUserCoinOfType = defineCall({
  name: 'getUserCoinOfType',
  method: 'POST',
  path: '/api/userCoin/{walletType}',
  section: 'account',
  summary:
    'The balances of one wallet, of one coin where the body names it. Type 6: of one market or of all.',
  auth: 'required',
  params: z.strictObject({ walletType }),
  body: z.strictObject({ coin: coinCode.optional(), ...ofSymbol }),
  data: balances,
});

export const getMyBalance = defineCall({
  name: 'getMyBalance',
  method: 'GET',
  path: '/api/{head}/coin/assets/getMyBalance',
  section: 'wallet',
  summary: 'Balances and their value, of all wallets or of one.',
  auth: 'required',
  query: z.strictObject({ type: walletType.optional(), ...ofSymbol }),
  data: balances,
});

/** One of the user's accounts and its worth. */
export const walletAccountRow = z.strictObject({
  /** 0 is the total of all. */
  type: walletType,
  /** The market of an isolated margin account. */
  symbol: z.string().nullable(),
  /** Sum of the values that are known, in USDT, rounded down. */
  totalUsdt: decimal,
  /** The same in BTC; null while its index is stale. */
  totalBtc: decimal.nullable(),
  /** Whether every asset could be valued. */
  complete: z.boolean(),
});

export const getWalletAccount = defineCall({
  name: 'getWalletAccount',
  method: 'GET',
  path: '/api/{head}/coin/assets/getWalletAccount',
  section: 'wallet',
  summary:
    'Every account with its worth: 0 the total, then each; isolated margin accounts once they are used.',
  auth: 'required',
  data: z.strictObject({ list: z.array(walletAccountRow), seq: z.number().int() }),
});

/** One coin in one wallet. */
export const currencyAccountRow = z.strictObject({
  type: ownWalletType,
  symbol: z.string().nullable(),
  coin: z.string(),
  /** available + frozen. */
  amount: decimal,
  available: decimal,
  frozen: decimal,
  /** The most that may be transferred out of this wallet now. */
  transferable: decimal,
});

const currencyFilter = { coin: coinCode.optional(), type: ownWalletType.optional(), ...ofSymbol };
const currencyAccounts = z.strictObject({ list: z.array(currencyAccountRow), seq: z.number().int() });

export const getCurrencyAccount = defineCall({
  name: 'getCurrencyAccount',
  method: 'GET',
  path: '/api/{head}/coin/assets/getCurrencyAccount',
  section: 'wallet',
  summary: 'What lies where, coin by coin and wallet by wallet, and how much of it may be transferred out.',
  auth: 'required',
  query: z.strictObject(currencyFilter),
  data: currencyAccounts,
});

export const postCurrencyAccount = defineCall({
  name: 'postCurrencyAccount',
  method: 'POST',
  path: '/api/{head}/coin/assets/getCurrencyAccount',
  section: 'wallet',
  summary: 'The same as GET, with the filter in the body.',
  auth: 'required',
  body: z.strictObject(currencyFilter),
  data: currencyAccounts,
});

export const transfer = defineCall({
  name: 'transfer',
  method: 'GET',
  path: '/api/{head}/coin/wallet/trans',
  aliases: [{ method: 'GET', path: '/api/{head}/coin/assets/wallet/trans' }],
  section: 'wallet',
  summary: 'Moves a coin between two accounts of the signed-in user. Answers when it is durable.',
  auth: 'required',
  act: true,
  query: z.strictObject({
    from: ownWalletType,
    to: ownWalletType,
    /** The market of an isolated margin account, type 6; with other types left out. */
    fromSymbol: symbolName.optional(),
    toSymbol: symbolName.optional(),
    coin: coinCode,
    amount: positiveDecimal,
  }),
  data: z.strictObject({ id: z.number().int(), coin: z.string(), amount: decimal }),
});

export const billKind = z.enum([
  'trade',
  'fee',
  'practice-funds',
  'transfer',
  'second-open',
  'second-won',
  'second-lost',
  'second-refund',
  'seconds-pool',
  'margin-funding',
  'margin-borrow',
  'margin-interest',
  'margin-repay',
  'margin-deficit',
  'margin-takeover',
  'perpetual-pnl',
  'perpetual-fee',
  'perpetual-funding',
  'liquidation-fee',
  'insurance-payment',
  'insurance-funding',
]);

export const billRow = z.strictObject({
  /** Unique and ascending with time. */
  id: z.string(),
  kind: billKind,
  wallet: walletKind,
  /** The market of an isolated margin wallet. */
  symbol: z.string().nullable(),
  /** A line of what the wallet owes, not of what lies in it. */
  debt: z.boolean(),
  coin: z.string(),
  /** Signed: what came in is positive. */
  amount: decimal,
  /** What the wallet held afterwards, holds included. */
  balance: decimal,
  orderId: z.number().int().nullable(),
  tradeId: z.number().int().nullable(),
  time: timeMs,
  seq: z.number().int(),
});

const billFilter = {
  coin: coinCode.optional(),
  kind: billKind.optional(),
  wallet: walletKind.optional(),
};

export const getMyBill = defineCall({
  name: 'getMyBill',
  method: 'GET',
  path: '/api/{head}/coin/assets/getMyBill',
  section: 'wallet',
  summary: 'Every posting to the account of the signed-in user, newest first.',
  auth: 'required',
  query: z.strictObject({ ...billFilter, ...linePageQuery }),
  data: pageOf(billRow),
});

export const postMyBill = defineCall({
  name: 'postMyBill',
  method: 'POST',
  path: '/api/{head}/coin/assets/getMyBill',
  section: 'wallet',
  summary: 'The same as GET, with the filter in the body.',
  auth: 'required',
  body: z.strictObject({ ...billFilter, ...linePageBody }),
  data: pageOf(billRow),
});

const practiceAllowance = z.strictObject({
  coin: z.string(),
  /** The most that may be taken of this coin in a day (UTC). */
  dailyCap: decimal,
  remaining: decimal,
});

export const getPracticeFunds = defineCall({
  name: 'getPracticeFunds',
  method: 'GET',
  path: '/api/{head}/coin/practice/funds',
  section: 'practice',
  summary: 'What may still be taken of each practice coin today. Practice mode only.',
  auth: 'required',
  data: z.strictObject({ list: z.array(practiceAllowance), resetsAt: timeMs }),
});

export const takePracticeFunds = defineCall({
  name: 'takePracticeFunds',
  method: 'POST',
  path: '/api/{head}/coin/practice/funds',
  section: 'practice',
  summary: 'Takes practice funds from the labelled practice custody account. Practice mode only.',
  auth: 'required',
  act: true,
  body: z.strictObject({ coin: coinCode, amount: positiveDecimal }),
  data: z.strictObject({
    coin: z.string(),
    amount: decimal,
    dailyCap: decimal,
    remaining: decimal,
    seq: z.number().int(),
    time: timeMs,
  }),
});

export type BillRow = z.output<typeof billRow>;
export type WalletAccountRow = z.output<typeof walletAccountRow>;
export type CurrencyAccountRow = z.output<typeof currencyAccountRow>;
export type BillKind = z.output<typeof billKind>;
