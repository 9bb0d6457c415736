import { assert } from './assert.ts';
import type { Command } from './commands.ts';
import { DueSlices } from './due/due-slice.ts';
import type { Balances } from './ledger/balances.ts';
import { MAX_USER_ID, WALLET_KINDS, type WalletKind, walletFacts, walletNumber } from './ledger/wallets.ts';
import type { ProductPart } from './product.ts';
import type { FeeListener } from './state.ts';

type With<H extends keyof ProductPart> = ProductPart & Required<Pick<ProductPart, H>>;

/** The parts of all products in the order in which they are called, and by the hooks that they have. */
export class Hooks {
  readonly parts: readonly ProductPart[];
  private readonly timed: readonly With<'nextDueMs' | 'onTime'>[];
  private readonly settling: readonly With<'settle'>[];
  /** Watchers of balances by the kind of wallet; of spot wallets apart, as most changes are theirs. */
  private readonly watchers: Readonly<Record<WalletKind, readonly With<'onBalance'>[]>>;
  private readonly hasWatchers: boolean;
  private readonly watchesSpot: boolean;
  private readonly slices: DueSlices<ProductPart>;

  constructor(parts: readonly ProductPart[]) {
    this.parts = parts;
    this.slices = new DueSlices(parts);
    this.timed = having(having(parts, 'nextDueMs'), 'onTime');
    assert(
      this.timed.length === having(parts, 'nextDueMs').length &&
        this.timed.length === having(parts, 'onTime').length,
      'whoever has something due settles it',
    );
    this.settling = having(parts, 'settle');
    const watching = having(parts, 'onBalance');
    this.watchers = Object.fromEntries(
      WALLET_KINDS.map((kind) => [
        kind,
        watching.filter(({ watchedWallets }) => watchedWallets?.includes(kind)),
      ]),
    ) as unknown as Record<WalletKind, readonly With<'onBalance'>[]>;
    this.hasWatchers = watching.length > 0;
    this.watchesSpot = this.watchers.spot.length > 0;
  }

  /** Returns when the next thing falls due; Infinity when nothing does. */
  nextDueMs(): number {
    let earliest = Number.POSITIVE_INFINITY;
    for (const part of this.timed) earliest = Math.min(earliest, part.nextDueMs());
    return earliest;
  }

  /** Begins a command of this type, which settles a slice of what is due. */
  begin(type: Command['type']): void {
    this.slices.begin(type);
  }

  /** Settles all dues of the sender and a slice of all others. Returns when the next is due: now, if any are left over. */
  runDue(userId: number, nowMs: number, previousMs: number): number {
    for (const part of this.timed) if (part.nextDueMs() <= nowMs) part.onTimeOf?.(userId, nowMs);
    for (const part of this.timed) {
      if (part.nextDueMs() > nowMs) continue;
      const slice = this.slices.of(part);
      if (slice.isUsedUp) continue;
      const before = slice.used;
      part.onTime(nowMs, previousMs, slice);
      assert(part.nextDueMs() > nowMs || slice.used > before, 'each slice settles something that is due');
    }
    return this.nextDueMs();
  }

  settle(): void {
    for (const part of this.settling) part.settle();
  }

  /** An index tick was journaled and, unless it is late, computed. */
  ticked(tickNo: number, late: boolean): void {
    for (const part of this.parts) {
      part.onTick?.(tickNo, late, this.slices.of(part));
      if (!late) part.onIndex?.(tickNo);
    }
  }

  /** Notifies whoever watches the wallets whose balances the command changed. */
  balancesChanged(balances: Balances): void {
    if (!this.hasWatchers) return;
    const count = balances.touchedCount;
    for (let i = 0; i < count; i++) {
      const slot = balances.touched[i]!;
      const number = balances.number(slot);
      if (number <= MAX_USER_ID && !this.watchesSpot) continue;
      const { kind, debt } = walletFacts(walletNumber(number));
      if (debt) continue;
      for (const part of this.watchers[kind]) part.onBalance(balances.account[slot]!, balances.asset[slot]!);
    }
    assert(balances.touchedCount === count, 'onBalance changes no balance');
  }

  audit(): void {
    for (const part of this.parts) part.audit?.();
  }

  /** Calls everybody who listens to fees; null where nobody does. */
  feeListener(): FeeListener | null {
    const listening = having(this.parts, 'onFee');
    const [only] = listening;
    if (only === undefined) return null;
    // the common case is called with each fill: no loop stands in its way
    if (listening.length === 1)
      return (assetId, account, units, tradeId) => only.onFee(assetId, account, units, tradeId);
    return (assetId, account, units, tradeId) => {
      for (const part of listening) part.onFee(assetId, account, units, tradeId);
    };
  }
}

function having<P extends ProductPart, H extends keyof ProductPart>(
  parts: readonly P[],
  hook: H,
): (P & With<H>)[] {
  return parts.filter((part): part is P & With<H> => part[hook] !== undefined);
}
