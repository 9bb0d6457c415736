import type { AppliedCommand } from '@candor/journal';
import type {
  ClosingFill,
  KernelEvent,
  KernelView,
  PerpetualDeleveragedEvent,
  PerpetualInfo,
  PerpetualLiquidatedEvent,
} from '@candor/kernel';
import {
  bankruptcyTicks,
  crossShare,
  type DirectionSign,
  deleveragingScore,
  favourableTicks,
  isLiquidated,
  type LiquidationFill,
  liquidationResult,
  maintenanceMicros,
  notionalOf,
  type PositionTerms,
  realisedPnl,
  tierSteps,
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
    const own = event.lines.find(({ positionId }) => positionId === event.positionId);
    const fills = fillsOf(event);
    if (own === undefined) return;
    const name = `Liquidation ${event.liquidationId}`;
    const isIsolated = event.marginMode === 'isolated';
    const found = liquidationResult(
      termsOf(own),
      fills,
      event.liquidationFeePpm,
      isIsolated ? event.collateral : null,
    );
    for (const figure of ['closedValue', 'realisedPnl', 'fee'] as const)
      if (event[figure] !== found[figure])
        report(`${name} states a ${figure} of ${event[figure]}; its fills come to ${found[figure]}.`);
    if (!found.feesHold) report(`${name} states a fee of a fill that its rate and margin do not give.`);
    if (isIsolated && event.lotsLeft === 0 && event.returned !== found.marginLeft)
      report(`${name} returned ${event.returned}; its fills leave ${found.marginLeft}.`);
    if (textOf(fills) !== textOf(tradedOf(event, events)))
      report(`${name} states other fills than its trades.`);
    for (const { orderId, filledLots, filledNotional, fee, fills: ofStep } of event.steps) {
      const units = own.unitsPerTickLot;
      const sum = (of: (fill: ClosingFill) => bigint) => ofStep.reduce((total, fill) => total + of(fill), 0n);
      const holds =
        sum(({ lots }) => BigInt(lots)) === BigInt(filledLots) &&
        sum(({ lots, priceTicks }) => notionalOf(lots, priceTicks, units)) === filledNotional &&
        sum((fill) => fill.fee) === fee;
      if (!holds) report(`${name} states figures of order ${orderId} that its fills do not give.`);
    }
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
    const held = { ...position, lots: event.lotsBefore, entryCost: event.costBefore };
    const pnl = realisedPnl(held, event.lots, event.priceTicks);
    if (event.realisedPnl !== pnl)
      report(`Position ${event.positionId} states a result of ${event.realisedPnl}; it comes to ${pnl}.`);
  }
}

/** Fills that its receipt states: those of its steps, then those against others. */
function fillsOf({ steps, deleveraged }: PerpetualLiquidatedEvent): LiquidationFill[] {
  const inBook = steps.flatMap(({ fills }) => fills);
  return [
    ...inBook.map(({ lots, priceTicks, fee }) => ({ lots, priceTicks, fee, isLast: false })),
    ...deleveraged.map(({ lots, priceTicks, fee }) => ({ lots, priceTicks, fee, isLast: true })),
  ];
}

/** The same fills as trades and receipts of others tell them; a fee against others stands in the receipt alone. */
function tradedOf(event: PerpetualLiquidatedEvent, events: readonly KernelEvent[]): LiquidationFill[] {
  const orders = new Set(event.steps.map(({ orderId }) => orderId));
  const inBook: LiquidationFill[] = [];
  const withOthers: LiquidationFill[] = [];
  for (const each of events) {
    if (each.type === 'perpetualTrade' && orders.has(each.taker.orderId)) {
      const { lots, priceTicks, taker } = each;
      inBook.push({ lots, priceTicks, fee: taker.fee, isLast: false });
    } else if (each.type === 'perpetualDeleveraged' && each.liquidationId === event.liquidationId) {
      const { lots, priceTicks } = each;
      const { fee } = event.deleveraged[withOthers.length] ?? { fee: 0n };
      withOthers.push({ lots, priceTicks, fee, isLast: true });
    }
  }
  return [...inBook, ...withOthers];
}

function textOf(fills: readonly LiquidationFill[]): string {
  return fills
    .map(({ lots, priceTicks, fee, isLast }) => `${lots} ${priceTicks} ${fee} ${isLast}`)
    .join(', ');
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
