import type { AppliedCommand } from '@candor/journal';
import type { KernelView, SwappedEvent, SwapQuote, SwapQuotedEvent, SwapSide } from '@candor/kernel';
import { SWAP_QUOTE_MS, swapArrives } from '@candor/rules';
import type { Check } from './check.ts';

type Report = (what: string) => void;

/**
 * Recomputes every swap: its quote from the indices and spreads that were in force, its entry from the quote, and that
 * it was taken once, by its user, in time and as it was quoted.
 */
export class SwapCheck implements Check {
  readonly name = 'swaps';
  count = 0;
  private readonly spreads = new Map<number, number>();
  private readonly indices = new Map<number, number | null>();
  private readonly quotes = new Map<number, SwapQuote>();
  private isHalted = false;

  see({ envelope, events }: AppliedCommand, view: KernelView, report: Report): void {
    let posted = false;
    for (const event of events) {
      if (event.type === 'index') this.indices.set(event.symbolId, event.priceTicks);
      else if (event.type === 'swapChanged') {
        if (event.change.what === 'terms') this.spreads.set(event.assetId, event.change.after.spreadPpm);
        if (event.change.what === 'state') this.isHalted = event.change.after === 'halted';
      } else if (event.type === 'swapQuoted') this.quoted(event, envelope.timeMs, view, report);
      else if (event.type === 'entry' && event.kind === 'swap') {
        posted = true;
        const quote = this.quotes.get(envelope.userId);
        const moved = new Map<string, bigint>();
        for (const { account, assetId, amount } of event.postings) moved.set(`${account} ${assetId}`, amount);
        const stands =
          quote !== undefined &&
          event.orderId === quote.swapId &&
          event.postings.length === 4 &&
          moved.get(`${quote.userId} ${quote.from.assetId}`) === -quote.amount &&
          moved.get(`${quote.userId} ${quote.to.assetId}`) === quote.arrives;
        if (!stands) report(`The entry of swap ${event.orderId} is not that of its quote.`);
      } else if (event.type === 'swapped') {
        this.swapped(event, envelope.timeMs, report);
        if (!posted) report(`Swap ${event.swapId} moved nothing.`);
        posted = false;
      }
    }
    if (posted) report('An entry of a swap has no receipt.');
  }

  private quoted(event: SwapQuotedEvent, timeMs: number, view: KernelView, report: Report): void {
    const { swapId, userId, from, to, amount, arrives, quotedMs, expiresMs } = event;
    for (const side of [from, to]) this.side(swapId, side, view, report);
    const expected = swapArrives(amount, from, to);
    if (arrives !== expected) report(`Quote ${swapId} brings ${arrives}; its indices give ${expected}.`);
    if (quotedMs !== timeMs || expiresMs !== timeMs + SWAP_QUOTE_MS)
      report(`Quote ${swapId} holds from ${quotedMs} to ${expiresMs}; it was made at ${timeMs}.`);
    this.quotes.set(userId, event);
  }

  private side(swapId: number, side: SwapSide, view: KernelView, report: Report): void {
    if (side.spreadPpm !== this.spreads.get(side.assetId))
      report(`Quote ${swapId} has another spread of asset ${side.assetId} than was published.`);
    if (side.symbolId === 0) {
      if (side.priceTicks !== 1) report(`Quote ${swapId} prices the value asset at ${side.priceTicks}.`);
      return;
    }
    if (side.priceTicks !== this.indices.get(side.symbolId))
      report(`Quote ${swapId} is not priced at the index of symbol ${side.symbolId}.`);
    const symbol = view.symbols().find(({ symbolId }) => symbolId === side.symbolId);
    if (side.quotePerTickLot !== symbol?.quotePerTickLot || side.basePerLot !== symbol.basePerLot)
      report(`Quote ${swapId} has other steps than symbol ${side.symbolId}.`);
  }

  private swapped(event: SwappedEvent, timeMs: number, report: Report): void {
    this.count += 1;
    const { swapId, userId, amount, arrives, expiresMs } = event;
    const quote = this.quotes.get(userId);
    this.quotes.delete(userId);
    if (quote?.swapId !== swapId) {
      report(`Swap ${swapId} was not quoted to user ${userId}, or its quote was replaced.`);
      return;
    }
    if (quote.amount !== amount || quote.arrives !== arrives || quote.expiresMs !== expiresMs)
      report(`Swap ${swapId} is not what was quoted.`);
    if (timeMs >= expiresMs) report(`Swap ${swapId} was done at ${timeMs}, after its quote had ended.`);
    if (this.isHalted) report(`Swap ${swapId} was done while swaps were halted.`);
  }
}
