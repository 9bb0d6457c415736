import * as account from './calls/account.ts';
import * as contractLegacy from './calls/contract-legacy.ts';
import * as contracts from './calls/contracts.ts';
import * as margin from './calls/margin.ts';
import * as market from './calls/market.ts';
import * as seconds from './calls/seconds.ts';
import * as startup from './calls/startup.ts';
import * as trading from './calls/trading.ts';
import * as legacy from './calls/trading-legacy.ts';
import * as tradingOrders from './calls/trading-orders.ts';
import * as wallet from './calls/wallet.ts';
import * as watchlist from './calls/watchlist.ts';

/** Every call that customers' clients may make, by name. */
export const calls = {
  getAllSetting: startup.getAllSetting,
  getSystemConfig: startup.getSystemConfig,
  getCoinList: startup.getCoinList,
  getDictItems: startup.getDictItems,
  getData: startup.getData,
  detailData: startup.detailData,
  uploadFile: startup.uploadFile,
  getCountryCode: startup.getCountryCode,

  register: account.register,
  login: account.login,
  getInfo: account.getInfo,
  refreshToken: account.refreshToken,
  logout: account.logout,
  getLoginDevice: account.getLoginDevice,
  deleteDevice: account.deleteDevice,
  setLanguage: account.setLanguage,

  getUserCoin: wallet.getUserCoin,
  getUserCoinOfType: wallet.getUserCoinOfType,
  getMyBalance: wallet.getMyBalance,
  getMyBill: wallet.getMyBill,
  postMyBill: wallet.postMyBill,
  getWalletAccount: wallet.getWalletAccount,
  getCurrencyAccount: wallet.getCurrencyAccount,
  postCurrencyAccount: wallet.postCurrencyAccount,
  transfer: wallet.transfer,
  getPracticeFunds: wallet.getPracticeFunds,
  takePracticeFunds: wallet.takePracticeFunds,

  getSpotGoods: market.getSpotGoods,
  getContract: market.getContract,
  getMarketInitData: market.getMarketInitData,
  getContractDetail: market.getContractDetail,
  getFundingRate: market.getFundingRate,
  getCandles: market.getCandles,
  getIndexTicks: market.getIndexTicks,
  getIndexCandles: market.getIndexCandles,
  getDepth: market.getDepth,
  getRecentTrades: market.getRecentTrades,
  getPriceComparison: market.getPriceComparison,
  getHouse: market.getHouse,

  getOptional: watchlist.getOptional,
  addOptional: watchlist.addOptional,
  cancelOptional: watchlist.cancelOptional,

  getSymbolWallet: trading.getSymbolWallet,
  exchange: trading.exchange,
  cancelEntrust: trading.cancelEntrust,
  cancelAllEntrust: trading.cancelAllEntrust,
  entrustLog: trading.entrustLog,
  getEntrustLogCurrency: trading.getEntrustLogCurrency,
  myExchangeLog: trading.myExchangeLog,
  transactionDetails: trading.transactionDetails,
  exchangeOco: tradingOrders.exchangeOco,
  amendEntrust: tradingOrders.amendEntrust,
  getFeeTiers: tradingOrders.getFeeTiers,

  currencyOrderList: legacy.currencyOrderList,
  currencyOrderSubmit: legacy.currencyOrderSubmit,
  currencyOrderCancel: legacy.currencyOrderCancel,
  currencyOrderOco: tradingOrders.currencyOrderOco,
  currencyOrderAmend: tradingOrders.currencyOrderAmend,
  contractOrderList: contractLegacy.contractOrderList,
  contractOrderSubmit: contractLegacy.contractOrderSubmit,
  contractOrderCancel: contractLegacy.contractOrderCancel,
  contractPositionList: contractLegacy.contractPositionList,
  contractStopOrder: contractLegacy.contractStopOrder,
  contractAdjustAmount: contractLegacy.contractAdjustAmount,
  contractLossList: contractLegacy.contractLossList,
  contractLossSett: contractLegacy.contractLossSett,
  contractLossCancel: contractLegacy.contractLossCancel,
  contractPositionHistory: contractLegacy.contractPositionHistory,

  openContract: contracts.openContract,
  closeContract: contracts.closeContract,
  oneKeyClose: contracts.oneKeyClose,
  reversePosition: contracts.reversePosition,
  getMyPosition: contracts.getMyPosition,
  getContractAccount: contracts.getContractAccount,
  getContractSettings: contracts.getContractSettings,
  updateContractLeverage: contracts.updateContractLeverage,
  updateMarginMode: contracts.updateMarginMode,
  updatePositionMode: contracts.updatePositionMode,
  updateBond: contracts.updateBond,
  entrustLogContract: contracts.entrustLogContract,
  cancelContract: contracts.cancelContract,
  contractFills: contracts.contractFills,
  contractOrderDetails: contracts.contractOrderDetails,
  contractReceipts: contracts.contractReceipts,
  getFundingHistory: contracts.getFundingHistory,
  getInsurance: contracts.getInsurance,
  getUbwMaintenanceMargin: contracts.getUbwMaintenanceMargin,
  getBbwMaintenanceMargin: contracts.getBbwMaintenanceMargin,

  sendApproveHash: legacy.sendApproveHash,

  createSecondContractOrder: seconds.createSecondContractOrder,
  secondContractOrderList: seconds.secondContractOrderList,
  periodList: seconds.periodList,
  getSecondContractPool: seconds.getSecondContractPool,
  getSecondContractChanges: seconds.getSecondContractChanges,
  getSecondContractLimits: seconds.getSecondContractLimits,
  setSecondContractLimits: seconds.setSecondContractLimits,
  getSecondContractReceipt: seconds.getSecondContractReceipt,
  getSecondContractKey: seconds.getSecondContractKey,

  allGetCanborrow: margin.allGetCanborrow,
  allPreborrow: margin.allPreborrow,
  allBorrow: margin.allBorrow,
  allStill: margin.allStill,
  fixedGetCanborrow: margin.fixedGetCanborrow,
  fixedPreborrow: margin.fixedPreborrow,
  fixedBorrow: margin.fixedBorrow,
  fixedStill: margin.fixedStill,
  fixedMarginProperty: margin.fixedMarginProperty,
  allMarginProperty: margin.allMarginProperty,
  getCanborrowList: margin.getCanborrowList,
  getDepositRate: margin.getDepositRate,
  fixedUpdateLeverageRadio: margin.fixedUpdateLeverageRadio,
  borrowOrders: margin.borrowOrders,
  marginExchange: margin.marginExchange,
  marginCancelAll: margin.marginCancelAll,
  marginEntrustLog: margin.marginEntrustLog,
  marginInterest: margin.marginInterest,
  marginReceipts: margin.marginReceipts,
} as const;

export type Calls = typeof calls;
export type CallName = keyof Calls;
