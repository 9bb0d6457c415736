import type { ErrorKey } from '@candor/api';
import { listingForm } from './listing-form.ts';

const uuid = '7d444840-9dc0-11d1-b245-5ffdce74fad2';
const credential = { id: 'AAAA', rawId: 'AAAA', type: 'public-key', clientExtensionResults: {} };
const made = { ...credential, response: { clientDataJSON: 'AAAA', attestationObject: 'AAAA' } };
const signed = {
  ...credential,
  response: { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' },
};

/** Parameters of paths, by name. */
export const filled: Record<string, string> = {
  bindMode: '1',
  coin: 'USDT',
  chatKey: 'ab'.repeat(16),
  code: '123456',
  passkeyId: 'a'.repeat(22),
  head: 'v1',
  dictCode: 'coin_lang',
  table: 'nav',
  year: '2026',
  type: 'help',
  id: '1',
  walletType: '1',
  symbol: 'BTCUSDT',
  interval: '1m',
  limit: '10',
  symbolId: '1',
  favouriteId: '1',
  flag: '1',
  side: 'buy',
  positionSide: 'long',
  scope: 'all',
  marginType: 'all',
  orderId: '1',
};

/** Bodies by call, where the schema takes no empty one or another one than the sample is needed. */
export const bodies: Record<string, unknown> = {
  register: {
    type: 'account',
    account: 'surface_1',
    password: 'b7-Kite-31x',
    confirmPassword: 'b7-Kite-31x',
  },
  login: { type: 'account', account: 'nobody', password: 'x' },
  loginStepTwo: { ticket: 'x'.repeat(43), kind: 'email', code: '123456' },
  backPwdStepTwo: { ticket: 'x'.repeat(43), kind: 'email', code: '123456' },
  setLanguage: { language: 'fr' },
  setTimeZone: { timeZone: 'Asia/Kathmandu' },
  stepUp: { challenge: uuid, method: 'password', answer: '0'.repeat(64) },
  stepUpCode: { challenge: uuid, method: 'email' },
  stepUpPasskey: { challenge: uuid },
  addPasskey: { name: 'My key', response: made },
  passkeyLogin: { response: signed },
  updatePwd: { oldPassword: '0'.repeat(64), newPassword: '1'.repeat(64) },
  tardPwdSet: { newPassword: '1'.repeat(64) },
  tradePwd: { newPassword: '1'.repeat(64) },
  antiCode: { code: 'blue heron' },
  freezeAccount: { token: 'a'.repeat(43) },
  updateDevice: { id: 'ab'.repeat(32), name: 'My laptop' },
  addPriceAlert: { symbol: 'BTCUSDT', source: 'index', kind: 'above', price: '90000' },
  changePriceAlert: { id: 999_999, source: 'index', kind: 'above', price: '90000' },
  deletePriceAlert: { id: 1 },
  takePracticeFunds: { coin: 'BTC', amount: '0.1' },
  takePracticeCoins: { coin: 'USDT', amount: '10' },
  allGetCanborrow: { coin: 'USDT' },
  allPreborrow: { coin: 'USDT', amount: '10' },
  allBorrow: { coin: 'USDT', amount: '10' },
  allStill: { coin: 'USDT' },
  fixedGetCanborrow: { coin: 'USDT', symbol: 'BTCUSDT' },
  fixedPreborrow: { coin: 'USDT', amount: '10', symbol: 'BTCUSDT' },
  fixedBorrow: { coin: 'USDT', amount: '10', symbol: 'BTCUSDT' },
  fixedStill: { coin: 'USDT', symbol: 'BTCUSDT' },
  fixedUpdateLeverageRadio: { symbol: 'BTCUSDT', leverage: 2 },
  marginExchange: { symbol: 'BTCUSDT', type: 'limit', price: '49000', quantity: '0.01' },
  getContractDetail: { symbolNameList: ['BTCUSDT'], type: 'spot' },
  exchange: { symbol: 'BTCUSDT', type: 'limit', price: '49000', quantity: '0.01' },
  cancelEntrust: { orderId: 999_999 },
  currencyOrderSubmit: { symbol: 'BTCUSDT', side: 'buy', type: 'limit', price: '49000', quantity: '0.01' },
  contractOrderSubmit: { symbol: 'BTCUSDT', direction: 1, type: 'market', quantity: '1' },
  contractLossSett: { id: 1, stopLoss: '1' },
  openContract: { symbol: 'BTCUSDT', type: 'market', quantity: '1' },
  closeContract: { symbol: 'BTCUSDT', type: 'market', quantity: '1' },
  oneKeyClose: { oneKeySymbolNameList: [] },
  reversePosition: { id: 1, quantity: '1' },
  updateContractLeverage: { symbol: 'BTCUSDT', leverageRadio: 5 },
  updateMarginMode: { symbol: 'BTCUSDT', marginMode: 'isolated' },
  updatePositionMode: { positionMode: 'one-way' },
  updateBond: { id: 1, money: '1', flag: 'add' },
  createSecondContractOrder: { symbol: 'BTCUSDT', direction: 'up', periodSeconds: 60, quantity: 1 },
  setSecondContractLimits: { dailyLossLimit: '5' },
  sendApproveHash: { hash: `0x${'0'.repeat(64)}` },
};

bodies.uploadKYC = { level: 'primary', name: 'Ada Lovelace', idNumber: 'L01X-00T4' };
bodies.verified = { ...(bodies.uploadKYC as object), idNumber: 'L01X-00T5' };
bodies.saveBankCard = { name: 'Ada Lovelace', cardNumber: '4000000000000002', bankName: 'Bank of London' };
bodies.payment = { type: 'paypal', name: 'Ada Lovelace', account: 'ada@example.org' };

/** A pair around the index, and a change of an order that is not there. */
const pair = { symbol: 'BTCUSDT', price: '51000', triggerPrice: '49000', quantity: '0.01' };
bodies.exchangeOco = { ...pair, price: '49000', triggerPrice: '51000', stopPrice: '51100' };
bodies.currencyOrderOco = { ...pair, side: 'sell' };
bodies.amendEntrust = { symbol: 'BTCUSDT', orderId: 999_999, quantity: '0.02' };
bodies.currencyOrderAmend = bodies.amendEntrust;

const outside = { network: 'practice-evm', address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' };
bodies.withdrawal = { ...outside, coin: 'USDT', amount: '5', fee: '1', fundPassword: '0'.repeat(64) };
bodies.cancelWithdrawal = { id: 999_999 };
bodies.sendWithdrawalCode = { id: 999_999 };
bodies.confirmWithdrawal = { id: 999_999, code: '004217' };
bodies.saveWithdrawalAddress = { ...outside, label: 'Mine' };
bodies.removeWithdrawalAddress = outside;
bodies.setWithdrawalWhitelist = { on: true };

bodies.requestStatement = { year: 2024 };
bodies.sendChatRecord = { content: 'Hello', contentType: 1, chatId: 999_999 };
bodies.openSupport = { matter: 'deposit' };
bodies.markChatRead = { chatId: 999_999, number: 1 };
bodies.sendTyping = { chatId: 999_999 };
bodies.rateSupport = { chatId: 999_999, satisfied: true };
bodies.askSupport = { email: 'ada@example.org', language: 'en', matter: 'account', content: 'Hello' };
bodies.getLinkedChat = { link: 'a'.repeat(43) };
bodies.answerLinkedChat = { link: 'a'.repeat(43), content: 'Hello' };
bodies.readAnnouncements = { ids: [999_999] };
bodies.answerArticle = { isHelpful: true };
bodies.rateLinkedChat = { link: 'a'.repeat(43), satisfied: true };
bodies.deleteLinkedChat = { link: 'a'.repeat(43) };
bodies.recharge = {
  method: 'bank',
  bank: 'practice-bank',
  coin: 'USDT',
  amount: '100',
  screenshot: '7b1f9a52-6a0e-4c57-9a67-0a4d5ad3f1de',
};
bodies.quoteSwap = { from: 'BTC', to: 'USDT', amount: '0.001' };
bodies.acceptSwap = { id: 999_999 };
bodies.createPledge = { offerId: 999_999, amount: '100', termsHash: 'ab'.repeat(32) };
bodies.redeemPledge = { id: 999_999 };
bodies.createFinance = { offerId: 999_999, amount: '100', termsHash: 'ab'.repeat(32) };
bodies.redeemFinance = { id: 999_999 };
bodies.setPledgeRenewal = { id: 999_999, autoRenew: true };
bodies.linkWallet = { message: 'A text', signature: `0x${'0'.repeat(130)}` };
bodies.changeMiningWallet = {
  message: 'A text',
  signature: `0x${'0'.repeat(130)}`,
  address: outside.address,
};
bodies.unlinkWallet = { address: outside.address };
bodies.lockMining = { amount: '1', termsHash: 'ab'.repeat(32) };
bodies.unlockMining = { amount: '1' };
bodies.quoteMiningConversion = { amount: '1' };
bodies.convertMining = { id: 999_999 };
bodies.withdrawMining = {
  coin: 'ETH',
  amount: '1',
  fee: '0.01',
  address: outside.address,
  fundPassword: '0'.repeat(64),
};
const otcAct = { orderId: 999_999, seen: 'paid' };
const otcOffer = {
  pricing: { kind: 'fixed', price: '7.2' },
  amount: '100',
  minAmount: '10',
  maxAmount: '50',
  windowMs: 900_000,
  methods: ['alipay'],
};
bodies.takeOtcOffer = { offerId: 999_999, version: 1, seenPrice: '7.2', amount: '10', method: 'alipay' };
bodies.payOtcOrder = { orderId: 999_999, seen: 'created' };
bodies.cancelOtcOrder = otcAct;
bodies.askOtcCancel = { ...otcAct, why: 'unable' };
bodies.releaseOtcOrder = {
  ...otcAct,
  amount: '10',
  payer: 'Ann Example',
  arrived: true,
  whole: true,
  sameName: true,
  fundPassword: '0'.repeat(64),
};
bodies.appealOtcOrder = { ...otcAct, reason: 'other', statement: 'It was paid' };
bodies.stateOtcAppeal = { orderId: 999_999, seen: 'appealed', statement: 'It was paid' };
bodies.rateOtcOrder = { orderId: 999_999, isGood: true };
bodies.answerOtcRating = { orderId: 999_999, answer: 'Thank you' };
bodies.applyMerchant = { nickname: 'Silver Fox', about: 'Years of trading', accepted: true };
bodies.leaveMerchant = {};
bodies.publishOtcOffer = { side: 'buy', coin: 'USDT', currency: 'CNY', ...otcOffer };
const { amount: _, ...otcTerms } = otcOffer;
bodies.changeOtcOffer = { offerId: 999_999, version: 1, isPaused: true, ...otcTerms };
bodies.closeOtcOffer = { offerId: 999_999 };
bodies.saveListing = { form: listingForm };
bodies.sendListing = { id: 999_999, version: 1, accepted: true };
bodies.withdrawListing = { id: 999_999 };
bodies.repayLoan = { id: 999_999, amount: '1' };
bodies.cancelLoanApplication = { id: 999_999 };
const loanPhoto = '7b1f9a52-6a0e-4c57-9a67-0a4d5ad3f1de';
bodies.applyLoan = {
  offerId: 999_999,
  amount: '100',
  totalAtMost: '200',
  termsHash: 'ab'.repeat(32),
  front: loanPhoto,
  back: loanPhoto,
  handheld: loanPhoto,
};

const hashed = 'ab'.repeat(32);
/** Queries by call, as they stand in the address. */
export const queries: Record<string, string> = {
  sendEmailCode: '?type=register&email=surface%40example.org',
  sendMobileCode: '?type=register&phone=%2B491701234567',
  backPwd: `?type=email&account=surface%40example.org&code=123456&password=${hashed}&confirmPassword=${hashed}`,
  transfer: '?from=1&to=2&coin=BTC&amount=0.1',
  currencyOrderCancel: '?id=999999',
  searchArticles: '?q=withdraw',
  getSwapReceipt: '?id=999999',
  getPledgeOrder: '?id=999999',
  getLoanRecord: '?id=999999',
  getListing: '?id=999999',
  getOtcOffers: '?side=buy&coin=USDT&currency=CNY',
  getOtcMerchant: '?merchantId=999999',
  getOtcExpress: '?side=buy&coin=USDT&currency=CNY&total=100',
  getOtcOrder: '?orderId=999999',
  getFinanceOrder: '?id=999999',
  getMt5Amount: '?coin=XAUUSD',
  getMt5Chart: '?coin=XAUUSD&range=7d',
  contractOrderCancel: '?id=1',
  contractStopOrder: '?id=1',
  contractAdjustAmount: '?id=1&money=1&flag=add',
};

/** Refusals that a call which can do nothing today answers with; all other calls must succeed. */
export const refusedToday: Record<string, ErrorKey> = {
  login: 'WRONG_CREDENTIALS',
  sendChatRecord: 'CHAT_UNKNOWN',
  getChatRecord: 'CHAT_UNKNOWN',
  markChatRead: 'CHAT_UNKNOWN',
  sendTyping: 'CHAT_UNKNOWN',
  // the first is a category
  getArticleSection: 'NOT_FOUND',
  rateSupport: 'CHAT_UNKNOWN',
  getLinkedChat: 'CHAT_LINK_WRONG',
  answerLinkedChat: 'CHAT_LINK_WRONG',
  rateLinkedChat: 'CHAT_LINK_WRONG',
  loginStepTwo: 'LOGIN_TICKET_OVER',
  backPwd: 'CODE_WRONG',
  backPwdStepTwo: 'LOGIN_TICKET_OVER',
  stepUp: 'STEP_UP_EXPIRED',
  stepUpCode: 'STEP_UP_EXPIRED',
  stepUpPasskey: 'STEP_UP_EXPIRED',
  googleVerificationBindingOrReset: 'AUTHENTICATOR_CODE_WRONG',
  newRecoveryCodes: 'STEP_UP_REQUIRED',
  addPasskey: 'STEP_UP_REQUIRED',
  removePasskey: 'STEP_UP_REQUIRED',
  passkeyLogin: 'PASSKEY_REFUSED',
  bindEmail: 'CODE_WRONG',
  accountVerificationBinding: 'CODE_WRONG',
  updatePwd: 'OLD_PASSWORD_WRONG',
  tardPwdSet: 'STEP_UP_REQUIRED',
  tradePwd: 'FUND_PASSWORD_NOT_SET',
  antiCode: 'STEP_UP_REQUIRED',
  recharge: 'FILE_UNKNOWN',
  getStatementFile: 'STATEMENT_NOT_READY',
  withdrawal: 'FUND_PASSWORD_NOT_SET',
  cancelWithdrawal: 'WITHDRAWAL_UNKNOWN',
  sendWithdrawalCode: 'WITHDRAWAL_UNKNOWN',
  confirmWithdrawal: 'WITHDRAWAL_UNKNOWN',
  saveWithdrawalAddress: 'STEP_UP_SETUP_FIRST',
  setWithdrawalWhitelist: 'STEP_UP_SETUP_FIRST',
  freezeAccount: 'FREEZE_LINK_INVALID',
  unfreezeAccount: 'STEP_UP_REQUIRED',
  requestDataExport: 'STEP_UP_REQUIRED',
  getDataExportLink: 'STEP_UP_REQUIRED',
  closeAccount: 'CLOSING_STILL_OPEN',
  openRecovery: 'LOGIN_TICKET_OVER',
  openOwnRecovery: 'RECOVERY_IMPOSSIBLE',
  recoveryCode: 'RECOVERY_UNKNOWN',
  recoveryPhoto: 'RECOVERY_UNKNOWN',
  submitRecovery: 'RECOVERY_UNKNOWN',
  getRecovery: 'RECOVERY_UNKNOWN',
  cancelRecovery: 'RECOVERY_UNKNOWN',
  createApi: 'STEP_UP_REQUIRED',
  updateDevice: 'NOT_FOUND',
  saveBankCard: 'STEP_UP_REQUIRED',
  payment: 'STEP_UP_REQUIRED',
  uploadOss: 'FILE_MISSING',
  uploadFile: 'FILE_MISSING',
  uploadAvatar: 'FILE_MISSING',
  getDepositAddress: 'DEPOSIT_NETWORK_UNKNOWN',
  takePracticeCoins: 'DEPOSIT_NETWORK_UNKNOWN',
  getPracticeBlocks: 'PRACTICE_ONLY',
  quoteSwap: 'SWAP_NOT_OFFERED',
  acceptSwap: 'SWAP_QUOTE_ENDED',
  getOtcMerchant: 'NOT_FOUND',
  takeOtcOffer: 'OTC_OFFER_UNKNOWN',
  getOtcOrder: 'OTC_ORDER_UNKNOWN',
  payOtcOrder: 'OTC_ORDER_ENDED',
  cancelOtcOrder: 'OTC_ORDER_ENDED',
  askOtcCancel: 'OTC_ORDER_ENDED',
  releaseOtcOrder: 'OTC_ORDER_ENDED',
  appealOtcOrder: 'OTC_ORDER_ENDED',
  stateOtcAppeal: 'OTC_ORDER_ENDED',
  rateOtcOrder: 'OTC_ORDER_UNKNOWN',
  answerOtcRating: 'OTC_ORDER_UNKNOWN',
  getMerchantIndex: 'OTC_NOT_MERCHANT',
  applyMerchant: 'OTC_NOT_ADMITTED',
  leaveMerchant: 'OTC_NOT_MERCHANT',
  publishOtcOffer: 'OTC_NOT_MERCHANT',
  changeOtcOffer: 'OTC_OFFER_UNKNOWN',
  closeOtcOffer: 'OTC_OFFER_UNKNOWN',
  getListing: 'LISTING_UNKNOWN',
  sendListing: 'LISTING_UNKNOWN',
  withdrawListing: 'LISTING_UNKNOWN',
  repayLoan: 'LOAN_ENDED',
  applyLoan: 'LOAN_OFFER_UNKNOWN',
  cancelLoanApplication: 'LOAN_UNKNOWN',
  getLoanRecord: 'LOAN_UNKNOWN',
  getSwapReceipt: 'SWAP_UNKNOWN',
  createFinance: 'FINANCE_OFFER_UNKNOWN',
  getFinanceOrder: 'FINANCE_UNKNOWN',
  redeemFinance: 'FINANCE_UNKNOWN',
  createPledge: 'STAKING_OFFER_UNKNOWN',
  getPledgeOrder: 'STAKING_UNKNOWN',
  redeemPledge: 'STAKING_UNKNOWN',
  setPledgeRenewal: 'STAKING_UNKNOWN',
  changePriceAlert: 'PRICE_ALERT_UNKNOWN',
  cancelEntrust: 'UNKNOWN_ORDER',
  amendEntrust: 'UNKNOWN_ORDER',
  currencyOrderAmend: 'UNKNOWN_ORDER',
  currencyOrderCancel: 'UNKNOWN_ORDER',
  contractOrderCancel: 'UNKNOWN_ORDER',
  contractStopOrder: 'PERPETUAL_UNKNOWN_POSITION',
  reversePosition: 'PERPETUAL_UNKNOWN_POSITION',
  contractAdjustAmount: 'PERPETUAL_UNKNOWN_POSITION',
  updateBond: 'PERPETUAL_UNKNOWN_POSITION',
  closeContract: 'PERPETUAL_REDUCE_ONLY_REJECTED',
  contractOrderDetails: 'UNKNOWN_ORDER',
  contractLossSett: 'PERPETUAL_UNKNOWN_POSITION',
  contractLossCancel: 'UNKNOWN_ORDER',
  createSecondContractOrder: 'SECONDS_NOT_OFFERED',
  setSecondContractLimits: 'SECONDS_NOT_OFFERED',
  getSecondContractReceipt: 'SECONDS_UNKNOWN',
  sendApproveHash: 'MINING_CHAIN_AWAY',
  getLoginMessage: 'MINING_CHAIN_AWAY',
  linkWallet: 'WALLET_MESSAGE_UNKNOWN',
  unlinkWallet: 'WALLET_NOT_LINKED',
  changeMiningWallet: 'MINING_NOT_JOINED',
  cancelMiningWallet: 'NOT_FOUND',
  lockMining: 'MINING_CLOSED',
  unlockMining: 'MINING_CLOSED',
  claimMining: 'MINING_CLOSED',
  quoteMiningConversion: 'MINING_CLOSED',
  convertMining: 'SWAP_QUOTE_ENDED',
  withdrawMining: 'WALLET_NOT_LINKED',
  getMiningRecord: 'NOT_FOUND',
  ...Object.fromEntries(
    [
      'allGetCanborrow',
      'allPreborrow',
      'allBorrow',
      'allStill',
      'allMarginProperty',
      'fixedGetCanborrow',
      'fixedPreborrow',
      'fixedBorrow',
      'fixedStill',
      'fixedMarginProperty',
      'fixedUpdateLeverageRadio',
      'marginExchange',
    ].map((name) => [name, 'MARGIN_NOT_OFFERED' as const]),
  ),
};
bodies.getDataExportLink = { id: '00000000-0000-4000-8000-000000000000' };
bodies.closeAccount = { leaveDust: false };
bodies.openRecovery = { act: 'login', ticket: 'a'.repeat(43) };
for (const name of ['recoveryCode', 'submitRecovery', 'getRecovery', 'cancelRecovery'])
  bodies[name] = { token: 'a'.repeat(43) };
queries.recoveryPhoto = `?token=${'a'.repeat(43)}`;
queries.getLoginMessage = `?address=${outside.address}`;
queries.getMiningRecord = '?id=999999.0';
queries.contractLossCancel = '?id=1';
queries.deleteApi = `?id=ck_${'a'.repeat(24)}`;
bodies.bindingCode = { type: 'email', account: 'surface@example.org' };
bodies.bindEmail = { email: 'surface@example.org', code: '123456' };
bodies.accountVerificationBinding = { type: 'phone', account: '+491701234567', code: '123456' };
bodies.createApi = { name: 'Bot', scopes: [], addresses: [], expireDays: 90 };
bodies.acceptTerms = { version: 1 };
bodies.declareCountry = { country: 'DE' };
queries.getSecondContractReceipt = '?id=1';
queries.getWithdrawalAddress = `?network=${outside.network}&address=${outside.address}`;
