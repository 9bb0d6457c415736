import { Rational } from '../oracles/rational.ts';

const DAY_MS = 86_400_000;
const MILLION = 1_000_000n;

/** Terms of a product, as far as money follows from them. */
export interface SheetTerms {
  readonly dailyPpm: number;
  readonly cycleDays: number;
  readonly lockDays: number;
  readonly exitPpm: number;
}

interface SheetOrder {
  readonly terms: SheetTerms;
  readonly userId: number;
  readonly amount: bigint;
  readonly beganMs: number;
  /** All interest of the cycle, taken out of the pool when the order began. */
  readonly reserved: bigint;
}

/** Finance products by hand: a pool, what is set aside of it, and each user's coins. A day's interest is added day by day. */
export class FinanceSheet {
  readonly orders = new Map<number, SheetOrder>();
  /** Coins of users as far as orders changed them. */
  readonly spot = new Map<number, bigint>();
  pool: bigint;

  constructor(pool: bigint) {
    this.pool = pool;
  }

  /** Principal and interest of all open orders. */
  get escrow(): bigint {
    return [...this.orders.values()].reduce((sum, { amount, reserved }) => sum + amount + reserved, 0n);
  }

  /** Begins an order; false where the pool has too little for its whole interest. */
  begin(orderId: number, userId: number, terms: SheetTerms, amount: bigint, nowMs: number): boolean {
    const reserved = interestOf(terms, amount, terms.cycleDays).floor();
    if (reserved > this.pool) return false;
    this.pool -= reserved;
    this.gain(userId, -amount);
    this.orders.set(orderId, { terms, userId, amount, beganMs: nowMs, reserved });
    return true;
  }

  /** Pays whatever is mature by a time, the earliest first; returns the orders. */
  pass(nowMs: number): number[] {
    const mature = [...this.orders].filter(([, { terms, beganMs }]) => endMs(terms, beganMs) <= nowMs);
    mature.sort(
      ([left, a], [right, b]) => endMs(a.terms, a.beganMs) - endMs(b.terms, b.beganMs) || left - right,
    );
    for (const [orderId, { userId, amount, reserved }] of mature) {
      this.gain(userId, amount + reserved);
      this.orders.delete(orderId);
    }
    return mature.map(([orderId]) => orderId);
  }

  /** Leaves an order before its end: the share of its whole days, rounded down once. Null in its locked days. */
  leave(orderId: number, nowMs: number): { paid: bigint; released: bigint; days: number } | null {
    const { terms, userId, amount, beganMs, reserved } = this.orders.get(orderId)!;
    let days = 0;
    while (beganMs + (days + 1) * DAY_MS <= nowMs) days++;
    if (nowMs < beganMs + terms.lockDays * DAY_MS) return null;
    const share = new Rational(BigInt(terms.exitPpm), MILLION);
    const paid = interestOf(terms, amount, days).times(share).floor();
    this.gain(userId, amount + paid);
    this.pool += reserved - paid;
    this.orders.delete(orderId);
    return { paid, released: reserved - paid, days };
  }

  private gain(userId: number, amount: bigint): void {
    this.spot.set(userId, (this.spot.get(userId) ?? 0n) + amount);
  }
}

/** Interest of so many days, exactly: a sum of single days. */
function interestOf({ dailyPpm }: SheetTerms, amount: bigint, days: number): Rational {
  const day = new Rational(amount * BigInt(dailyPpm), MILLION);
  let sum = new Rational(0n);
  for (let i = 0; i < days; i++) sum = sum.plus(day);
  return sum;
}

function endMs({ cycleDays }: SheetTerms, beganMs: number): number {
  return beganMs + cycleDays * DAY_MS;
}
