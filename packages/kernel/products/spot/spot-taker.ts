import { SAFETY_FUND_DIVISOR, safetyFundPart, tradingFeeSafe } from '@candor/rules';
import type { Taker } from '../../book/book.ts';
import {
  type Fill,
  MAKER_HOUSE,
  REASON_FILLED,
  REASON_SELF_TRADE,
  TAKER_HOUSE,
  TAKER_SELLS,
} from '../../events/recorder.ts';
import { Int64Cells } from '../../memory/int64-cells.ts';
import type { Asset, State } from '../../state.ts';
import { retire } from './resting.ts';
import type { SpotSymbol } from './spot-symbol.ts';

/**
 * Settles the fills of one taker at a time. Every amount of a fill is a safe integer: a resting order's whole value
 * is one, and a fill is part of it.
 */
export class SpotTaker implements Taker {
  private readonly state: State;
  private symbol!: SpotSymbol;
  private base!: Asset;
  private quote!: Asset;
  private trader = 0;
  private account = 0;
  private isHouse = false;
  private isBuy = false;
  /** The quote amount of all fills so far. */
  private readonly filled = new Int64Cells(1);
  private readonly told: Fill = {
    tradeId: 0,
    symbolId: 0,
    baseAssetId: 0,
    quoteAssetId: 0,
    priceTicks: 0,
    lots: 0,
    flags: 0,
    quoteUnits: 0,
    baseUnits: 0,
    makerOrderId: 0,
    takerOrderId: 0,
    makerUserId: 0,
    takerUserId: 0,
    buyerFee: 0,
    sellerFee: 0,
    makerFeePpm: 0,
    takerFeePpm: 0,
    baseFund: 0,
    quoteFund: 0,
    buyerBase: 0,
    buyerQuote: 0,
    sellerBase: 0,
    sellerQuote: 0,
    feesBase: 0,
    feesQuote: 0,
    fundBase: 0,
    fundQuote: 0,
  };

  constructor(state: State) {
    this.state = state;
  }

  /** Turns to the next taker. */
  begin(symbol: SpotSymbol, trader: number, orderId: number, isBuy: boolean): void {
    const { state, told } = this;
    const { terms } = symbol;
    if (this.symbol !== symbol) {
      this.symbol = symbol;
      this.base = state.assets.get(terms.baseAssetId)!;
      this.quote = state.assets.get(terms.quoteAssetId)!;
    }
    this.trader = trader;
    this.account = state.traders.account(trader);
    this.isHouse = state.accounts.house[this.account] === 1;
    this.isBuy = isBuy;
    this.filled.cells[0] = 0n;
    told.symbolId = terms.symbolId;
    told.baseAssetId = terms.baseAssetId;
    told.quoteAssetId = terms.quoteAssetId;
    told.takerOrderId = orderId;
    told.takerUserId = state.accounts.numbers[this.account]!;
    told.makerFeePpm = state.makerFeePpm;
    told.takerFeePpm = state.takerFeePpm;
    told.feesBase = symbol.feesBase;
    told.feesQuote = symbol.feesQuote;
    told.fundBase = symbol.fundBase;
    told.fundQuote = symbol.fundQuote;
  }

  get filledQuote(): bigint {
    return this.filled.cells[0]!;
  }

  /** One account's orders never meet, and those of all house accounts neither. */
  isOwn(maker: number): boolean {
    const { traders, accounts } = this.state;
    const makerAccount = traders.account(this.state.orders.owner(maker));
    return makerAccount === this.account || (this.isHouse && accounts.house[makerAccount] === 1);
  }

  expireOwn(maker: number): void {
    retire(this.state, this.symbol, maker, REASON_SELF_TRADE);
  }

  makerFilled(maker: number): void {
    retire(this.state, this.symbol, maker, REASON_FILLED);
  }

  fill(maker: number, priceTicks: number, lots: number): void {
    const { state, symbol, told, isBuy } = this;
    const { balances, traders, orders } = state;
    const makerTrader = orders.owner(maker);
    const quoteUnits = priceTicks * lots * symbol.quotePerTickLot;
    const baseUnits = lots * symbol.basePerLot;
    const buyer = isBuy ? this.trader : makerTrader;
    const seller = isBuy ? makerTrader : this.trader;
    const buyerBase = traders.baseBalance(buyer);
    const buyerQuote = traders.quoteBalance(buyer);
    const sellerBase = traders.baseBalance(seller);
    const sellerQuote = traders.quoteBalance(seller);
    const buyerFee = tradingFeeSafe(baseUnits, isBuy ? state.takerFeePpm : state.makerFeePpm);
    const sellerFee = tradingFeeSafe(quoteUnits, isBuy ? state.makerFeePpm : state.takerFeePpm);

    if (isBuy) balances.hold(sellerBase, -baseUnits);
    else balances.hold(buyerQuote, -quoteUnits);
    balances.post(buyerQuote, -quoteUnits);
    balances.post(sellerQuote, quoteUnits - sellerFee);
    balances.post(sellerBase, -baseUnits);
    balances.post(buyerBase, baseUnits - buyerFee);
    const baseFund = this.postFee(this.base, symbol.feesBase, symbol.fundBase, buyerFee);
    const quoteFund = this.postFee(this.quote, symbol.feesQuote, symbol.fundQuote, sellerFee);
    orders.addFilledQuote(maker, quoteUnits);
    this.filled.add(0, quoteUnits);

    told.tradeId = ++state.lastTradeId;
    told.priceTicks = priceTicks;
    told.lots = lots;
    told.flags = isBuy ? 0 : TAKER_SELLS;
    if (this.isHouse) told.flags |= TAKER_HOUSE;
    if (state.isHouse(makerTrader)) told.flags |= MAKER_HOUSE;
    told.quoteUnits = quoteUnits;
    told.baseUnits = baseUnits;
    told.makerOrderId = orders.id(maker);
    told.makerUserId = state.userOf(makerTrader);
    told.buyerFee = buyerFee;
    told.sellerFee = sellerFee;
    told.baseFund = baseFund;
    told.quoteFund = quoteFund;
    told.buyerBase = buyerBase;
    told.buyerQuote = buyerQuote;
    told.sellerBase = sellerBase;
    told.sellerQuote = sellerQuote;
    state.recorder.fill(told, balances);
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
