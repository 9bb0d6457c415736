import type { PriceTicks } from '@candor/money';
import type { ByteReader, ByteWriter } from '../../codec/bytes.ts';
import { big, count, list, oneOf, record } from '../../codec/fields.ts';
import type { OrderDesk, RestingOrder, RestingWatch } from '../../order-desk.ts';
import type { ProductPart } from '../../product.ts';
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
  /** Asset that it borrowed, or that it repays. */
  readonly assetId: number;
  /** Borrowed for it; 0 where it repays. */
  readonly lent: bigint;
}

/** Amount to pay back at the end of the command. */
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
 * Side effects of resting margin orders: the proceeds of a fill repay, the amount borrowed for an order that ends
 * unfilled goes back, and an order of a wallet that owes trades with nobody while its index is not fresh: who meets it
 * then has it cancelled. It is a part of margin with a section of its own in snapshots.
 */
export class SideEffects implements ProductPart, RestingWatch {
  readonly name = 'margin-side-effects';
  private readonly state: State;
  private readonly books: MarginBooks;
  private readonly lending: Lending;
  private readonly valuer: Valuer;
  /** By order id. */
  private readonly effects = new Map<number, Effect>();
  private readonly repayments: Repayment[] = [];
  private readonly withheldOrders: { readonly account: number; readonly order: RestingOrder }[] = [];

  constructor(state: State, books: MarginBooks, lending: Lending, valuer: Valuer, desk: OrderDesk) {
    this.state = state;
    this.books = books;
    this.lending = lending;
    this.valuer = valuer;
    desk.watch(this);
  }

  /** Pays back the proceeds of fills and the rest of ended orders, and emits events of orders that were withheld. */
  settle(): void {
    for (const { account, assetId, units } of this.repayments) {
      const book = this.books.wallets.get(account);
      if (book !== undefined) this.payBack(book, assetId, units);
    }
    this.repayments.length = 0;
    if (this.withheldOrders.length === 0) return;
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
    this.state.isUnsettled = true;
  }

  filled(orderId: number, assetId: number, units: number): void {
    const effect = this.effects.get(orderId);
    if (effect?.kind === 'repay') this.owe({ account: effect.account, assetId, units: BigInt(units) });
  }

  ended(orderId: number, heldUnits: number): void {
    const effect = this.effects.get(orderId);
    if (effect === undefined) return;
    this.effects.delete(orderId);
    const { account, assetId, lent } = effect;
    const left = BigInt(heldUnits);
    const units = left < lent ? left : lent;
    if (effect.kind === 'borrow' && units > 0n) this.owe({ account, assetId, units });
  }

  write(writer: ByteWriter): void {
    effects.write(writer, [...this.effects.values()]);
  }

  read(reader: ByteReader): void {
    for (const effect of effects.read(reader)) this.rests(effect);
  }

  private owe(repayment: Repayment): void {
    this.repayments.push(repayment);
    this.state.isUnsettled = true;
  }

  private tellCancelled(book: WalletBook, orders: readonly RestingOrder[]): void {
    const { saleBandPpm } = this.books.termsOf(book)!;
    const { userId, name: wallet } = book;
    const told = orders.map((order) => ({ ...order, indexTicks: 0 as PriceTicks }));
    this.state.tape.note({ type: 'marginCancelled', userId, wallet, saleBandPpm, orders: told });
  }
}
