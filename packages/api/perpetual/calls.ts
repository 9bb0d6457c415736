import { z } from 'zod';
import { defineCall, defineCalls } from '../define.ts';
import {
  cursorQuery,
  decimal,
  idText,
  linePageQuery,
  nothing,
  pageOf,
  pageQuery,
  positiveDecimal,
  symbolName,
  wholeText,
} from '../scalars.ts';
import { orderScope } from '../spot/order-fields.ts';
import { perpetualLegacyCalls } from './legacy-calls.ts';
import { contractOrderFields, leverageInput, openingFields } from './order-fields.ts';
import { contractReceiptRow, fundingRateRow } from './receipts.ts';
import {
  closedAll,
  contractAccount,
  contractFillRow,
  contractOrderRow,
  contractReceipt,
  contractSetting,
  maintenanceTier,
  marginFlag,
  marginMode,
  positionMarginReceipt,
  positionMode,
  positionRow,
  positionSide,
  reverseReceipt,
} from './records.ts';

const BASE = '/api/{head}/coin';

const section = 'contracts';

/** u = margined in USDT, coin = margined in the coin itself, of which there are none. */
export const contractType = z.enum(['u', 'coin']);

const contractTiers = z.strictObject({ symbol: z.string(), tiers: z.array(maintenanceTier) });

