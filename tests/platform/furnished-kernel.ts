import { type Command, createKernel, idOf, type Kernel, type PlaceOrder } from '@candor/kernel';
import type { Amount, Lots, PriceTicks } from '@candor/money';
import { firstOtcTerms } from '@candor/rules';
import { orderOf } from '../perpetual/stage.ts';
import { BTC, COIN, MAKER, PERPETUAL, SETUP, SYMBOL, USDT, USERS } from '../wallets/setup.ts';

export const [ALICE, BOB] = USERS as [number, number];
/** The initial index price, in ticks of a cent. */
export const TICKS = 1_000_000;
/** A withdrawal of rewards of mining that is open. */
export const MINING_WITHDRAWAL = 900;
const T0 = 1_800_000_000_000;

const amount = (units: bigint) => units as Amount;
const ticks = (value: number) => value as PriceTicks;
const lots = (value: number) => value as Lots;

/** Offers and open orders of OTC. */
export interface FurnishedOtc {
  readonly offerId: number;
  readonly paidId: number;
  readonly appealedId: number;
}

/** A kernel with data for every query. */
export interface Furnished {
  readonly kernel: Kernel;
  readonly contractId: number;
  readonly positionId: number;
  readonly otc: FurnishedOtc;
  /** Moves prices, trades and cancels, so that every earlier result is out of date. */
  disturb(): void;
}

const limitOrder = (side: 'buy' | 'sell', priceTicks: number, size: number): PlaceOrder => ({
  type: 'placeOrder',
  symbolId: SYMBOL,
  side,
  orderType: 'limit',
  timeInForce: 'GTC',
  postOnly: false,
  priceTicks: ticks(priceTicks),
  lots: lots(size),
  quoteAmount: null,
  clientOrderId: null,
});
const toWallet = (to: 'contract' | 'second' | 'margin-cross' | 'margin-isolated'): Command => ({
  type: 'transfer',
  from: 'spot',
  fromSymbolId: 0,
  to,
  assetId: USDT,
  amount: amount(5_000n * COIN),
  toSymbolId: to === 'margin-isolated' ? SYMBOL : 0,
});
const levels = (size: number) => [
  { side: 'buy' as const, priceTicks: ticks(TICKS - 500), lots: lots(size) },
  { side: 'sell' as const, priceTicks: ticks(TICKS + 500), lots: lots(size) },
];
const exit = (triggerTicks: number) => ({
  triggerTicks: ticks(triggerTicks),
  source: 'mark' as const,
  lots: null,
});

const CNY = 7_000_000n;
const OTC_REASON = 'OTC of this test';
const OTC_HASH = 'ab'.repeat(32);
const otcOffer = (units: bigint) => ({
  assetId: USDT,
  currency: 'CNY',
  pricing: { kind: 'fixed' as const, price: CNY },
  amount: amount(units),
  minAmount: amount(COIN),
  maxAmount: amount(100n * COIN),
  windowMs: 900_000,
  methods: ['instant'],
  termsHash: OTC_HASH,
  minReleased: 0,
});

/** Alice is a merchant who sells and buys: Bob has paid an order, appealed another, and sold to her what she holds. */
function furnishOtc(send: (userId: number, body: Command) => number): FurnishedOtc {
  const reason = OTC_REASON;
  const published = firstOtcTerms(USDT, 8);
  send(0, { type: 'setOtcTerms', terms: { ...published, newOrders: 0 }, effectiveMs: 0, reason });
  send(0, { type: 'setOtcCurrency', currency: 'CNY', scale: 2, rate: CNY, reason });
  send(0, { type: 'setOtcMethod', method: 'instant', appealAfterMs: 900_000, isOpen: true, reason });
  for (const accountUserId of [ALICE, BOB]) {
    const person = accountUserId.toString(16).padStart(64, '0');
    send(0, { type: 'setOtcTrader', accountUserId, isAdmitted: true, person, reason });
  }
  const symbols = { fromSymbolId: 0, toSymbolId: 0 };
  const moved = { assetId: USDT, amount: amount(2_000n * COIN) };
  send(ALICE, { type: 'transfer', from: 'spot', to: 'otc', ...symbols, ...moved });
  send(0, { type: 'admitOtcMerchant', accountUserId: ALICE, reason });
  const take = (offerId: number) => {
    const seen = { version: 1, seenPrice: CNY, method: 'instant' };
    return send(BOB, { type: 'takeOtcOffer', offerId, amount: amount(10n * COIN), ...seen });
  };
  const pay = (userId: number, orderId: number) =>
    send(userId, { type: 'payOtcOrder', orderId, seen: 'created' });
  const offerId = send(ALICE, { type: 'publishOtcOffer', side: 'sell', ...otcOffer(900n * COIN) });
  const paidId = take(offerId);
  pay(BOB, paidId);
  const appealedId = take(offerId);
  pay(BOB, appealedId);
  const appeal = { seen: 'paid', reason: 'not-paid', evidence: OTC_HASH } as const;
  send(ALICE, { type: 'appealOtcOrder', orderId: appealedId, ...appeal });
  const boughtId = take(send(ALICE, { type: 'publishOtcOffer', side: 'buy', ...otcOffer(900n * COIN) }));
  pay(ALICE, boughtId);
  const answers = { arrived: true, whole: true, sameName: true };
  const released = { orderId: boughtId, seen: 'paid', amount: amount(10n * COIN) } as const;
  send(BOB, { type: 'releaseOtcOrder', ...released, ...answers });
  return { offerId, paidId, appealedId };
}

