import { z } from 'zod';
import { defineCall, defineCalls } from '../define.ts';
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
  timesBody,
  timesQuery,
  wholeText,
} from '../scalars.ts';
import { billKindNames } from './bill-kinds.ts';
import { ownWalletType, walletKind, walletType } from './wallets.ts';

/** `symbol` picks one of the isolated margin wallets; without it they are added up. */
const ofSymbol = { symbol: symbolName.optional() };

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
  /** True when every asset could be valued. */
  complete: z.boolean(),
});

/** Coins of a user in a product that earns: in open orders, or locked and kept as rewards; one without any is left out. */
export const earningRow = z.strictObject({
  product: z.enum(['staking', 'finance', 'mining']),
  /** Sum of the values that are known, in USDT, rounded down. */
  valueUsdt: decimal,
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

const assetPlace = z.strictObject({
  /**
   * `available` and `held` in a wallet; held as a `takenBack` deposit, which is under review; owed as a `loan`, below 0; a
   * `position`'s unrealised profit; `earning`.
   */
  what: z.enum(['available', 'held', 'takenBack', 'loan', 'position', 'earning']),
  wallet: walletKind,
  /** The market of an isolated wallet or of a position. */
  symbol: z.string().nullable(),
  amount: decimal,
  /** Null while the index is stale. */
  valueUsdt: decimal.nullable(),
});

const assetDetails = z.strictObject({
  coin: z.string(),
  total: decimal,
  totalUsdt: decimal.nullable(),
  places: z.array(assetPlace),
  /** In USDT, of what was bought here against USDT, fees included; null for USDT itself. */
  profit: z
    .strictObject({
      /** Bought here and not sold since. */
      bought: decimal,
      averageCost: decimal.nullable(),
      realised: decimal,
      unrealised: decimal.nullable(),
      /** False where there are more trades than are counted. */
      complete: z.boolean(),
    })
    .nullable(),
});

const assetDay = z.strictObject({
  /** Begin of the UTC day. */
  time: timeMs,
  /** Amount of the coin that was asked for; null for all. */
  amount: decimal.nullable(),
  /** At the day's closing prices; null where one is not known. */
  valueUsdt: decimal.nullable(),
});

const currencyFilter = { coin: coinCode.optional(), type: ownWalletType.optional(), ...ofSymbol };

const currencyAccounts = z.strictObject({ list: z.array(currencyAccountRow), seq: z.number().int() });

/** A currency that values can be shown in. Nothing is ever settled at its rate. */
export const currencyRateRow = z.strictObject({
  code: z.string(),
  symbol: z.string(),
  /** Units of it for one USD. */
  rate: decimal,
  source: z.string(),
  /** The day of the rate, YYYY-MM-DD. */
  asOf: z.string(),
  /** Time of the price that it comes from; null for the rate of a day. */
  time: timeMs.nullable(),
  changedAt: timeMs.nullable(),
  /** True when the rate is older than a week. */
  stale: z.boolean(),
});

/** Value of a coin at its index. */
export const coinRateRow = z.strictObject({
  coin: z.string(),
  /** Null while the index is stale. */
  usdt: decimal.nullable(),
  /** Rounded down to 8 decimals. */
  btc: decimal.nullable(),
});

const billKind = z.enum(billKindNames);

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
  /** Balance of the wallet afterwards, holds included. */
  balance: decimal,
  orderId: z.number().int().nullable(),
  tradeId: z.number().int().nullable(),
  /** An operator's words about a correction; null for any other kind. */
  reason: z.string().nullable(),
  time: timeMs,
  seq: z.number().int(),
});

const billFilter = {
  coin: coinCode.optional(),
  kind: billKind.optional(),
  wallet: walletKind.optional(),
};

const practiceAllowance = z.strictObject({
  coin: z.string(),
  /** The most that may be taken of this coin in a day (UTC). */
  dailyCap: decimal,
  remaining: decimal,
});

