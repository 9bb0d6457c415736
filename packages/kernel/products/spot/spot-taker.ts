import { SAFETY_FUND_DIVISOR, safetyFundPart, tradingFeeSafe } from '@candor/rules';
import { assert } from '../../assert.ts';
import type { Taker } from '../../book/book.ts';
import {
  FLAG_TWIN,
  FLAG_WATCHED,
  ID,
  ORDER_REALS,
  ORDER_WORDS,
  OWNER,
  PLACE,
} from '../../book/order-pool.ts';
import * as r from '../../events/records.ts';
import { BALANCE_WORDS } from '../../ledger/balances.ts';
import { Int64Cells } from '../../memory/int64-cells.ts';
import type { Asset } from '../../state.ts';
import { orderAt, retire } from './resting.ts';
import type { SpotState } from './spot-state.ts';
import type { SpotSymbol } from './spot-symbol.ts';
import { BASE, GROUP, IS_HOUSE, QUOTE, TRADER_WORDS } from './traders.ts';

/**
 * Settles the fills of one taker at a time. A fill moves base and quote between two wallets, then each side's fee out of
 * what it received, with the safety fund's part in the same entry: all amounts come from the same numbers, so that each
 * entry sums to 0. A maker pays from what was held for it, the taker from what is available.
 * Every amount of a fill is a safe integer: a resting order's whole value
 * is one, and a fill is part of it.
 */
export class SpotTaker implements Taker {
  private readonly state: SpotState;
  private symbol!: SpotSymbol;
  private base!: Asset;
  private quote!: Asset;
  private trader = 0;
  private userId = 0;
  private orderId = 0;
  private group = 0;
  private isHouse = false;
  private isBuy = false;
  private takerFeePpm = 0;
  /** Fills of this symbol count as volume for the fee tiers. */
  private counts = false;
  /** The quote amount of all fills so far. */
  private readonly filled = new Int64Cells(1);

  constructor(state: SpotState) {
    this.state = state;
  }

  /** Turns to the next taker. */
  begin(symbol: SpotSymbol, trader: number, orderId: number, isBuy: boolean): void {
    const { state } = this;
    if (this.symbol !== symbol) {
      this.symbol = symbol;
      this.base = state.assets.get(symbol.listed.baseAssetId)!;
      this.quote = state.assets.get(symbol.listed.quoteAssetId)!;
    }
    this.trader = trader;
    this.userId = state.traders.number(trader);
    this.orderId = orderId;
    this.group = state.traders.words[trader * TRADER_WORDS + GROUP]!;
    this.isHouse = state.traders.words[trader * TRADER_WORDS + IS_HOUSE] === 1;
    this.isBuy = isBuy;
    this.takerFeePpm = state.fees.takerPpm[state.accounts.tier[this.group]!]!;
    this.counts = symbol.listed.quoteAssetId === state.fees.volumeAssetId;
    this.filled.clear(0);
  }

  get filledQuote(): bigint {
    return this.filled.cells[0]!;
  }

  /** The orders of one user's wallets never meet, those of all house accounts neither, and none that is withheld. */
  isOwn(maker: number): boolean {
    const { state } = this;
    const { words } = state.orders;
    const makerTrader = words[maker * ORDER_WORDS + OWNER]!;
    if (this.isOfGroup(makerTrader)) return true;
    if ((words[maker * ORDER_WORDS + PLACE]! & FLAG_WATCHED) === 0) return false;
    return state.restingWatch!.withholds(state.traders.account(makerTrader), this.symbol.listed.symbolId);
  }

  private isOfGroup(makerTrader: number): boolean {
    return this.state.traders.words[makerTrader * TRADER_WORDS + GROUP] === this.group;
  }

  expireOwn(maker: number): void {
    const { state, symbol } = this;
    const makerTrader = state.orders.owner(maker);
    if (this.isOfGroup(makerTrader)) {
      retire(state, symbol, maker, r.REASON_SELF_TRADE);
      return;
    }
    state.restingWatch!.withheld(state.traders.account(makerTrader), orderAt(state, maker));
    retire(state, symbol, maker, r.REASON_CANCELLED);
  }

  makerFilled(maker: number): void {
    retire(this.state, this.symbol, maker, r.REASON_FILLED);
  }

