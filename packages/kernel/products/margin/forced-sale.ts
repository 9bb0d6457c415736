import type { Amount, Lots } from '@candor/money';
import { PAR, priceBand, riskIsAtMost, type UnitPrice } from '@candor/rules';
import type { Outcome } from '../../events.ts';
import { MARGIN_INSURANCE, MARGIN_POOL } from '../../ledger/accounts.ts';
import { postEntry } from '../../ledger/entries.ts';
import type { OrderDesk } from '../../order-desk.ts';
import type { State } from '../../state.ts';
import type { Loan, MarginBooks, RiskTerms, WalletBook } from './books.ts';
import type { Lending } from './lending.ts';
import type { AssetPrice, Valuation, Valuer } from './valuation.ts';

const PPM = 1_000_000n;

/**
 * Sells a wallet whose risk rate fell too far: cancels its orders, pays back what it has of what it owes, sells
 * collateral near the index for the rest and pays that back; goes on at the next tick while the book gives nothing.
 * Amounts too small to be sold go to the insurance at their value; unpaid debt is the insurance's loss, then
 * the pool's, never anybody else's.
 */
export class ForcedSale {
  private readonly state: State;
  private readonly books: MarginBooks;
  private readonly lending: Lending;
  private readonly valuer: Valuer;
  private readonly desk: OrderDesk;
  private orders: number[] = [];
  /** Something was cancelled, paid, traded or taken over in this run. */
  private acted = false;

  constructor(state: State, books: MarginBooks, lending: Lending, valuer: Valuer, desk: OrderDesk) {
    this.state = state;
    this.books = books;
    this.lending = lending;
    this.valuer = valuer;
    this.desk = desk;
  }

  /**
   * Sells as far as the books give now. The wallet's risk rate is at or below the threshold. A sale that goes on and
   * finds nobody emits another event only when something changes.
   */
  run(book: WalletBook, terms: RiskTerms, valuation: Valuation): void {
    const { state } = this;
    const goesOn = book.saleId !== 0;
    if (!goesOn) book.saleId = ++state.lastOrderId;
    const { saleId, userId, name: wallet } = book;
    const mark = state.tape.mark();
    state.tape.note({
      type: 'marginSale',
      saleId,
      userId,
      wallet,
      liquidationPpm: terms.liquidationPpm,
      saleBandPpm: terms.saleBandPpm,
      risk: valuation.inputs,
    });
    this.orders = [];
    const cancelled = this.desk.cancelAll(book.account, null);
    this.acted = cancelled.length > 0;
    this.payFromBalances(book);
    if (book.loans.size > 0) {
      this.raise(book, terms);
      this.buyOwed(book, terms);
      this.payFromBalances(book);
    }
    if (book.loans.size > 0) this.closeWhatIsLeft(book, terms);
    const after = this.valuer.value(book, terms);
    const isOver =
      book.loans.size === 0 || (after !== null && !riskIsAtMost(after.values, terms.liquidationPpm));
    if (isOver) book.saleId = 0;
    if (book.loans.size === 0) book.called = false;
    if (goesOn && !isOver && !this.acted) {
      state.tape.cut(mark);
      return;
    }
    state.tape.note({
      type: 'marginSold',
      saleId,
      userId,
      wallet,
      cancelled,
      orders: this.orders,
      over: isOver,
      riskPpm: after === null ? null : after.inputs.riskPpm,
    });
  }

  /** The risk rate rose above the threshold by itself: what is left stays. */
  end(book: WalletBook, riskPpm: bigint | null): void {
    const { saleId, userId, name: wallet } = book;
    book.saleId = 0;
    this.state.tape.note({
      type: 'marginSold',
      saleId,
      userId,
      wallet,
      cancelled: [],
      orders: [],
      over: true,
      riskPpm,
    });
  }

  private loansOf(book: WalletBook): Loan[] {
    return [...book.loans.values()].sort((a, b) => a.assetId - b.assetId);
  }

  private availableOf(book: WalletBook, assetId: number): bigint {
    const { balances } = this.state;
    return balances.available(balances.find(book.account, assetId));
  }

  private payFromBalances(book: WalletBook): void {
    for (const loan of this.loansOf(book)) {
      const available = this.availableOf(book, loan.assetId);
      const owed = this.books.owed(loan);
      const units = available < owed ? available : owed;
      if (units <= 0n) continue;
      this.lending.payBack(book, loan, units, 'sale');
      this.acted = true;
    }
  }