export const walletCalls = defineCalls({
  getUserCoin: defineCall({
    method: 'POST',
    path: '/api/userCoin/getUserCoin',
    section: 'account',
    summary: 'Lists all balances of the signed-in user, summed over the wallets.',
    auth: 'required',
    keyScope: 'read',
    data: balances,
  }),
  getUserCoinOfType: defineCall({
    method: 'POST',
    path: '/api/userCoin/{walletType}',
    section: 'account',
    summary:
      'Lists the balances of one wallet, or of one coin if the body names it. Type 6: of one market or of all.',
    auth: 'required',
    keyScope: 'read',
    params: z.strictObject({ walletType }),
    body: z.strictObject({ coin: coinCode.optional(), ...ofSymbol }),
    data: balances,
  }),
  getMyBalance: defineCall({
    method: 'GET',
    path: '/api/{head}/coin/assets/getMyBalance',
    section: 'wallet',
    summary: 'Lists balances and their value, of all wallets or of one.',
    auth: 'required',
    query: z.strictObject({ type: walletType.optional(), ...ofSymbol }),
    data: balances,
  }),
  getWalletAccount: defineCall({
    method: 'GET',
    path: '/api/{head}/coin/assets/getWalletAccount',
    section: 'wallet',
    summary:
      'Lists every account with its value: 0 is the total, then each account; isolated margin accounts once they are used.',
    auth: 'required',
    data: z.strictObject({
      list: z.array(walletAccountRow),
      /** Coins in staking, finance products and mining: part of the total, and in none of the accounts. */
      earning: z.array(earningRow),
      seq: z.number().int(),
    }),
  }),
  getCurrencyAccount: defineCall({
    method: 'GET',
    path: '/api/{head}/coin/assets/getCurrencyAccount',
    section: 'wallet',
    summary: 'Lists balances by coin and wallet, and the amounts that may be transferred out.',
    auth: 'required',
    query: z.strictObject(currencyFilter),
    data: currencyAccounts,
  }),
  postCurrencyAccount: defineCall({
    method: 'POST',
    path: '/api/{head}/coin/assets/getCurrencyAccount',
    section: 'wallet',
    summary: 'Does the same as GET, with the filter in the body.',
    auth: 'required',
    body: z.strictObject(currencyFilter),
    data: currencyAccounts,
  }),
  getCoinRate: defineCall({
    method: 'GET',
    path: '/api/{head}/coin/assets/getCoinRate',
    section: 'wallet',
    summary:
      'Lists the exchange rates of currencies with their days, or the times of the practice feed’s prices, and every coin’s index price in USDT and BTC. For showing values only.',
    auth: 'none',
    cost: 2,
    data: z.strictObject({
      currencies: z.array(currencyRateRow),
      coins: z.array(coinRateRow),
      /** Interval at which to ask again. */
      refreshMs: z.number().int(),
      time: timeMs,
      seq: z.number().int(),
    }),
  }),
  transfer: defineCall({
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
  }),
  getMyBill: defineCall({
    method: 'GET',
    path: '/api/{head}/coin/assets/getMyBill',
    section: 'wallet',
    summary: 'Lists every posting to the account of the signed-in user, newest first.',
    auth: 'required',
    cost: 3,
    query: z.strictObject({ ...billFilter, ...linePageQuery, ...timesQuery }),
    data: pageOf(billRow),
  }),
  postMyBill: defineCall({
    method: 'POST',
    path: '/api/{head}/coin/assets/getMyBill',
    section: 'wallet',
    summary: 'Does the same as GET, with the filter in the body.',
    auth: 'required',
    cost: 3,
    body: z.strictObject({ ...billFilter, ...linePageBody, ...timesBody }),
    data: pageOf(billRow),
  }),
  getPracticeFunds: defineCall({
    method: 'GET',
    path: '/api/{head}/coin/practice/funds',
    section: 'practice',
    summary: 'Lists the remaining practice funds of each coin today. Practice mode only.',
    auth: 'required',
    data: z.strictObject({ list: z.array(practiceAllowance), resetsAt: timeMs }),
  }),
  takePracticeFunds: defineCall({
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
  }),
  getAssetDetails: defineCall({
    method: 'GET',
    path: '/api/{head}/coin/assets/getAssetDetails/{coin}',
    section: 'wallet',
    summary: 'Returns where all of a coin is, and what it brought by average cost.',
    auth: 'required',
    cost: 5,
    params: z.strictObject({ coin: coinCode }),
    data: assetDetails,
  }),
  getAssetHistory: defineCall({
    method: 'GET',
    path: '/api/{head}/coin/assets/getAssetHistory',
    section: 'wallet',
    summary:
      'Lists what the wallets were worth at the end of each UTC day, debts taken off: of all coins, or of one.',
    auth: 'required',
    cost: 10,
    query: z.strictObject({ coin: coinCode.optional(), days: wholeText(1, 366).optional() }),
    data: z.strictObject({ list: z.array(assetDay) }),
  }),
});

export type AssetDetails = z.output<typeof assetDetails>;
export type AssetPlaceRow = z.output<typeof assetPlace>;
export type AssetDay = z.output<typeof assetDay>;
export type BillRow = z.output<typeof billRow>;
export type EarningRow = z.output<typeof earningRow>;
export type WalletAccountRow = z.output<typeof walletAccountRow>;
export type CurrencyAccountRow = z.output<typeof currencyAccountRow>;
export type CurrencyRateRow = z.output<typeof currencyRateRow>;