  fill(maker: number, priceTicks: number, lots: number): void {
    const { state, symbol, isBuy } = this;
    const { balances } = state;
    const traders = state.traders.words;
    const makerTrader = state.orders.words[maker * ORDER_WORDS + OWNER]!;
    const buyer = (isBuy ? this.trader : makerTrader) * TRADER_WORDS;
    const seller = (isBuy ? makerTrader : this.trader) * TRADER_WORDS;
    const buyerBase = traders[buyer + BASE]!;
    const buyerQuote = traders[buyer + QUOTE]!;
    const sellerBase = traders[seller + BASE]!;
    const sellerQuote = traders[seller + QUOTE]!;
    const quoteUnits = priceTicks * lots * symbol.terms.quotePerTickLot;
    const baseUnits = lots * symbol.terms.basePerLot;
    const makerGroup = traders[makerTrader * TRADER_WORDS + GROUP]!;
    assert(lots > 0 && quoteUnits <= Number.MAX_SAFE_INTEGER, 'a fill is a safe integer above 0');
    const makerFeePpm = state.fees.makerPpm[state.accounts.tier[makerGroup]!]!;
    const buyerFee = tradingFeeSafe(baseUnits, isBuy ? this.takerFeePpm : makerFeePpm);
    const sellerFee = tradingFeeSafe(quoteUnits, isBuy ? makerFeePpm : this.takerFeePpm);

    assert(buyerFee <= baseUnits && sellerFee <= quoteUnits, 'a fee is part of what a fill pays');

    if (isBuy) {
      balances.spendHeld(sellerBase, baseUnits);
      balances.post(buyerQuote, -quoteUnits);
      balances.post(sellerQuote, quoteUnits - sellerFee);
    } else {
      balances.spendHeld(buyerQuote, quoteUnits);
      balances.post(sellerQuote, quoteUnits - sellerFee);
      balances.post(sellerBase, -baseUnits);
    }
    balances.post(buyerBase, baseUnits - buyerFee);
    const baseFund = this.postFee(this.base, symbol.feesBase, symbol.fundBase, buyerFee);
    const quoteFund = this.postFee(this.quote, symbol.feesQuote, symbol.fundQuote, sellerFee);
    state.orders.addFilledQuote(maker, quoteUnits);
    this.filled.add(0, quoteUnits);

    const { tape } = state;
    const at = tape.reserve(r.FILL_SIZE);
    const { words, numbers } = tape.chunk;
    const flags = this.flagsOf(makerTrader);
    if (this.counts && (flags & (r.MAKER_HOUSE | r.TAKER_HOUSE)) === 0)
      this.countVolume(makerGroup, quoteUnits);
    words[2 * at] = flags;
    words[2 * at + 1] = symbol.listed.symbolId;
    words[2 * (at + r.FILL_ASSETS)] = symbol.listed.baseAssetId;
    words[2 * (at + r.FILL_ASSETS) + 1] = symbol.listed.quoteAssetId;
    words[2 * (at + r.FILL_RATES)] = makerFeePpm;
    words[2 * (at + r.FILL_RATES) + 1] = this.takerFeePpm;
    numbers[at + r.TRADE_ID] = ++state.core.lastTradeId;
    numbers[at + r.FILL_PRICE] = priceTicks;
    numbers[at + r.FILL_LOTS] = lots;
    numbers[at + r.FILL_QUOTE] = quoteUnits;
    numbers[at + r.FILL_BASE] = baseUnits;
    numbers[at + r.MAKER_ORDER] = state.orders.reals[maker * ORDER_REALS + ID]!;
    numbers[at + r.TAKER_ORDER] = this.orderId;
    numbers[at + r.MAKER_USER] = state.traders.number(makerTrader);
    numbers[at + r.TAKER_USER] = this.userId;
    numbers[at + r.BUYER_FEE] = buyerFee;
    numbers[at + r.SELLER_FEE] = sellerFee;
    numbers[at + r.BASE_FUND] = baseFund;
    numbers[at + r.QUOTE_FUND] = quoteFund;
    const money = balances.money.words;
    copyTotal(money, buyerBase, words, at + r.BUYER_BASE_TOTAL);
    copyTotal(money, buyerQuote, words, at + r.BUYER_QUOTE_TOTAL);
    copyTotal(money, sellerBase, words, at + r.SELLER_BASE_TOTAL);
    copyTotal(money, sellerQuote, words, at + r.SELLER_QUOTE_TOTAL);
    copyHouseTotals(money, symbol, words, at);
    if (priceTicks !== symbol.lastTicks) this.moveLast(priceTicks);
    if (state.core.feeListener !== null) this.tellFees(makerTrader, buyerFee, sellerFee);
    const makerFlags = state.orders.words[maker * ORDER_WORDS + PLACE]!;
    if ((makerFlags & FLAG_TWIN) !== 0) state.widow(state.orders.id(maker));
    if ((makerFlags & FLAG_WATCHED) !== 0)
      this.tellWatch(maker, isBuy ? quoteUnits - sellerFee : baseUnits - buyerFee);
  }

