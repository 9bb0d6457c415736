import type { Command } from '@candor/kernel';
import { Rational } from '../oracles/rational.ts';
import { BTC, BTC_USDT, ETH_USDT, USDT } from './bench.ts';

const STALE_MS = 10_000;
const DOWNTIME_MS = 5_000;

interface Price {
  readonly cents: number;
  readonly freshUntilMs: number;
}

const symbolOf = (assetId: number) => (assetId === BTC ? BTC_USDT : ETH_USDT);

/** The prices of the last quotes: none where they are too old, or a downtime has left them behind. */
export class Prices {
  nowMs = 0;
  private resumedMs = 0;
  private lastTickMs = 0;
  private readonly last = new Map<number, Price>();

  pass(nowMs: number): void {
    if (nowMs - this.nowMs > DOWNTIME_MS) this.resumedMs = nowMs;
    this.nowMs = nowMs;
  }

  /** This command is the first after a downtime. */
  get hasResumed(): boolean {
    return this.resumedMs === this.nowMs;
  }

  learn(tick: Extract<Command, { type: 'indexTick' }>): void {
    this.lastTickMs = this.nowMs;
    for (const { symbolId, bidTicks, venueTimeMs } of tick.quotes) {
      this.last.set(symbolId, { cents: bidTicks, freshUntilMs: venueTimeMs + STALE_MS });
    }
  }

  /** The price of an asset in units of USDT; null while it is stale. */
  of(assetId: number): Rational | null {
    if (assetId === USDT) return new Rational(1n);
    const cents = this.freshCents(symbolOf(assetId));
    return cents === null ? null : new Rational(BigInt(cents), 100n);
  }

  freshCents(symbolId: number): number | null {
    const price = this.last.get(symbolId);
    const isLeft = this.lastTickMs < this.resumedMs;
    return isLeft || price === undefined || price.freshUntilMs < this.nowMs ? null : price.cents;
  }

  /** The last price of a symbol in cents, however old; 0 for none. */
  lastOf(symbolId: number): number {
    return this.last.get(symbolId)?.cents ?? 0;
  }

  lastCents(assetId: number): number {
    return this.lastOf(symbolOf(assetId));
  }

  /** The price of an asset; while it is stale twice the last one of what lies there, half of it of what is owed. */
  inFavour(assetId: number, isDebt: boolean): Rational {
    const last = BigInt(this.lastCents(assetId));
    return this.of(assetId) ?? new Rational(isDebt ? last / 2n : last * 2n, 100n);
  }
}