  /** Sells collateral for the value asset until that covers all debts at the index, fees counted. */
  private raise(book: WalletBook, terms: RiskTerms): void {
    const { valueAssetId } = terms;
    let needed = 0n;
    for (const loan of this.loansOf(book)) {
      const price = this.valuer.priceOf(loan.assetId, valueAssetId)!;
      const owed = this.books.owed(loan);
      needed += loan.assetId === valueAssetId ? owed : this.grossed(worthCeil(owed, price.unit));
    }
    for (const { assetId } of this.valuer.holdings(book.account)) {
      const missing = needed - this.availableOf(book, valueAssetId);
      if (missing <= 0n) return;
      const price = this.valuer.priceOf(assetId, valueAssetId);
      if (assetId === valueAssetId || price === undefined || price.priceTicks === null) continue;
      const { basePerLot } = price.symbol!.terms;
      const available = this.availableOf(book, assetId) / BigInt(basePerLot);
      const wanted = this.lotsFor(this.grossed(missing), price);
      const lots = wanted < available ? wanted : available;
      if (lots > 0n) this.trade(book, terms, price, 'sell', Number(lots), null);
    }
  }

  /** Buys what is owed with the value asset. */
  private buyOwed(book: WalletBook, terms: RiskTerms): void {
    const { valueAssetId } = terms;
    for (const loan of this.loansOf(book)) {
      if (loan.assetId === valueAssetId) continue;
      const price = this.valuer.priceOf(loan.assetId, valueAssetId)!;
      const available = this.availableOf(book, valueAssetId);
      if (price.priceTicks === null || available <= 0n) continue;
      const { basePerLot } = price.symbol!.terms;
      const lots = ceilDiv(this.grossed(this.books.owed(loan)), BigInt(basePerLot));
      const least = this.lotsFor(0n, price);
      const bought = this.trade(book, terms, price, 'buy', Number(lots < least ? least : lots), null);
      if (bought !== null && !bought.ok && bought.code === 'INSUFFICIENT_BALANCE') {
        this.trade(book, terms, price, 'buy', null, available);
      }
    }
  }

  /** Null where nobody in the book trades within the limits: no order is placed then. */
  private trade(
    book: WalletBook,
    terms: RiskTerms,
    { symbol, priceTicks }: AssetPrice,
    side: 'buy' | 'sell',
    lots: number | null,
    quoteAmount: bigint | null,
  ): Outcome | null {
    const band = priceBand(priceTicks!, terms.saleBandPpm);
    const worstTicks = side === 'buy' ? band.highestTicks : band.lowestTicks;
    if (!this.desk.meets(symbol!.listed.symbolId, side, worstTicks)) return null;
    const outcome = this.desk.place(
      book.account,
      {
        symbolId: symbol!.listed.symbolId,
        side,
        orderType: 'market',
        timeInForce: 'IOC',
        postOnly: false,
        priceTicks: null,
        lots: lots === null ? null : (Math.min(lots, symbol!.terms.maxLots) as Lots),
        quoteAmount: quoteAmount as Amount | null,
        clientOrderId: null,
      },
      worstTicks,
    );
    if (outcome.ok) {
      this.orders.push(outcome.orderId);
      this.acted = true;
    }
    return outcome;
  }

  /** Lots that are worth an amount of the value asset at the index, rounded up, and no fewer than an order may have. */
  private lotsFor(valueUnits: bigint, { symbol, priceTicks }: AssetPrice): bigint {
    const { quotePerTickLot, minNotional } = symbol!.terms;
    const wanted = valueUnits > BigInt(minNotional) ? valueUnits : BigInt(minNotional);
    return ceilDiv(wanted, BigInt(priceTicks!) * BigInt(quotePerTickLot));
  }

  /** Amount to receive before the taker's fee so that this much is left. */
  private grossed(units: bigint): bigint {
    return ceilDiv(units * PPM, PPM - BigInt(this.state.fees.takerPpm[0]!));
  }

