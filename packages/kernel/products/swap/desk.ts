import type { Amount, PriceTicks } from '@candor/money';
import { parLeg } from '@candor/rules';
import { freshTicks } from '../../index-price.ts';
import { SWAP_HOUSE } from '../../ledger/accounts.ts';
import type { State } from '../../state.ts';
import type { SwapTermsChange } from './commands.ts';
import type { SwapQuote, SwapSide } from './events.ts';

/** Sums of the open quotes in one asset. */
interface Promised {
  out: bigint;
  in: bigint;
}

/**
 * Terms and open quotes. Quotes live equally long and the clock never goes back: their order of making is that of their
 * ends. A quote holds a rate, and nothing of the house's account.
 */
export class Desk {
  readonly state: State;
  readonly terms = new Map<number, SwapTermsChange>();
  /** Why swaps are halted; null while they are not. */
  haltReason: string | null = null;
  /** Open quotes by user, the oldest first. */
  readonly quotes = new Map<number, SwapQuote>();
  private readonly sums = new Map<number, Promised>();

  constructor(state: State) {
    this.state = state;
  }

  add(quote: SwapQuote): void {
    this.quotes.set(quote.userId, quote);
    this.promisedOf(quote.to.assetId).out += quote.arrives;
    this.promisedOf(quote.from.assetId).in += quote.amount;
  }

  /** Ends a user's quote; nothing where there is none. */
  remove(userId: number): void {
    const quote = this.quotes.get(userId);
    if (quote === undefined) return;
    this.quotes.delete(userId);
    this.promisedOf(quote.to.assetId).out -= quote.arrives;
    this.promisedOf(quote.from.assetId).in -= quote.amount;
  }

  /** Ends the quotes whose time is over. */
  expire(): void {
    for (const { userId, expiresMs } of this.quotes.values()) {
      if (expiresMs > this.state.timeMs) return;
      this.remove(userId);
    }
  }

  /** A user's quote if it still holds. */
  openQuote(userId: number): SwapQuote | null {
    const quote = this.quotes.get(userId);
    return quote !== undefined && quote.expiresMs > this.state.timeMs ? quote : null;
  }

  promised(assetId: number): Readonly<Promised> {
    return this.sums.get(assetId) ?? { out: 0n, in: 0n };
  }

  /** The house's account, as a slot. */
  house(): number {
    return this.state.accounts.ensureNamed(SWAP_HOUSE);
  }

  inventory(assetId: number): bigint {
    const { accounts, balances } = this.state;
    const account = accounts.find(SWAP_HOUSE);
    return account === 0 ? 0n : balances.total(balances.find(account, assetId));
  }

  /** True if the house has what arrives, and takes what is given within the asset's largest inventory. */
  canTake({ from, to, amount, arrives }: Pick<SwapQuote, 'from' | 'to' | 'amount' | 'arrives'>): boolean {
    const { maxInventory } = this.terms.get(from.assetId)!;
    return arrives <= this.inventory(to.assetId) && this.inventory(from.assetId) + amount <= maxInventory;
  }

  /** A side at its index of now; null where that is stale. */
  sideNow(assetId: number, terms: SwapTermsChange): SwapSide | null {
    const { symbolId, spreadPpm } = terms;
    if (symbolId === 0) return { assetId, symbolId, ...parLeg(spreadPpm) };
    const ticks = freshTicks(this.state, symbolId);
    if (ticks === 0) return null;
    const steps = this.state.symbolsById.get(symbolId)!.terms;
    return {
      assetId,
      symbolId,
      priceTicks: ticks as PriceTicks,
      quotePerTickLot: BigInt(steps.quotePerTickLot) as Amount,
      basePerLot: BigInt(steps.basePerLot) as Amount,
      spreadPpm,
    };
  }

  private promisedOf(assetId: number): Promised {
    const known = this.sums.get(assetId);
    if (known !== undefined) return known;
    const first = { out: 0n, in: 0n };
    this.sums.set(assetId, first);
    return first;
  }
}
