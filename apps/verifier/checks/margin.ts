import type { AppliedCommand } from '@candor/journal';
import type { KernelEvent, KernelView, MarginSaleEvent } from '@candor/kernel';
import { type Collateral, hourInterest, marginValues, type Owed, riskIsAtMost, riskPpm } from '@candor/rules';
import type { Check } from './check.ts';

type Report = (what: string) => void;
type Risk = MarginSaleEvent['risk'];
type Valued = Risk['assets'][number];

/**
 * Recomputes what margin wallets were judged by: each risk rate from its inputs, whose prices are the indices of that
 * tick, that a forced sale was due, the first hour of what was borrowed, and that a deficit fell on nobody else.
 */
export class MarginCheck implements Check {
  readonly name = 'margin receipts';
  count = 0;
  private readonly indices = new Map<number, number | null>();
  /** The last index that was not stale. */
  private readonly last = new Map<number, number>();

  see(command: AppliedCommand, _view: KernelView, report: Report): void {
    for (const event of command.events) {
      if (event.type !== 'index') this.event(event, report);
      else {
        this.indices.set(event.symbolId, event.priceTicks);
        if (event.priceTicks !== null) this.last.set(event.symbolId, event.priceTicks);
      }
    }
  }

  private event(event: KernelEvent, report: Report): void {
    switch (event.type) {
      case 'marginBorrowed': {
        this.risk(event.risk, `The loan ${event.loanId}`, report);
        const due = hourInterest(event.amount, event.hourlyRatePpb);
        if (event.firstHour !== due)
          report(
            `Loan ${event.loanId} was charged ${event.firstHour} for its first hour; its rate gives ${due}.`,
          );
        return;
      }
      case 'marginCall':
        this.risk(event.risk, `The call on ${event.wallet} of user ${event.userId}`, report);
        return;
      case 'marginSale': {
        this.risk(event.risk, `Forced sale ${event.saleId}`, report);
        if (!riskIsAtMost(valuesOf(event.risk), event.liquidationPpm))
          report(`Forced sale ${event.saleId}: the risk rate was above the threshold.`);
        return;
      }
      case 'marginDeficit':
        this.count += 1;
        if (event.fromInsurance + event.fromPool !== event.amount)
          report(`The deficit of forced sale ${event.saleId} is not what insurance and pool bore.`);
        return;
      default:
    }
  }

  private risk(risk: Risk, name: string, report: Report): void {
    this.count += 1;
    this.prices(risk.assets, 2, name, report);
    this.prices(risk.debts, 1 / 2, name, report);
    const found = riskPpm(valuesOf(risk));
    if (found !== risk.riskPpm)
      report(`${name} states a risk rate of ${risk.riskPpm}; it comes to ${found}.`);
  }

  /** A stale index counts in the owner's favour: collateral at twice the last one, debts at half of it, rounded down. */
  private prices(lines: readonly Valued[], favour: number, name: string, report: Report): void {
    for (const { symbolId, priceTicks } of lines) {
      if (symbolId === 0) continue;
      const due = this.indices.get(symbolId) ?? Math.floor((this.last.get(symbolId) ?? 0) * favour);
      if (priceTicks !== due)
        report(`${name} values by ${priceTicks}, and the index of symbol ${symbolId} is another.`);
    }
  }
}

function valuesOf({ assets, debts }: Risk) {
  const owed = debts.map((asset): Owed => ({ units: asset.amount, price: priceOf(asset) }));
  return marginValues(
    assets.map(
      (asset): Collateral => ({ units: asset.amount, price: priceOf(asset), haircutPpm: asset.haircutPpm }),
    ),
    owed,
  );
}

/** An asset without a price counts as nothing. */
function priceOf({ symbolId, priceTicks, quotePerTickLot, basePerLot }: Valued) {
  if (symbolId === 0) return { numerator: 1n, denominator: 1n };
  return { numerator: BigInt(priceTicks ?? 0) * quotePerTickLot, denominator: basePerLot as bigint };
}
