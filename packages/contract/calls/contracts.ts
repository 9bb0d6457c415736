import { z } from 'zod';
import { contractReceiptRow, fundingRateRow } from '../contract-receipts.ts';
import {
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
} from '../contract-records.ts';
import { defineCall } from '../define.ts';
import {
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
import { contractOrderFields, leverageInput, openingFields } from './contract-order.ts';
import { orderScope } from './trading.ts';

const BASE = '/api/{head}/coin';
const section = 'contracts';

/** u = margined in USDT, coin = margined in the coin itself, of which there are none. */
export const contractType = z.enum(['u', 'coin']);

export const openContract = defineCall({
  name: 'openContract',
  method: 'POST',
  path: `${BASE}/entrust/contract/open/{positionSide}`,
  section,
  summary: 'Opens a position or adds to one. Answers when the order is durable.',
  auth: 'required',
  act: true,
  params: z.strictObject({ positionSide }),
  body: z.strictObject({ ...contractOrderFields, ...openingFields }),
  data: contractReceipt,
});

export const closeContract = defineCall({
  name: 'closeContract',
  method: 'POST',
  path: `${BASE}/entrust/contract/close/{positionSide}`,
  section,
  summary: 'Closes a position or a part of it: never more than there is.',
  auth: 'required',
  act: true,
  params: z.strictObject({ positionSide }),
  body: z.strictObject(contractOrderFields),
  data: contractReceipt,
});

export const oneKeyClose = defineCall({
  name: 'oneKeyClose',
  method: 'POST',
  path: `${BASE}/entrust/contract/close/onekey`,
  section,
  summary:
    'Closes all positions of the named contracts at the market and cancels their orders; of all contracts where none is named.',
  auth: 'required',
  act: true,
  body: z.strictObject({
    oneKeySymbolNameList: z.array(symbolName).max(100),
    contractType: contractType.optional(),
  }),
  /** How many positions were open. */
  data: z.strictObject({ positions: z.number().int() }),
});

export const reversePosition = defineCall({
  name: 'reversePosition',
  method: 'POST',
  path: `${BASE}/entrust/contract/reverse`,
  section,
  summary:
    'Turns a position around at the market: closes it and opens as many contracts on the other side. `quantity` is its size as the sender saw it; with another one nothing is done.',
  auth: 'required',
  act: true,
  body: z.strictObject({
    id: z.number().int().positive().max(Number.MAX_SAFE_INTEGER),
    quantity: positiveDecimal,
  }),
  data: reverseReceipt,
});

export const getMyPosition = defineCall({
  name: 'getMyPosition',
  method: 'GET',
  path: `${BASE}/entrust/get/myPosition/{symbol}`,
  section,
  summary: 'Open positions of the signed-in user; `all` for every contract.',
  auth: 'required',
  params: z.strictObject({ symbol: symbolName }),
  data: z.strictObject({ records: z.array(positionRow), seq: z.number().int() }),
});

export const getContractAccount = defineCall({
  name: 'getContractAccount',
  method: 'GET',
  path: `${BASE}/wallet/contract/account`,
  section,
  summary: 'The contract wallet as a whole: balance, equity, margins, position mode.',
  auth: 'required',
  data: contractAccount,
});

export const getContractSettings = defineCall({
  name: 'getContractSettings',
  method: 'GET',
  path: `${BASE}/wallet/contract/settings`,
  section,
  summary: 'Leverage and margin mode of every contract.',
  auth: 'required',
  data: z.array(contractSetting),
});

export const updateContractLeverage = defineCall({
  name: 'updateContractLeverage',
  method: 'POST',
  path: `${BASE}/wallet/contract/updateLeverageRadio`,
  section,
  summary: 'Changes the leverage of a contract, also of its open position.',
  auth: 'required',
  act: true,
  body: z.strictObject({ symbol: symbolName, leverageRadio: leverageInput }),
  data: contractSetting.pick({ symbol: true, leverage: true }),
});

export const updateMarginMode = defineCall({
  name: 'updateMarginMode',
  method: 'POST',
  path: `${BASE}/wallet/contract/updateMarginMode`,
  section,
  summary: 'Changes between isolated and cross margin, while the contract has neither position nor order.',
  auth: 'required',
  act: true,
  body: z.strictObject({ symbol: symbolName, marginMode }),
  data: contractSetting.pick({ symbol: true, marginMode: true }),
});

export const updatePositionMode = defineCall({
  name: 'updatePositionMode',
  method: 'POST',
  path: `${BASE}/wallet/contract/updatePositionMode`,
  section,
  summary: 'Changes between one-way and long-short, while there is neither position nor order.',
  auth: 'required',
  act: true,
  body: z.strictObject({ positionMode }),
  data: nothing,
});

export const updateBond = defineCall({
  name: 'updateBond',
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
});

export const entrustLogContract = defineCall({
  name: 'entrustLogContract',
  method: 'GET',
  path: `${BASE}/entrust/entrustlogContract/{scope}/{symbol}/{limit}`,
  section,
  summary: 'Contract orders of the signed-in user, newest first; `all` for every contract.',
  auth: 'required',
  params: z.strictObject({ scope: orderScope, symbol: symbolName, limit: wholeText(1, 100) }),
  query: z.strictObject({ cursor: pageQuery.cursor }),
  data: pageOf(contractOrderRow),
});

export const cancelContract = defineCall({
  name: 'cancelContract',
  method: 'POST',
  path: `${BASE}/entrust/contract/cancel/all`,
  section,
  summary: 'Cancels all open contract orders, of one contract where it is named.',
  auth: 'required',
  act: true,
  body: z.strictObject({ symbol: symbolName.optional() }),
  data: nothing,
});

export const contractFills = defineCall({
  name: 'contractFills',
  method: 'GET',
  path: `${BASE}/entrust/contract/fills/{symbol}`,
  section,
  summary: 'Contract fills of the signed-in user, newest first; `all` for every contract.',
  auth: 'required',
  params: z.strictObject({ symbol: symbolName }),
  query: z.strictObject(pageQuery),
  data: pageOf(contractFillRow),
});

export const contractOrderDetails = defineCall({
  name: 'contractOrderDetails',
  method: 'GET',
  path: `${BASE}/entrust/contract/details/{orderId}`,
  section,
  summary: 'One contract order of the signed-in user with its fills.',
  auth: 'required',
  params: z.strictObject({ orderId: idText }),
  data: z.strictObject({ order: contractOrderRow, fills: z.array(contractFillRow) }),
});

export const contractReceipts = defineCall({
  name: 'contractReceipts',
  method: 'GET',
  path: `${BASE}/entrust/contract/receipts/{symbol}`,
  section,
  summary:
    'Funding, liquidations, deleveraging and margin warnings of the signed-in user with all that they follow from, newest first; `all` for every contract.',
  auth: 'required',
  params: z.strictObject({ symbol: symbolName }),
  query: z.strictObject(linePageQuery),
  data: pageOf(contractReceiptRow),
});

export const getFundingHistory = defineCall({
  name: 'getFundingHistory',
  method: 'GET',
  path: `${BASE}/open/fundingHistory/{symbol}`,
  section,
  summary: 'The settled funding rates of one contract, newest first.',
  auth: 'none',
  params: z.strictObject({ symbol: symbolName }),
  query: z.strictObject(pageQuery),
  data: pageOf(fundingRateRow),
});

export const getInsurance = defineCall({
  name: 'getInsurance',
  method: 'GET',
  path: `${BASE}/open/insurance`,
  section,
  summary: 'What the insurance fund of contracts holds.',
  auth: 'none',
  data: z.array(z.strictObject({ coin: z.string(), amount: decimal, seq: z.number().int() })),
});

const contractTiers = z.strictObject({ symbol: z.string(), tiers: z.array(maintenanceTier) });

export const getUbwMaintenanceMargin = defineCall({
  name: 'getUbwMaintenanceMargin',
  method: 'GET',
  path: `${BASE}/entrust/get/getUbwMaintenanceMargin`,
  section,
  summary: 'Maintenance margins of the contracts that are margined in USDT.',
  auth: 'none',
  data: z.array(contractTiers),
});

export const getBbwMaintenanceMargin = defineCall({
  name: 'getBbwMaintenanceMargin',
  method: 'GET',
  path: `${BASE}/entrust/get/getBbwMaintenanceMargin/{symbol}`,
  section,
  summary: 'Maintenance margins of contracts margined in the coin itself: there are none.',
  auth: 'none',
  params: z.strictObject({ symbol: symbolName }),
  data: z.array(contractTiers),
});