  /**
   * Closes what is left where none of it can be sold in any book: the insurance (or, where it cannot pay, the pool)
   * takes the collateral for its worth, and the rest of the debts is a loss.
   */
  private closeWhatIsLeft(book: WalletBook, terms: RiskTerms): void {
    for (const { assetId, units } of this.valuer.holdings(book.account)) {
      if (this.isUseful(book, assetId, units, terms)) return;
    }
    for (const { assetId } of book.loans.values()) {
      if (this.valuer.priceOf(assetId, terms.valueAssetId)!.priceTicks === null) return;
    }
    for (const loan of this.loansOf(book)) {
      this.lending.charge(book, loan);
      this.acted = true;
      const owed = this.books.owed(loan);
      this.takeOver(book, loan, owed, terms, this.insuranceOf(loan.assetId) > 0n ? 'insurance' : 'pool');
      this.bear(book, loan, owed);
    }
  }

  /**
   * True when a later tick may still sell it, or buy the owed amount with it: it is worth an order, or a price is
   * missing.
   */
  private isUseful(book: WalletBook, assetId: number, units: bigint, { valueAssetId }: RiskTerms): boolean {
    if (assetId === valueAssetId) {
      return this.loansOf(book).some((loan) => {
        const owed = this.valuer.priceOf(loan.assetId, valueAssetId)!;
        if (owed.symbol === null) return false;
        return owed.priceTicks === null || units >= BigInt(owed.symbol.terms.minNotional);
      });
    }
    const price = this.valuer.priceOf(assetId, valueAssetId);
    if (price === undefined) return false;
    if (price.priceTicks === null) return true;
    return units / BigInt(price.symbol!.terms.basePerLot) >= this.lotsFor(0n, price);
  }

  /** Moves collateral worth the debt, or all there is, to who bears the debt. */
  private takeOver(
    book: WalletBook,
    loan: Loan,
    owed: bigint,
    terms: RiskTerms,
    by: 'insurance' | 'pool',
  ): void {
    const { state } = this;
    const bearer = state.accounts.ensureNamed(by === 'insurance' ? MARGIN_INSURANCE : MARGIN_POOL);
    const debtPrice = this.valuer.priceOf(loan.assetId, terms.valueAssetId)!.unit;
    let worth = owed * debtPrice.numerator;
    const scale = debtPrice.denominator;
    for (const { assetId } of this.valuer.holdings(book.account)) {
      const available = this.availableOf(book, assetId);
      const price =
        assetId === terms.valueAssetId ? PAR : this.valuer.priceOf(assetId, terms.valueAssetId)?.unit;
      if (price === undefined || price.numerator === 0n || worth <= 0n) continue;
      const wanted = ceilDiv(worth * price.denominator, scale * price.numerator);
      const amount = wanted < available ? wanted : available;
      if (amount <= 0n) continue;
      worth -= (amount * price.numerator * scale) / price.denominator;
      postEntry(state, 'margin-takeover', { tradeId: 0, orderId: loan.loanId }, [
        { account: book.account, assetId, amount: -amount },
        { account: bearer, assetId, amount },
      ]);
      state.tape.note({
        type: 'marginTakenOver',
        saleId: book.saleId,
        userId: book.userId,
        wallet: book.name,
        assetId,
        amount: amount as Amount,
        by,
      });
    }
  }

  private bear(book: WalletBook, loan: Loan, owed: bigint): void {
    const { state } = this;
    const { assetId } = loan;
    const insured = this.insuranceOf(assetId);
    const fromInsurance = insured < owed ? insured : owed;
    const fromPool = owed - fromInsurance;
    if (fromInsurance > 0n) {
      const payer = state.accounts.find(MARGIN_INSURANCE);
      this.lending.settle(book, loan, fromInsurance, 'insurance', payer);
    }
    if (fromPool > 0n) this.lending.settle(book, loan, fromPool, 'pool', 0);
    state.tape.note({
      type: 'marginDeficit',
      saleId: book.saleId,
      userId: book.userId,
      wallet: book.name,
      assetId,
      amount: owed as Amount,
      fromInsurance: fromInsurance as Amount,
      fromPool: fromPool as Amount,
    });
  }

  private insuranceOf(assetId: number): bigint {
    const { accounts, balances } = this.state;
    return balances.available(balances.find(accounts.find(MARGIN_INSURANCE), assetId));
  }
}

function worthCeil(units: bigint, { numerator, denominator }: UnitPrice): bigint {
  return ceilDiv(units * numerator, denominator);
}

function ceilDiv(value: bigint, divisor: bigint): bigint {
  return (value + divisor - 1n) / divisor;
}
