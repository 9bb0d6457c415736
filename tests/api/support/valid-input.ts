import type { CallName } from '@candor/contract';

/** The parts of a request, query and path as text. */
export interface RawInput {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Readonly<Record<string, unknown>>;
}

const symbol = 'BTCUSDT';
const page = { pageSize: '5', cursor: '7' };
const order = {
  symbol,
  type: 'limit',
  timeInForce: 'GTC',
  postOnly: true,
  price: '49000',
  quantity: '0.001',
};
const closingOrder = {
  symbol,
  type: 'limit',
  timeInForce: 'GTC',
  postOnly: true,
  price: '49000',
  quantity: '1',
};
const opening = { leverage: 5, marginMode: 'isolated', stopProfit: '60000', stopLoss: '48000' };
const contractOrder = { ...closingOrder, ...opening };
const list = { scope: 'all', symbol, ...page };
const account = { type: 'account', account: 'fuzz_person', password: 'a1b2c3d4' };

/** For every call an input that its schema takes, with each optional field in it. */
export const validInputs: Record<CallName, RawInput> = {
  getAllSetting: {},
  getSystemConfig: {},
  getCoinList: {},
  getDictItems: { params: { dictCode: 'coin_plate' } },
  getData: {
    params: { table: 'article' },
    query: { pageNo: '1', pageSize: '5', column: 'id', order: 'asc', article_code: 'a', article_lang: 'en' },
  },
  detailData: { params: { table: 'nav', id: '1' } },
  uploadFile: {},
  getCountryCode: {},
  register: { body: { ...account, confirmPassword: 'a1b2c3d4', invite_code: '' } },
  login: { body: account },
  getInfo: {},
  refreshToken: {},
  logout: {},
  setLanguage: { body: { language: 'en' } },
  getUserCoin: {},
  getUserCoinOfType: { params: { walletType: '6' }, body: { coin: 'BTC', symbol } },
  getMyBalance: { query: { type: '6', symbol } },
  getMyBill: { query: { coin: 'BTC', kind: 'trade', wallet: 'spot', pageSize: '5', cursor: '7.1' } },
  postMyBill: { body: { coin: 'BTC', kind: 'trade', wallet: 'spot', pageSize: 5, cursor: '7.1' } },
  getWalletAccount: {},
  getCurrencyAccount: { query: { coin: 'BTC', type: '6', symbol } },
  postCurrencyAccount: { body: { coin: 'BTC', type: '6', symbol } },
  transfer: { query: { from: '1', to: '6', toSymbol: symbol, coin: 'BTC', amount: '0.001' } },
  getPracticeFunds: {},
  takePracticeFunds: { body: { coin: 'BTC', amount: '0.001' } },
  getSpotGoods: {},
  getContract: {},
  getMarketInitData: { query: { type: 'spot' } },
  getContractDetail: { body: { symbolNameList: [symbol], type: 'spot' } },
  getFundingRate: { query: { symbolName: symbol } },
  getCandles: { params: { symbol, interval: '1m' }, query: { endMs: '1700000000000', limit: '5' } },
  getDepth: { params: { symbol }, query: { levels: '5' } },
  getRecentTrades: { params: { symbol, limit: '5' } },
  getPriceComparison: { params: { symbol } },
  getHouse: {},
  getOptional: {},
  addOptional: { params: { symbolId: '1', flag: '1' } },
  cancelOptional: { params: { favouriteId: '1', flag: '1' } },
  getSymbolWallet: { params: { walletType: '1', symbol } },
  exchange: { params: { side: 'buy' }, body: order },
  cancelEntrust: { body: { orderId: 1 } },
  cancelAllEntrust: { body: { symbol } },
  entrustLog: { params: { scope: 'all', symbol, limit: '5' }, query: { cursor: '7' } },
  getEntrustLogCurrency: { body: { scope: 'all', symbol, pageSize: 5, cursor: '7' } },
  myExchangeLog: { params: { symbol }, query: page },
  transactionDetails: { params: { orderId: '1' } },
  currencyOrderList: { query: list },
  currencyOrderSubmit: { body: { ...order, side: 'buy' } },
  currencyOrderCancel: { query: { id: '1' } },
  contractOrderList: { query: list },
  contractOrderSubmit: { body: { ...contractOrder, direction: 1 } },
  contractOrderCancel: { query: { id: '1' } },
  contractPositionList: { query: { symbol } },
  contractPositionHistory: { query: { symbol, ...page } },
  contractStopOrder: { query: { id: '1' } },
  contractAdjustAmount: { query: { id: '1', money: '1', flag: 'add' } },
  contractLossList: { query: list },
  contractLossSett: { body: { id: 1, stopProfit: '2', stopLoss: '1', quantity: '1', triggerBy: 'mark' } },
  contractLossCancel: { query: { id: '1' } },
  openContract: { params: { positionSide: 'long' }, body: contractOrder },
  closeContract: { params: { positionSide: 'short' }, body: closingOrder },
  oneKeyClose: { body: { oneKeySymbolNameList: [symbol], contractType: 'u' } },
  getMyPosition: { params: { symbol } },
  getContractAccount: {},
  getContractSettings: {},
  updateContractLeverage: { body: { symbol, leverageRadio: 5 } },
  updateMarginMode: { body: { symbol, marginMode: 'cross' } },
  updatePositionMode: { body: { positionMode: 'one-way' } },
  updateBond: { body: { id: 1, money: '1', flag: 'reduce' } },
  entrustLogContract: { params: { scope: 'all', symbol, limit: '5' }, query: { cursor: '7' } },
  cancelContract: { body: { symbol } },
  contractFills: { params: { symbol }, query: page },
  contractOrderDetails: { params: { orderId: '1' } },
  contractReceipts: { params: { symbol }, query: { ...page, cursor: '7.1' } },
  getFundingHistory: { params: { symbol }, query: page },
  getInsurance: {},
  getUbwMaintenanceMargin: {},
  getBbwMaintenanceMargin: { params: { symbol } },
  secondContractOrderList: { body: { scope: 'all', symbol, pageSize: 5, cursor: '7' } },
  createSecondContractOrder: {
    body: { symbol, direction: 'up', periodSeconds: 60, quantity: 1, clientOrderId: 'mine' },
  },
  periodList: { body: { symbol } },
  getSecondContractPool: {},
  getSecondContractLimits: {},
  setSecondContractLimits: {
    body: { dailyLossLimit: '5', coolingOffUntil: 1_700_000_000_000, selfExcludedUntil: 1_700_000_000_000 },
  },
  getSecondContractReceipt: { query: { id: '1' } },
  getSecondContractKey: {},
  sendApproveHash: { body: { hash: `0x${'0'.repeat(64)}` } },
};