/** The calls of perpetuals: the coin family here, the legacy family in a file of its own. */
export const perpetualCalls = {
  ...perpetualLegacyCalls,
  ...defineCalls({
    openContract: defineCall({
      method: 'POST',
      path: `${BASE}/entrust/contract/open/{positionSide}`,
      section,
      summary: 'Opens a position or adds to one. Answers when the order is durable.',
      auth: 'required',
      act: true,
      params: z.strictObject({ positionSide }),
      body: z.strictObject({ ...contractOrderFields, ...openingFields }),
      data: contractReceipt,
    }),
    closeContract: defineCall({
      method: 'POST',
      path: `${BASE}/entrust/contract/close/{positionSide}`,
      section,
      summary: 'Closes a position or a part of it, never more than its size.',
      auth: 'required',
      act: true,
      params: z.strictObject({ positionSide }),
      body: z.strictObject(contractOrderFields),
      data: contractReceipt,
    }),
    oneKeyClose: defineCall({
      method: 'POST',
      path: `${BASE}/entrust/contract/close/onekey`,
      section,
      summary:
        'Closes all positions of the named contracts at the market and cancels their orders. Without names it does so for all contracts.',
      auth: 'required',
      act: true,
      body: z.strictObject({
        oneKeySymbolNameList: z.array(symbolName).max(100),
        contractType: contractType.optional(),
      }),
      data: closedAll,
    }),
    reversePosition: defineCall({
      method: 'POST',
      path: `${BASE}/entrust/contract/reverse`,
      section,
      summary:
        'Reverses a position at the market: closes it and opens as many contracts on the other side. `quantity` is its size as the sender saw it; if the size differs, nothing happens.',
      auth: 'required',
      act: true,
      body: z.strictObject({
        id: z.number().int().positive().max(Number.MAX_SAFE_INTEGER),
        quantity: positiveDecimal,
      }),
      data: reverseReceipt,
    }),
    getMyPosition: defineCall({
      method: 'GET',
      path: `${BASE}/entrust/get/myPosition/{symbol}`,
      section,
      summary: 'Lists the open positions of the signed-in user; `all` for every contract.',
      auth: 'required',
      params: z.strictObject({ symbol: symbolName }),
      data: z.strictObject({ records: z.array(positionRow), seq: z.number().int() }),
    }),
    getContractAccount: defineCall({
      method: 'GET',
      path: `${BASE}/wallet/contract/account`,
      section,
      summary: 'Returns the contract wallet as a whole: balance, equity, margins, position mode.',
      auth: 'required',
      data: contractAccount,
    }),
    getContractSettings: defineCall({
      method: 'GET',
      path: `${BASE}/wallet/contract/settings`,
      section,
      summary: 'Lists leverage and margin mode of every contract.',
      auth: 'required',
      data: z.array(contractSetting),
    }),
    updateContractLeverage: defineCall({
      method: 'POST',
      path: `${BASE}/wallet/contract/updateLeverageRadio`,
      section,
      summary: 'Changes the leverage of a contract and of its open position.',
      auth: 'required',
      act: true,
      body: z.strictObject({ symbol: symbolName, leverageRadio: leverageInput }),
      data: contractSetting.pick({ symbol: true, leverage: true }),
    }),
    updateMarginMode: defineCall({
      method: 'POST',
      path: `${BASE}/wallet/contract/updateMarginMode`,
      section,
      summary:
        'Switches between isolated and cross margin while the contract has neither position nor order.',
      auth: 'required',
      act: true,
      body: z.strictObject({ symbol: symbolName, marginMode }),
      data: contractSetting.pick({ symbol: true, marginMode: true }),
    }),
    updatePositionMode: defineCall({
      method: 'POST',
      path: `${BASE}/wallet/contract/updatePositionMode`,
      section,
      summary: 'Switches between one-way and long-short mode while there is neither position nor order.',
      auth: 'required',
      act: true,
      body: z.strictObject({ positionMode }),
      data: nothing,
    }),
    updateBond: defineCall({
      method: 'POST',
      path: `${BASE}/wallet/contract/updateBond`,
      section,
      summary: 'Adds margin to an isolated position or takes it away; `money` is in USDT.',
      auth: 'required',
      act: true,
      body: z.strictObject({
        id: z.number().int().positive().max(Number.MAX_SAFE_INTEGER),
        money: positiveDecimal,
        flag: marginFlag,
      }),
      data: positionMarginReceipt,
    }),
    entrustLogContract: defineCall({
      method: 'GET',
      path: `${BASE}/entrust/entrustlogContract/{scope}/{symbol}/{limit}`,
      section,
      summary: 'Lists the contract orders of the signed-in user, newest first; `all` for every contract.',
      auth: 'required',
      params: z.strictObject({ scope: orderScope, symbol: symbolName, limit: wholeText(1, 100) }),
      query: z.strictObject(cursorQuery),
      data: pageOf(contractOrderRow),
    }),
    cancelContract: defineCall({
      method: 'POST',
      path: `${BASE}/entrust/contract/cancel/all`,
      section,
      summary: 'Cancels all open contract orders, or those of one contract if it is named.',
      auth: 'required',
      act: true,
      body: z.strictObject({ symbol: symbolName.optional() }),
      data: nothing,
    }),
    contractFills: defineCall({
      method: 'GET',
      path: `${BASE}/entrust/contract/fills/{symbol}`,
      section,
      summary: 'Lists the contract fills of the signed-in user, newest first; `all` for every contract.',
      auth: 'required',
      params: z.strictObject({ symbol: symbolName }),
      query: z.strictObject(pageQuery),
      data: pageOf(contractFillRow),
    }),
    contractOrderDetails: defineCall({
      method: 'GET',
      path: `${BASE}/entrust/contract/details/{orderId}`,
      section,
      summary: 'Returns one contract order of the signed-in user with its fills.',
      auth: 'required',
      params: z.strictObject({ orderId: idText }),
      data: z.strictObject({ order: contractOrderRow, fills: z.array(contractFillRow) }),
    }),
    contractReceipts: defineCall({
      method: 'GET',
      path: `${BASE}/entrust/contract/receipts/{symbol}`,
      section,
      summary:
        'Lists funding, liquidations, deleveraging and margin warnings of the signed-in user, newest first, each with its inputs; `all` for every contract.',
      auth: 'required',
      params: z.strictObject({ symbol: symbolName }),
      query: z.strictObject(linePageQuery),
      data: pageOf(contractReceiptRow),
    }),
    getFundingHistory: defineCall({
      method: 'GET',
      path: `${BASE}/open/fundingHistory/{symbol}`,
      section,
      summary: 'Lists the settled funding rates of one contract, newest first.',
      auth: 'none',
      params: z.strictObject({ symbol: symbolName }),
      query: z.strictObject(pageQuery),
      data: pageOf(fundingRateRow),
    }),
    getInsurance: defineCall({
      method: 'GET',
      path: `${BASE}/open/insurance`,
      section,
      summary: 'Returns the balance of the insurance fund of contracts.',
      auth: 'none',
      data: z.array(z.strictObject({ coin: z.string(), amount: decimal, seq: z.number().int() })),
    }),
    getUbwMaintenanceMargin: defineCall({
      method: 'GET',
      path: `${BASE}/entrust/get/getUbwMaintenanceMargin`,
      section,
      summary: 'Lists the maintenance margins of the contracts margined in USDT.',
      auth: 'none',
      data: z.array(contractTiers),
    }),
    getBbwMaintenanceMargin: defineCall({
      method: 'GET',
      path: `${BASE}/entrust/get/getBbwMaintenanceMargin/{symbol}`,
      section,
      summary: 'Lists the maintenance margins of contracts margined in the coin itself: there are none.',
      auth: 'none',
      params: z.strictObject({ symbol: symbolName }),
      data: z.array(contractTiers),
    }),
  }),
};
