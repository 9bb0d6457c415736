import type { AppliedCommand } from '@candor/journal';
import type { KernelEvent, KernelView, MarginCancelledEvent, MarginSaleEvent } from '@candor/kernel';
import { INDEX_STALE_MS } from '@candor/prices';
import { type Collateral, marginValues, type Owed, priceBand, riskIsAtMost, riskPpm } from '@candor/rules';
import type { Check } from './check.ts';

/** A gap between two commands longer than this is downtime. */
const DOWNTIME_MS = 5_000;

type Report = (what: string) => void;
type Risk = MarginSaleEvent['risk'];
type Valued = Risk['assets'][number];

/**
 * Recomputes what margin wallets were judged by: each risk rate from its inputs, whose prices are the indices of that
 * tick, that a forced sale was due, that a deficit fell on nobody else, and that an order was cancelled only far from
 * the index, or where there was no fresh one.
 */
export class MarginCheck implements Check {
  readonly name = 'margin receipts';
  count = 0;
  private readonly indices = new Map<number, number | null>();
  /** The last index that was not stale. */
  private readonly last = new Map<number, number>();

  /** Times at which the last index tick came and the last downtime ended. */
  private tickMs = 0;
  private resumedMs = 0;
  private nowMs = 0;

  see(command: AppliedCommand, _view: KernelView, report: Report): void {
    const { timeMs, body } = command.envelope;
    if (timeMs - this.nowMs > DOWNTIME_MS) this.resumedMs = timeMs;
    this.nowMs = timeMs;
    if (body.type === 'indexTick') this.tickMs = timeMs;
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
        this.isFresh(event.risk, `The loan ${event.loanId}`, report);
        return;
      }
      case 'marginCall': {
        const name = `The call on ${event.wallet} of user ${event.userId}`;
        this.risk(event.risk, name, report);
        this.isFresh(event.risk, name, report);
        return;
      }
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
      case 'marginCancelled':
        this.cancelled(event, report);
        return;
      default:
    }
  }

  private risk(risk: Risk, name: string, report: Report): void {
    this.count += 1;
    this.prices(risk.assets, (last) => 2 * last, name, report);
    this.prices(risk.debts, (last) => (last - (last % 2)) / 2, name, report);
    const found = riskPpm(valuesOf(risk));
    if (found !== risk.riskPpm)
      report(`${name} states a risk rate of ${risk.riskPpm}; it comes to ${found}.`);
  }

  /** Checks prices: a receipt must say if an index is stale, and the last one counts in the owner's favour. */
  private prices(
    lines: readonly Valued[],
    inFavour: (lastTicks: number) => number,
    name: string,
    report: Report,
  ): void {
    for (const { symbolId, priceTicks, staleTicks } of lines) {
      if (symbolId === 0) continue;
      const fresh = this.indices.get(symbolId) ?? null;
      const last = this.last.get(symbolId) ?? 0;
      if (priceTicks !== (fresh ?? inFavour(last)))
        report(`${name} values by ${priceTicks}, and the index of symbol ${symbolId} is another.`);
      if (staleTicks !== (fresh === null ? last : undefined))
        report(`${name} does not say rightly whether the index of symbol ${symbolId} was stale.`);
    }
  }

  /** Only a forced sale goes on without all prices. */
  private isFresh({ assets, debts }: Risk, name: string, report: Report): void {
    if ([...assets, ...debts].some(({ staleTicks }) => staleTicks !== undefined))
      report(`${name} stands on a stale index.`);
  }

  /** Returns true if an index is known, no older than allowed, and of no time before the last downtime. */
  private hasIndex(symbolId: number): boolean {
    const { tickMs, resumedMs, nowMs } = this;
    const known = this.indices.get(symbolId) ?? null;
    return known !== null && tickMs >= resumedMs && nowMs - tickMs <= INDEX_STALE_MS;
  }

  private cancelled({ orders, saleBandPpm, wallet }: MarginCancelledEvent, report: Report): void {
    this.count += 1;
    for (const { orderId, symbolId, side, priceTicks, indexTicks } of orders) {
      const name = `Order ${orderId} of ${wallet}`;
      if (indexTicks === 0) {
        if (this.hasIndex(symbolId))
          report(`${name} was withheld for want of a fresh index of symbol ${symbolId}, and there was one.`);
        continue;
      }
      if (indexTicks !== this.indices.get(symbolId))
        report(`${name} was cancelled at ${indexTicks}, and the index of symbol ${symbolId} is another.`);
      const { lowestTicks, highestTicks } = priceBand(indexTicks, saleBandPpm);
      if (side === 'buy' ? priceTicks <= highestTicks : priceTicks >= lowestTicks)
        report(`${name} was cancelled, and was no further from the index than it may be.`);
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
