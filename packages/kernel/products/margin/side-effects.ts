import type { PriceTicks } from '@candor/money';
import { FLAG_WATCHED } from '../../book/order-pool.ts';
import type { ByteReader, ByteWriter } from '../../codec/bytes.ts';
import { big, count, list, oneOf, record } from '../../codec/fields.ts';
import { walletFacts, walletNumber } from '../../ledger/wallets.ts';
import type { RestingOrder, RestingWatch } from '../../order-desk.ts';
import type { Product } from '../../product.ts';
import type { State } from '../../state.ts';
import type { MarginBooks, WalletBook } from './books.ts';
import type { SideEffect } from './commands.ts';
import type { Lending } from './lending.ts';
import type { Valuer } from './valuation.ts';

/** A resting order that does more than trade. */
interface Effect {
  readonly orderId: number;
  /** The slot of its wallet's account. */
  readonly account: number;
  readonly kind: SideEffect;
  /** What it borrowed, or what it repays. */
  readonly assetId: number;
  /** Borrowed for it; 0 where it repays. */
  readonly lent: bigint;
}

/** What is to be paid back at the end of the command. */
interface Repayment {
  readonly account: number;
  readonly assetId: number;
  readonly units: bigint;
}

const effects = list(
  record<Effect>({
    orderId: count,
    account: count,
    kind: oneOf(['borrow', 'repay']),
    assetId: count,
    lent: big,
  }),
);

/**
 * What resting orders of margin wallets entail: the proceeds of a fill repay, what was borrowed for an order that ends
 * unfilled goes back, and an order of a wallet that owes trades with nobody while its index is not fresh: who meets it
 * then has it cancelled. It is a part of margin with a section of its own in snapshots.
 */
export class SideEffects implements Product, RestingWatch {
  readonly name = 'margin-side-effects';
  readonly handlers = {};
  private readonly state: State;
  private readonly books: MarginBooks;
  private readonly lending: Lending;
  private readonly valuer: Valuer;
  /** By order id. */
  private readonly effects = new Map<number, Effect>();
  private readonly repayments: Repayment[] = [];
  private readonly withheldOrders: { readonly account: number; readonly order: RestingOrder }[] = [];

  constructor(state: State, books: MarginBooks, lending: Lending, valuer: Valuer) {
    this.state = state;
    this.books = books;
    this.lending = lending;
    this.valuer = valuer;
    state.restingWatch = this;
  }

  /** Whether the current command has consequences that `settle` has not seen to yet. */
  get isUnsettled(): boolean {
    return this.repayments.length !== 0 || this.withheldOrders.length !== 0;
  }

  /** Pays back what fills brought and ended orders left over, and tells of orders that were withheld. */
  settle(): void {
    for (const { account, assetId, units } of this.repayments) {
      const book = this.books.wallets.get(account);
      if (book !== undefined) this.payBack(book, assetId, units);
    }
    this.repayments.length = 0;
    const byAccount = new Map<number, RestingOrder[]>();
    for (const { account, order } of this.withheldOrders)
      byAccount.set(account, [...(byAccount.get(account) ?? []), order]);
    this.withheldOrders.length = 0;
    for (const [account, orders] of byAccount) this.tellCancelled(this.books.wallets.get(account)!, orders);
  }

  /** An order with a side effect came to rest. */
  rests(effect: Effect): void {
    this.effects.set(effect.orderId, effect);
  }

  /** Repays a debt with so much of what is available, if there is one. */
  payBack(book: WalletBook, assetId: number, units: bigint): void {
    const loan = book.loans.get(assetId);
    if (loan === undefined) return;
    const { balances } = this.state;
    const available = balances.available(balances.find(book.account, assetId));
    const owed = this.books.owed(loan);
    let least = units < owed ? units : owed;
    if (available < least) least = available;
    if (least > 0n) this.lending.repayFrom(book, loan, least);
  }

  mayWithhold(symbolId: number): boolean {
    return this.books.owingCount > 0 && this.valuer.freshTicks(symbolId) === 0;
  }

  withholds(account: number, symbolId: number): boolean {
    const book = this.books.wallets.get(account);
    return book !== undefined && book.loans.size > 0 && this.valuer.freshTicks(symbolId) === 0;
  }

  withheld(account: number, order: RestingOrder): void {
    this.withheldOrders.push({ account, order });
  }

  filled(orderId: number, assetId: number, units: number): void {
    const effect = this.effects.get(orderId);
    if (effect?.kind === 'repay')
      this.repayments.push({ account: effect.account, assetId, units: BigInt(units) });
  }

  ended(orderId: number, heldUnits: number): void {
    const effect = this.effects.get(orderId);
    if (effect === undefined) return;
    this.effects.delete(orderId);
    const { account, assetId, lent } = effect;
    const left = BigInt(heldUnits);
    const units = left < lent ? left : lent;
    if (effect.kind === 'borrow' && units > 0n) this.repayments.push({ account, assetId, units });
  }

  nextDueMs(): number {
    return Number.POSITIVE_INFINITY;
  }

  onTime(): void {}

  onIndex(): void {}

  lockedIn(): bigint {
    return 0n;
  }

  write(writer: ByteWriter): void {
    effects.write(writer, [...this.effects.values()]);
  }

  read(reader: ByteReader): void {
    for (const effect of effects.read(reader)) this.rests(effect);
  }

  /** Marks the resting orders of all margin wallets: snapshots of earlier kernels have them unmarked. */
  watchAll(): void {
    const { accounts, traders, orders } = this.state;
    for (let account = 1; account <= accounts.count; account++) {
      const number = accounts.numbers[account]!;
      if (number <= 0 || !walletFacts(walletNumber(number)).kind.startsWith('margin')) continue;
      for (
        let trader = accounts.firstTrader[account]!;
        trader !== 0;
        trader = traders.nextOfAccount(trader)
      ) {
        for (let slot = traders.firstOrder(trader); slot !== 0; slot = orders.ownerNext(slot))
          orders.setFlag(slot, FLAG_WATCHED);
      }
    }
  }

  private tellCancelled(book: WalletBook, orders: readonly RestingOrder[]): void {
    const { saleBandPpm } = this.books.termsOf(book)!;
    const { userId, name: wallet } = book;
    const told = orders.map((order) => ({ ...order, indexTicks: 0 as PriceTicks }));
    this.state.tape.note({ type: 'marginCancelled', userId, wallet, saleBandPpm, orders: told });
  }
}
