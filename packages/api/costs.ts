import { calls } from './table.ts';

/** Candles without a limit are this many, and never more than the second. */
export const DEFAULT_CANDLES = 500;
export const MAX_CANDLES = 1_500;
const CANDLES_PER_POINT = 150;

/** A page, a file, and a call that the table below does not name. */
export const COMMON_COST = 1;
/** The documentation and the document for machines. */
export const DOCS_COST = 5;

/**
 * Cost of the calls that are dearer than a common one, in points of the budget per second that each address and each
 * user
 * has. A point is about half a millisecond of the server's time when nothing of an earlier answer is kept.
 */
const costs: Partial<Record<keyof typeof calls, number>> = {
  getCoinList: 2,
  getCoinRate: 2,
  getSpotGoods: 2,
  getContract: 2,
  getMarketInitData: 2,
  getContractDetail: 2,
  getFundingRate: 2,
  getOptional: 3,
  getData: 3,
  getHouse: 5,
  getIndexTicks: 5,
  getIndexCandles: 5,
  getFundingHistory: 3,
  getMarketChanges: 3,
  getTermsChanges: 3,
  getSecondContractChanges: 3,

  getSwapOffer: 2,
  getSwapLog: 3,
  getSwapChanges: 3,
  getMyBill: 3,
  postMyBill: 3,
  entrustLog: 3,
  getEntrustLogCurrency: 3,
  myExchangeLog: 3,
  transactionDetails: 3,
  currencyOrderList: 3,
  contractOrderList: 3,
  contractPositionHistory: 3,
  contractLossList: 3,
  entrustLogContract: 3,
  contractFills: 3,
  contractReceipts: 3,
  secondContractOrderList: 3,
  borrowOrders: 3,
  marginEntrustLog: 3,
  marginInterest: 3,
  marginReceipts: 3,

  cancelAllEntrust: 3,
  cancelContract: 3,
  marginCancelAll: 3,
  oneKeyClose: 5,
  uploadOss: 10,
  uploadFile: 10,
  register: 10,
  login: 10,
  sendEmailCode: 5,
  sendMobileCode: 5,
  loginStepTwo: 5,
  backPwd: 10,
  backPwdStepTwo: 5,
  passkeyLogin: 5,
  stepUp: 10,
  bindingCode: 5,
  updatePwd: 10,
  tardPwdSet: 10,
  tradePwd: 10,
  getGoogleVerification: 3,
  googleVerificationBindingOrReset: 3,
  newRecoveryCodes: 4,
  addPasskey: 5,
  removePasskey: 3,
  bindEmail: 4,
  accountVerificationBinding: 4,
  antiCode: 3,
  freezeAccount: 3,
  unfreezeAccount: 3,
  createApi: 4,
  deleteApi: 3,
  requestDataExport: 4,
  getDataExportLink: 3,
  closeAccount: 5,

  getAccountTiers: 3,
  getTerms: 3,
  getWithdrawalCurrency: 3,
  getWithdrawalAddress: 2,
  getWithdrawalLog: 3,
  postWithdrawalLog: 3,
  withdrawal: 10,
  cancelWithdrawal: 4,
  sendWithdrawalCode: 5,
  confirmWithdrawal: 4,
  saveWithdrawalAddress: 4,
  setWithdrawalWhitelist: 4,
  getDepositAddress: 3,
  getRechargeLog: 3,
  takePracticeCoins: 4,
  quoteSwap: 5,
  acceptSwap: 5,
  getSwapReceipt: 3,
  contractOrderDetails: 3,
  uploadKYC: 5,
  verified: 5,
  saveBankCard: 4,
  payment: 4,
  getAccountTouches: 3,
  getRechargeBanks: 3,
  recharge: 10,
  getAssetDetails: 5,
  getAssetHistory: 10,
  requestStatement: 20,
  getStatementFile: 10,
};

/** Cost of candles, in words for the documentation. */
export const CANDLES_COST_WORDS = `1 and 1 more for each ${CANDLES_PER_POINT} candles or part of them`;

/** The points that a call costs. `limit` is how many candles it asks for, as it came, so it may be anything. */
export function callCost(callName: string, limit: unknown): number {
  if (callName !== calls.getCandles.name) return costs[callName as keyof typeof calls] ?? COMMON_COST;
  const asked = limit === undefined ? DEFAULT_CANDLES : Number(limit);
  const candles = asked >= 1 ? Math.min(asked, MAX_CANDLES) : 1;
  return COMMON_COST + Math.ceil(candles / CANDLES_PER_POINT);
}

/**
 * Calls whose answer is the same for everybody who is not signed in: the server keeps it for a second. A book's
 * snapshot is not among them, for its updates continue from it, nor is the server's time.
 */
export const sharedCalls: ReadonlySet<string> = new Set<keyof typeof calls>([
  'getCoinList',
  'getData',
  'getSystemConfig',
  'getDictItems',
  'getCountryCode',
  'getAccountTiers',
  'getTerms',
  'getSpotGoods',
  'getContract',
  'getMarketInitData',
  'getContractDetail',
  'getFundingRate',
  'getCandles',
  'getIndexTicks',
  'getIndexCandles',
  'getRecentTrades',
  'getPriceComparison',
  'getHouse',
  'getSwapOffer',
  'getSwapChanges',
  'getFundingHistory',
  'getMarketChanges',
  'getTermsChanges',
  'getUbwMaintenanceMargin',
]);
