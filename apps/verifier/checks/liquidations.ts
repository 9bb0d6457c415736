import type { AppliedCommand } from '@candor/journal';
import type {
  KernelEvent,
  KernelView,
  PerpetualDeleveragedEvent,
  PerpetualInfo,
  PerpetualLiquidatedEvent,
} from '@candor/kernel';
import type { Amount } from '@candor/money';
import {
  bankruptcyTicks,
  costOfPart,
  crossShare,
  type DirectionSign,
  deleveragingScore,
  favourableTicks,
  isLiquidated,
  maintenanceMicros,
  notionalOf,
  type PositionTerms,
  realisedPnl,
  tierSteps,
  tradingFee,
  unrealisedPnl,
} from '@candor/rules';
import type { Check } from './check.ts';
import { ListedPerpetuals } from './perpetuals.ts';

type Report = (what: string) => void;
type Line = PerpetualLiquidatedEvent['lines'][number];

/** Recomputes each liquidation's receipt: that it was due, at which price, and against whom. */
export class LiquidationCheck implements Check {
  readonly name = 'liquidations';
  count = 0;
  private readonly listed = new ListedPerpetuals();
  private readonly indices = new Map<number, number | null>();
  private readonly marks = new Map<number, number>();

  see(command: AppliedCommand, view: KernelView, report: Report): void {
    this.listed.listed(command);
    for (const event of command.events) {
      this.listed.changed(event);
      if (event.type === 'index') this.indices.set(event.symbolId, event.priceTicks);
      else if (event.type === 'perpetualMark') this.marks.set(event.symbolId, event.markTicks);
      else if (event.type === 'perpetualLiquidated') {
        this.liquidated(event, view, report);
        this.result(event, command.events, report);
      }
    }
  }

  /** The value of the closed lots, what closing them realised, and the fee follow from its fills, in their order. */
  private result(event: PerpetualLiquidatedEvent, events: readonly KernelEvent[], report: Report): void {
    // Earlier kernels do not tell them.
    if ((event.closedValue as bigint | undefined) === undefined) return;
    const own = event.lines.find(({ positionId }) => positionId === event.positionId);
    if (own === undefined) return;
    const name = `Liquidation ${event.liquidationId}`;
    let held = termsOf(own);
    const found = { closedValue: 0n, realisedPnl: 0n, fee: 0n };
    // against others it is charged from what is left, at most its rate
    let most = 0n;
    for (const { lots, priceTicks, fee } of fillsOf(event, events)) {
      const notional = notionalOf(lots, priceTicks, held.unitsPerTickLot);
      found.closedValue += notional;
      found.realisedPnl += realisedPnl(held, lots, priceTicks);
      found.fee += fee ?? 0n;
      const full = tradingFee(notional as Amount, event.liquidationFeePpm);
      most += fee === null ? full : fee;
      if (fee !== null && fee > full) report(`${name} charged ${fee} for ${lots} lots; its rate gives less.`);
      held = { ...held, lots: held.lots - lots, entryCost: held.entryCost - costOfPart(held, lots) };
    }
    if (event.fee < found.fee || event.fee > most)
      report(`${name} states a fee of ${event.fee}; its fills give ${found.fee} to ${most}.`);
    for (const figure of ['closedValue', 'realisedPnl'] as const)
      if (event[figure] !== found[figure])
        report(`${name} states a ${figure} of ${event[figure]}; its fills come to ${found[figure]}.`);
  }

  private liquidated(event: PerpetualLiquidatedEvent, view: KernelView, report: Report): void {
    this.count += 1;
    const wrong = (what: string, stated: unknown, recomputed: unknown) => {
      if (stated !== recomputed)
        report(`Liquidation ${event.liquidationId} states ${what} ${stated}; it comes to ${recomputed}.`);
    };
    let equity: bigint = event.collateral;
    let maintenance = 0n;
    for (const line of event.lines) {
      const position = termsOf(line);
      const info = this.listed.find(line.symbolId, view);
      if (info === null) {
        report(`Liquidation ${event.liquidationId} is of an unknown contract.`);
        return;
      }
      equity += unrealisedPnl(position, line.markTicks);
      maintenance += maintenanceOf(line, this.listed.tiersOf(info));
      this.price(event, line, info, report);
    }
    wrong('an equity of', event.equity, equity);
    wrong('a maintenance margin of', event.maintenanceMicros, maintenance);
    if (!isLiquidated(equity, maintenance))
      report(`Liquidation ${event.liquidationId}: the equity was above the maintenance margin.`);
    this.bankruptcy(event, equity, maintenance, view, wrong);
    const closed = [
      ...event.steps.map(({ filledLots }) => filledLots),
      ...event.deleveraged.map(({ lots }) => lots),
    ];
    const sum = closed.reduce((lots, part) => lots + part, 0);
    wrong('lots left of', event.lotsLeft, event.lots - sum);
    for (const step of event.steps)
      if (step.filledLots > step.lots) report(`Liquidation ${event.liquidationId} filled more than it sent.`);
    this.queue(event, report);
  }

