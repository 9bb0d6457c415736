import { otcPauseMs, otcValue } from '@candor/rules';
import { freshUnitPrice } from '../../index-price.ts';
import { type WalletKind, walletAccount } from '../../ledger/wallets.ts';
import type { RejectionCode } from '../../rejections.ts';
import type { State } from '../../state.ts';
import type { LeavingUnits, WithdrawalGuard } from '../../withdrawal-desk.ts';
import type { Order, OtcBooks } from './books.ts';

/** Wallets whose content counts as there when something leaves. */
const COUNTED: readonly WalletKind[] = ['spot', 'otc', 'contract', 'second'];

/** Standing of users: released orders, ends at their own fault with their pauses, and values that may not leave yet. */
export class Standing implements WithdrawalGuard {
  private readonly state: State;
  private readonly books: OtcBooks;

  constructor(state: State, books: OtcBooks) {
    this.state = state;
    this.books = books;
  }

  /** Counts a released order for both, keeps its value at the buyer's, and lets the seller's holds go by as much. */
  bought({ orderId, buyerId, sellerId, value }: Order, holdEndsMs: number): void {
    const { books } = this;
    for (const userId of [buyerId, sellerId]) books.traderOf(userId).released += 1;
    let sold = value;
    for (const hold of books.holdsOf(sellerId)) {
      const part = hold.value < sold ? hold.value : sold;
      hold.value -= part;
      sold -= part;
      if (hold.value === 0n) this.endHold(sellerId, hold.id);
    }
    if (value > 0n) books.hold({ id: orderId, userId: buyerId, dueMs: holdEndsMs, value });
  }

  /** A hold is over: all that was bought in its order may leave. */
  endHold(userId: number, orderId: number): void {
    const { books, state } = this;
    for (const hold of books.holdsOf(userId)) if (hold.id === orderId) books.endHold(hold);
    state.tape.note({ type: 'otcHoldEnded', userId, orderId });
  }

  /** Notes an end at a user's own fault, and pauses new orders after too many of them. */
  blame(userId: number): void {
    const { books, state } = this;
    const { terms } = books;
    const trader = books.traderOf(userId);
    trader.faults = [...this.faultsOf(userId), state.timeMs];
    const pauseMs = otcPauseMs(terms!, trader.faults.length);
    if (pauseMs === 0) return;
    trader.pausedUntilMs = Math.max(trader.pausedUntilMs, state.timeMs + pauseMs);
    const { pausedUntilMs: untilMs, faults } = trader;
    state.tape.note({ type: 'otcPaused', userId, untilMs, faults: faults.length });
  }

  /** Times of a user's faults that count now. */
  faultsOf(userId: number): readonly number[] {
    const { books, state } = this;
    const since = state.timeMs - (books.terms?.faultMemoryMs ?? 0);
    return (books.traders.get(userId)?.faults ?? []).filter((ms) => ms > since);
  }

  /** Time until which a user's new orders are paused; 0 while they are not. */
  pausedUntilMs(userId: number): number {
    const untilMs = this.books.traders.get(userId)?.pausedUntilMs ?? 0;
    return untilMs > this.state.timeMs ? untilMs : 0;
  }

  guards(userId: number): boolean {
    return this.books.holdsOf(userId).length > 0;
  }

  /**
   * Bought value stays, in any coin: after all that leaves, wallets must be worth at least the holds. Value that was
   * there before the purchase may leave at any time.
   */
  refusal(userId: number, leaving: readonly LeavingUnits[]): RejectionCode | null {
    const { state, books } = this;
    const { accounts, balances } = state;
    const valueAssetId = books.terms!.valueAssetId;
    let kept = 0n;
    for (const assetId of state.assets.keys()) {
      const price = freshUnitPrice(state, assetId, valueAssetId);
      if (price === null) continue;
      let units = 0n;
      for (const kind of COUNTED) {
        const account = accounts.find(walletAccount(userId, kind));
        if (account !== 0) units += balances.total(balances.find(account, assetId));
      }
      for (const each of leaving) if (each.assetId === assetId) units -= each.units;
      kept += otcValue(units, price);
    }
    let held = 0n;
    for (const hold of books.holdsOf(userId)) held += hold.value;
    return kept < held ? 'OTC_HOLD' : null;
  }
}
