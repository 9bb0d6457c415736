import type { AppliedCommand } from '@candor/journal';
import {
  type EntryKind,
  type KernelView,
  SAFETY_FUND,
  type SymbolInfo,
  type TradeEvent,
} from '@candor/kernel';
import type { Amount } from '@candor/money';
import { safetyFundTotal, tradingFee } from '@candor/rules';
import type { Check } from './check.ts';

/** Recomputes each spot fill: amount = price × quantity, and both fees by the rates that the trade carries. */
export class FillCheck implements Check {
  readonly name = 'fills';
  count = 0;
  private readonly symbols = new Map<number, SymbolInfo>();

  see(command: AppliedCommand, view: KernelView, report: (what: string) => void): void {
    for (const event of command.events) if (event.type === 'trade') this.trade(event, view, report);
  }

  private trade(trade: TradeEvent, view: KernelView, report: (what: string) => void): void {
    const symbol = this.symbolOf(trade.symbolId, view);
    if (symbol === undefined) {
      report(`Trade ${trade.tradeId} is of symbol ${trade.symbolId}, which is not listed.`);
      return;
    }
    this.count += 1;
    const base = BigInt(trade.lots) * symbol.basePerLot;
    const quote = BigInt(trade.lots) * BigInt(trade.priceTicks) * symbol.quotePerTickLot;
    const takerBuys = trade.takerSide === 'buy';
    const compare = (what: string, stated: bigint, recomputed: bigint) => {
      if (stated !== recomputed)
        report(`Trade ${trade.tradeId} states ${what} of ${stated}; the formula gives ${recomputed}.`);
    };
    compare('an amount', trade.quoteAmount, quote);
    const received = (isBuyer: boolean) => (isBuyer ? base : quote) as Amount;
    compare("a taker's fee", trade.takerFee, tradingFee(received(takerBuys), trade.takerFeePpm));
    compare("a maker's fee", trade.makerFee, tradingFee(received(!takerBuys), trade.makerFeePpm));
  }

  private symbolOf(symbolId: number, view: KernelView): SymbolInfo | undefined {
    if (!this.symbols.has(symbolId))
      for (const symbol of view.symbols()) this.symbols.set(symbol.symbolId, symbol);
    return this.symbols.get(symbolId);
  }
}

/** A liquidation's fee is none of them: it goes to the insurance fund. */
const TRADING_FEES: ReadonlySet<EntryKind> = new Set(['fee', 'perpetual-fee']);

/** A tenth of all trading fees, per asset and rounded down, lies in the safety fund after every entry. */
export class SafetyFundCheck implements Check {
  readonly name = 'fees with their part for the safety fund';
  count = 0;
  private readonly paid = new Map<number, { fees: bigint; fund: bigint }>();

  see(command: AppliedCommand, _view: KernelView, report: (what: string) => void): void {
    for (const event of command.events) {
      if (event.type !== 'entry' || !TRADING_FEES.has(event.kind)) continue;
      const assetId = event.postings[0]?.assetId;
      if (assetId === undefined) continue;
      const sums = this.paid.get(assetId) ?? { fees: 0n, fund: 0n };
      this.paid.set(assetId, sums);
      for (const { account, amount } of event.postings) {
        if (amount > 0n) sums.fees += amount;
        if (account === SAFETY_FUND) sums.fund += amount;
      }
      this.count += 1;
      const due = safetyFundTotal(sums.fees as Amount);
      if (sums.fund !== due)
        report(`The safety fund got ${sums.fund} of asset ${assetId}; a tenth of all fees is ${due}.`);
    }
  }
}