  /** Lines are valued at their marks; cross ones without a fresh index in their owner's favour, and none such is closed. */
  private price(event: PerpetualLiquidatedEvent, line: Line, info: PerpetualInfo, report: Report): void {
    const name = `Liquidation ${event.liquidationId}`;
    const last = this.marks.get(line.symbolId) ?? 0;
    const isStale = (this.indices.get(info.indexSymbolId) ?? null) === null;
    if (line.markTicks !== (isStale ? favourableTicks(signOf(line.direction), last) : last))
      report(`${name} values contract ${line.symbolId} at ${line.markTicks}, and its mark is another.`);
    if (line.staleTicks !== (isStale ? last : undefined))
      report(`${name} does not say rightly whether the index of contract ${line.symbolId} was stale.`);
    if (isStale && line.positionId === event.positionId) report(`${name} was made without a fresh index.`);
  }

  private bankruptcy(
    event: PerpetualLiquidatedEvent,
    equity: bigint,
    maintenance: bigint,
    view: KernelView,
    wrong: (what: string, stated: unknown, recomputed: unknown) => void,
  ): void {
    const own = event.lines.find(({ positionId }) => positionId === event.positionId);
    const info = this.listed.find(event.symbolId, view);
    wrong('that its own position is there:', own !== undefined && info !== null, true);
    if (own === undefined || info === null) return;
    const cash = event.cash + unrealisedPnl(termsOf(own), own.markTicks);
    const value =
      event.marginMode === 'isolated'
        ? equity
        : crossShare(equity, maintenanceOf(own, this.listed.tiersOf(info)), maintenance, cash);
    const ticks = bankruptcyTicks(termsOf(own), value, own.markTicks, event.liquidationFeePpm);
    wrong('a bankruptcy price of', event.bankruptcyTicks, ticks);
  }

  /** The house first, then who wins most with the least behind it, then the lower id. */
  private queue({ liquidationId, deleveraged }: PerpetualLiquidatedEvent, report: Report): void {
    for (let i = 1; i < deleveraged.length; i++) {
      const before = deleveraged[i - 1]!;
      const after = deleveraged[i]!;
      const inOrder =
        before.house !== after.house
          ? before.house
          : before.score !== after.score
            ? before.score > after.score
            : before.positionId < after.positionId;
      if (!inOrder)
        report(`Liquidation ${liquidationId} closed position ${after.positionId} out of its turn.`);
    }
  }
}

/** Recomputes the receipt of each position that was closed against a liquidated one. */
export class DeleveragingCheck implements Check {
  readonly name = 'deleveraged positions';
  count = 0;
  private readonly listed = new ListedPerpetuals();

  see(command: AppliedCommand, view: KernelView, report: Report): void {
    for (const event of command.events)
      if (event.type === 'perpetualDeleveraged') this.deleveraged(event, view, report);
  }

  private deleveraged(event: PerpetualDeleveragedEvent, view: KernelView, report: Report): void {
    this.count += 1;
    const info = this.listed.find(event.symbolId, view);
    if (info === null) {
      report(`Position ${event.positionId} is of an unknown contract.`);
      return;
    }
    const position: PositionTerms = {
      sign: signOf(event.direction),
      lots: event.rankedLots,
      entryCost: event.rankedEntryCost,
      unitsPerTickLot: Number(info.quotePerTickLot),
    };
    const score = deleveragingScore(position, event.markTicks, event.rankedEquity);
    if (score !== event.score)
      report(
        `Position ${event.positionId} was deleveraged with a score of ${event.score}; it comes to ${score}.`,
      );
    if (event.lotsLeft !== event.lotsBefore - event.lots)
      report(`Position ${event.positionId} was left with other lots than its receipt gives.`);
  }
}

interface ClosingFill {
  readonly lots: number;
  readonly priceTicks: number;
  /** Null where its event does not tell it: against others. */
  readonly fee: bigint | null;
}

/** Fills that closed a liquidated position: those of its steps, then those against others. */
function fillsOf(event: PerpetualLiquidatedEvent, events: readonly KernelEvent[]): ClosingFill[] {
  const orders = new Set(event.steps.map(({ orderId }) => orderId));
  const inBook: ClosingFill[] = [];
  const withOthers: ClosingFill[] = [];
  for (const each of events) {
    if (each.type === 'perpetualTrade' && orders.has(each.taker.orderId)) {
      inBook.push({ lots: each.lots, priceTicks: each.priceTicks, fee: each.taker.fee });
    } else if (each.type === 'perpetualDeleveraged' && each.liquidationId === event.liquidationId) {
      withOthers.push({ lots: each.lots, priceTicks: each.priceTicks, fee: null });
    }
  }
  return [...inBook, ...withOthers];
}

function maintenanceOf(line: Line, tiers: PerpetualInfo['tiers']): bigint {
  if (line.staleTicks !== undefined) return 0n;
  return maintenanceMicros(notionalOf(line.lots, line.markTicks, line.unitsPerTickLot), tierSteps(tiers));
}

function termsOf(line: Line): PositionTerms {
  const { lots, entryCost, unitsPerTickLot } = line;
  return { sign: signOf(line.direction), lots, entryCost, unitsPerTickLot };
}

function signOf(direction: 'long' | 'short'): DirectionSign {
  return direction === 'long' ? 1 : -1;
}