export function furnishedKernel(): Furnished {
  const kernel = createKernel();
  let nowMs = T0;
  const send = (userId: number, body: Command, key: string | null = null): number => {
    const { outcome } = kernel.apply({
      seq: kernel.seq + 1,
      timeMs: nowMs,
      userId,
      key,
      bodyHash: key === null ? null : 'b0',
      body,
    });
    if (!outcome.ok) throw new Error(`${body.type} was refused: ${outcome.code}`);
    return idOf(outcome);
  };
  const price = (priceTicks: number): void => {
    nowMs += 250;
    const quote = { venueId: 1, symbolId: SYMBOL, bidTicks: ticks(priceTicks), askTicks: ticks(priceTicks) };
    send(0, { type: 'indexTick', tickNo: nowMs / 250, quotes: [{ ...quote, venueTimeMs: nowMs }] });
  };

  for (const body of SETUP) send(0, body);
  price(TICKS);
  send(0, {
    type: 'setFeeTiers',
    volumeAssetId: USDT,
    tiers: [
      { minVolume: 0n, makerPpm: 900, takerPpm: 1_900, perpetualMakerPpm: 200, perpetualTakerPpm: 500 },
      { minVolume: COIN, makerPpm: 800, takerPpm: 1_800, perpetualMakerPpm: 100, perpetualTakerPpm: 400 },
    ],
  });
  send(0, { type: 'setReferralTerms', sharesPpm: [200_000, 100_000, 50_000], capPpm: 350_000 });
  send(0, { type: 'setReferrer', accountUserId: ALICE, inviterId: BOB });
  send(MAKER, { ...toWallet('contract') });
  for (const wallet of ['contract', 'second', 'margin-cross', 'margin-isolated'] as const) {
    send(ALICE, toWallet(wallet));
  }
  send(MAKER, { type: 'massQuote', symbolId: SYMBOL, levels: levels(300_000) });
  send(MAKER, { type: 'perpetualMassQuote', symbolId: PERPETUAL, levels: levels(1_000) });

  send(ALICE, limitOrder('buy', TICKS + 500, 10_000), 'order/first');
  send(ALICE, limitOrder('buy', TICKS - 9_000, 5_000));
  send(ALICE, {
    type: 'placeTrigger',
    symbolId: SYMBOL,
    side: 'sell',
    kind: 'stop',
    source: 'index',
    clientOrderId: null,
    postOnly: false,
    triggerTicks: ticks(TICKS - 20_000),
    callbackPpm: null,
    callbackTicks: null,
    activationTicks: null,
    orderType: 'market',
    timeInForce: 'IOC',
    priceTicks: null,
    lots: lots(1_000),
    quoteAmount: null,
  });
  send(ALICE, {
    type: 'placeOco',
    symbolId: SYMBOL,
    side: 'sell',
    lots: lots(2_000),
    source: 'index',
    clientOrderId: null,
    stopClientOrderId: null,
    priceTicks: ticks(TICKS + 30_000),
    triggerTicks: ticks(TICKS - 30_000),
    stopPriceTicks: null,
    stopQuoteAmount: null,
  });
  for (const [wallet, symbolId] of [['margin-cross', 0] as const, ['margin-isolated', SYMBOL] as const]) {
    send(ALICE, { type: 'borrow', wallet, symbolId, assetId: USDT, amount: amount(1_000n * COIN) });
  }
  send(ALICE, {
    ...limitOrder('buy', TICKS - 9_000, 1_000),
    type: 'placeMarginOrder',
    wallet: 'margin-cross',
  });

  const stops = { takeProfit: exit(TICKS + 40_000), stopLoss: exit(TICKS - 4_000) };
  send(ALICE, { ...orderOf('buy', 100, TICKS + 500, stops), symbolId: PERPETUAL, leverage: 10 });
  send(ALICE, { ...orderOf('buy', 50, TICKS - 9_000), symbolId: PERPETUAL });
  const trigger = { triggerTicks: ticks(TICKS + 20_000), source: 'last' as const };
  send(ALICE, { ...orderOf('sell', 10, TICKS + 20_000, { trigger }), symbolId: PERPETUAL });
  const [position] = kernel.perpetual.positions(ALICE);
  if (position === undefined) throw new Error('no position was opened');

  send(ALICE, {
    type: 'setSecondsLimits',
    dailyLoss: { limit: amount(900n * COIN) },
    coolingOffUntilMs: null,
    selfExcludedUntilMs: null,
  });
  const contractId = send(ALICE, {
    type: 'openSecondContract',
    symbolId: SYMBOL,
    direction: 'up',
    periodS: 30,
    quantity: 40,
    payoutPpm: null,
    clientOrderId: null,
    country: null,
  });
  for (let n = 0; n < 16; n++) price(TICKS + n);
  for (const [assetId, symbolId] of [[BTC, SYMBOL] as const, [USDT, 0] as const]) {
    const reason = 'Swaps of this test';
    send(0, { type: 'fundSwaps', assetId, amount: amount(10n * COIN), fromUserId: 0, reason });
    send(0, {
      type: 'setSwapTerms',
      assetId,
      symbolId,
      spreadPpm: 1_000,
      reason,
      minAmount: amount(1n),
      maxAmount: amount(100n * COIN),
      maxInventory: amount(1_000n * COIN),
    });
  }
  send(ALICE, { type: 'quoteSwap', fromAssetId: USDT, toAssetId: BTC, amount: amount(COIN) });
  const staked = { assetId: USDT, reason: 'Staking of this test' } as const;
  send(0, { type: 'fundStaking', ...staked, amount: amount(10n * COIN), fromUserId: 0 });
  const bounds = { minAmount: amount(COIN / 100n), maxAmount: amount(COIN) };
  const caps = { userCapAmount: amount(2n * COIN), capAmount: amount(9n * COIN) };
  const rates = { dailyPpm: 300, cycleDays: 7, exitPpm: 500_000 };
  send(0, { type: 'offerStaking', ...staked, ...rates, ...bounds, ...caps, opensMs: 0 });
  const { offerId } = kernel.staking.offers()[0]!;
  send(ALICE, { type: 'subscribeStaking', offerId, amount: amount(COIN / 2n), autoRenew: true });
  send(0, { type: 'fundFinance', ...staked, amount: amount(10n * COIN), fromUserId: 0 });
  const own = { name: 'USDT 7', zone: 'members', lockDays: 2, maxParticipations: 3 } as const;
  send(0, { type: 'offerFinance', ...staked, ...rates, ...bounds, ...caps, ...own, opensMs: 0 });
  const product = kernel.finance.offers()[0]!.offerId;
  send(ALICE, { type: 'subscribeFinance', offerId: product, amount: amount(COIN / 2n), isMember: true });
  const lent = { assetId: USDT, reason: 'Loans of this test' } as const;
  send(0, { type: 'fundLoanPool', ...lent, amount: amount(100n * COIN), fromUserId: 0 });
  const lending = { instalments: 3, dailyPpm: 300, overduePpm: 450, overdueCapPpm: 100_000 };
  const rows = { method: 'equal', cycle: 'month', cycleCount: 1, ...lending } as const;
  const sizes = { minAmount: amount(COIN), maxAmount: amount(100n * COIN), opensMs: nowMs };
  send(0, { type: 'offerLoan', ...lent, ...rows, ...sizes });
  const borrowed = { accountUserId: ALICE, offerId: 1, amount: amount(50n * COIN), applicationId: 1 };
  const totalAtMost = amount(100n * COIN);
  send(0, { type: 'payOutLoan', ...borrowed, totalAtMost, kyc: 'advanced', memberDays: 0 });
  const mined = { assetId: BTC, reason: 'Mining of this test' } as const;
  const gears = [{ minAmount: amount(COIN / 100n), dailyPpm: 10_000 }];
  send(0, { type: 'openMining', assetId: BTC, gears });
  send(0, { type: 'fundMining', ...mined, amount: amount(COIN / 10n), fromUserId: 0 });
  send(0, { type: 'joinMining', accountUserId: ALICE, address: `0x${'a1'.repeat(20)}` });
  send(0, { type: 'askMiningMove', accountUserId: ALICE, address: `0x${'b2'.repeat(20)}` });
  send(ALICE, { type: 'lockMining', assetId: BTC, amount: amount(COIN / 10n), termsNo: 1 });
  const agent = { accountUserId: ALICE, sharePpm: 100_000, effectiveMs: 0 } as const;
  send(0, { type: 'setAgent', ...agent, reason: 'An agent of this test' });
  send(0, { type: 'endReferral', accountUserId: BOB });
  const limits = { minNotional: amount(COIN), maxLots: lots(1_000), maxOpenOrders: 50, priceBandPpm: 60_000 };
  const effectiveMs = Math.ceil(kernel.timeMs / 60_000 + 60 * 24 * 4) * 60_000;
  const announced = { type: 'scheduleChange', effectiveMs, reason: 'Terms of this test' } as const;
  send(0, { ...announced, change: { type: 'setSymbolLimits', symbolId: SYMBOL, ...limits } });
  send(0, { ...announced, change: { type: 'setPerpetualLimits', symbolId: PERPETUAL, ...limits } });
  send(0, { type: 'withdrawChange', changeNo: 2, reason: 'Not needed any more' });
  send(0, { ...announced, change: { type: 'setMiningTerms', assetId: BTC, gears } });
  // a whole second earns a unit
  for (let tick = 0; tick < 8; tick++) price(TICKS);
  send(ALICE, { type: 'claimMining', assetId: BTC });
  const leaving = {
    withdrawalNo: MINING_WITHDRAWAL,
    accountUserId: ALICE,
    assetId: BTC,
    amount: amount(1n),
  } as const;
  send(0, { type: 'withdrawMiningRewards', ...leaving, fee: amount(0n), address: `0x${'a1'.repeat(20)}` });
  const otc = furnishOtc(send);

  return {
    kernel,
    contractId,
    positionId: position.positionId,
    otc,
    disturb() {
      send(BOB, { type: 'cancelOtcOrder', orderId: otc.paidId, seen: 'paid' });
      send(BOB, { type: 'stateOtcAppeal', orderId: otc.appealedId, seen: 'appealed', evidence: OTC_HASH });
      const changed = { offerId: otc.offerId, version: 1, isPaused: true, ...otcOffer(500n * COIN) };
      send(ALICE, { type: 'changeOtcOffer', ...changed });
      send(0, {
        type: 'setOtcCurrency',
        currency: 'CNY',
        scale: 2,
        rate: CNY + 10_000n,
        reason: OTC_REASON,
      });
      send(MAKER, { type: 'cancelAll', symbolId: null });
      send(MAKER, { type: 'cancelPerpetualOrders', symbolId: null });
      send(ALICE, limitOrder('sell', TICKS - 20_000, 7_000));
      send(BOB, limitOrder('buy', TICKS - 20_000, 9_000));
      send(ALICE, { type: 'cancelAll', symbolId: null });
      send(ALICE, { type: 'cancelMarginOrders', wallet: 'margin-cross', symbolId: null });
      send(ALICE, { type: 'cancelPerpetualOrders', symbolId: null });
      send(ALICE, { type: 'setPositionExits', positionId: position.positionId, ...stops });
      send(ALICE, { type: 'repay', wallet: 'margin-cross', symbolId: 0, assetId: USDT, amount: null });
      send(0, { type: 'setFees', makerPpm: 1, takerPpm: 2 });
      send(0, {
        type: 'setFeeTiers',
        volumeAssetId: USDT,
        tiers: [{ minVolume: 0n, makerPpm: 7, takerPpm: 8, perpetualMakerPpm: 9, perpetualTakerPpm: 10 }],
      });
      send(ALICE, { type: 'quoteSwap', fromAssetId: BTC, toAssetId: USDT, amount: amount(1_000n) });
      send(0, { type: 'fundInsurance', assetId: USDT, amount: amount(COIN), fromUserId: 0 });
      send(0, { type: 'practiceFunds', accountUserId: ALICE, assetId: BTC, amount: amount(COIN) });
      const halt = { state: 'halted' as const, reason: 'disturbed' };
      send(0, { type: 'setSymbolState', symbolId: SYMBOL, ...halt });
      send(0, { type: 'setPerpetualState', symbolId: PERPETUAL, ...halt });
      send(0, { type: 'setSecondsState', symbolId: SYMBOL, ...halt });
      send(0, {
        type: 'changeSecondsTerms',
        symbolId: SYMBOL,
        minQuantity: 2,
        maxQuantity: 3,
        periods: [{ periodS: 60, payoutPpm: 1 }],
        reason: 'disturbed',
      });
      send(0, { type: 'setSecondsUserCap', cap: amount(COIN), reason: 'disturbed' });
      for (let n = 0; n < 140; n++) price(TICKS + 60_000 + n);
    },
  };
}