  /** The kind of a fill on the tape: who sold, and which side the house is. */
  private flagsOf(makerTrader: number): number {
    let flags = this.isBuy ? r.FILL : r.FILL | r.TAKER_SELLS;
    if (this.isHouse) flags |= r.TAKER_HOUSE;
    if (this.state.traders.words[makerTrader * TRADER_WORDS + IS_HOUSE] === 1) flags |= r.MAKER_HOUSE;
    return flags;
  }

  /** Counts a fill towards the fee tiers of both users. */
  private countVolume(makerGroup: number, quoteUnits: number): void {
    const { fees } = this.state;
    fees.count(this.group, quoteUnits);
    fees.count(makerGroup, quoteUnits);
  }

  private tellFees(makerTrader: number, buyerFee: number, sellerFee: number): void {
    const { core, traders } = this.state;
    const { feeListener, lastTradeId } = core;
    const { baseAssetId, quoteAssetId } = this.symbol.listed;
    const buyer = this.isBuy ? this.trader : makerTrader;
    const seller = this.isBuy ? makerTrader : this.trader;
    if (buyerFee !== 0) feeListener!(baseAssetId, traders.account(buyer), buyerFee, lastTradeId);
    if (sellerFee !== 0) feeListener!(quoteAssetId, traders.account(seller), sellerFee, lastTradeId);
  }

  /** Tells whoever watches a resting order that it received so much of a fill. */
  private tellWatch(maker: number, received: number): void {
    const { state, isBuy } = this;
    const { baseAssetId, quoteAssetId } = this.symbol.listed;
    state.restingWatch!.filled(state.orders.id(maker), isBuy ? quoteAssetId : baseAssetId, received);
  }

  /** Keeps each price of the command for the orders that wait for one. */
  private moveLast(priceTicks: number): void {
    const { symbol } = this;
    symbol.lastTicks = priceTicks;
    if (symbol.lastWatchers === 0) return;
    if (symbol.path.length === 0) {
      this.state.moved.push(symbol);
      this.state.core.isUnsettled = true;
    }
    symbol.path.push(priceTicks);
  }

  /** Posts a fee and, in the same entry, the safety fund's part of it. Returns that part. */
  private postFee(asset: Asset, fees: number, fund: number, feeUnits: number): number {
    if (feeUnits === 0) return 0;
    const part = safetyFundPart(asset.feesCarried, feeUnits);
    asset.feesCarried += feeUnits - part * SAFETY_FUND_DIVISOR;
    this.state.balances.post(fees, feeUnits - part);
    if (part !== 0) this.state.balances.post(fund, part);
    return part;
  }
}

/** Copies the totals of a symbol's fees and of its part of the safety fund to a fill on the tape. */
function copyHouseTotals(money: Int32Array, symbol: SpotSymbol, words: Int32Array, at: number): void {
  copyTotal(money, symbol.feesBase, words, at + r.FEES_BASE_TOTAL);
  copyTotal(money, symbol.feesQuote, words, at + r.FEES_QUOTE_TOTAL);
  copyTotal(money, symbol.fundBase, words, at + r.FUND_BASE_TOTAL);
  copyTotal(money, symbol.fundQuote, words, at + r.FUND_QUOTE_TOTAL);
}

/** Copies a balance's total to an entry of the tape. */
function copyTotal(money: Int32Array, balance: number, words: Int32Array, entry: number): void {
  words[2 * entry] = money[BALANCE_WORDS * balance]!;
  words[2 * entry + 1] = money[BALANCE_WORDS * balance + 1]!;
}
