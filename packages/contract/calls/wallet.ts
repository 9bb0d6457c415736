import { z } from 'zod';
import { defineCall } from '../define.ts';
import { balances } from '../records.ts';
import { coinCode, decimal, pageBody, pageOf, pageQuery, positiveDecimal, timeMs } from '../scalars.ts';

/** Wallet types: 0 all accounts, 1 spot, 2 contracts, 3 second contracts, 4 margin, 5 finance, 8 merchant. */
export const walletType = z.enum(['0', '1', '2', '3', '4', '5', '8']);

export const getUserCoin = defineCall({
  name: 'getUserCoin',
  method: 'POST',
  path: '/api/userCoin/getUserCoin',
  section: 'account',
  summary: 'All balances of the signed-in user.',
  auth: 'required',
  data: balances,
});

export const getUserCoinOfType = defineCall({
  name: 'getUserCoinOfType',
  method: 'POST',
  path: '/api/userCoin/{walletType}',
  section: 'account',
  summary: 'The balances of one wallet, of one coin where the body names it.',
  auth: 'required',
  params: z.strictObject({ walletType }),
  body: z.strictObject({ coin: coinCode.optional() }),
  data: balances,
});

export const getMyBalance = defineCall({
  name: 'getMyBalance',
  method: 'GET',
  path: '/api/{head}/coin/assets/getMyBalance',
  section: 'wallet',
  summary: 'Balances and their value, of all wallets or of one.',
  auth: 'required',
  query: z.strictObject({ type: walletType.optional() }),
  data: balances,
});

export const billKind = z.enum(['trade', 'fee', 'practice-funds', 'transfer']);

export const billRow = z.strictObject({
  /** Unique and ascending with time. */
  id: z.string(),
  kind: billKind,
  coin: z.string(),
  /** Signed: what came in is positive. */
  amount: decimal,
  /** What the account held afterwards, holds included. */
  balance: decimal,
  orderId: z.number().int().nullable(),
  tradeId: z.number().int().nullable(),
  time: timeMs,
  seq: z.number().int(),
});

const billFilter = { coin: coinCode.optional(), kind: billKind.optional() };

export const getMyBill = defineCall({
  name: 'getMyBill',
  method: 'GET',
  path: '/api/{head}/coin/assets/getMyBill',
  section: 'wallet',
  summary: 'Every posting to the account of the signed-in user, newest first.',
  auth: 'required',
  query: z.strictObject({ ...billFilter, ...pageQuery }),
  data: pageOf(billRow),
});

export const postMyBill = defineCall({
  name: 'postMyBill',
  method: 'POST',
  path: '/api/{head}/coin/assets/getMyBill',
  section: 'wallet',
  summary: 'The same as GET, with the filter in the body.',
  auth: 'required',
  body: z.strictObject({ ...billFilter, ...pageBody }),
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
export type BillKind = z.output<typeof billKind>;
