import type { AppliedCommand } from '@candor/journal';
import type {
  KernelEvent,
  KernelView,
  PerpetualFundingEvent,
  PerpetualFundingPaidEvent,
  PerpetualInfo,
  PerpetualMarkEvent,
  PerpetualTradeEvent,
} from '@candor/kernel';
import type { Amount } from '@candor/money';
import { markPrice } from '@candor/prices';
import {
  fundingCredit,
  fundingDue,
  fundingPartPpb,
  fundingRatePpb,
  notionalOf,
  type PositionTerms,
  realisedPnl,
  tradingFee,
} from '@candor/rules';
import type { Check } from './check.ts';

type Report = (what: string) => void;

/** Contracts by their ids, each with the maintenance tiers that stand at the events seen so far. */
export class ListedPerpetuals {
  private readonly infos = new Map<number, PerpetualInfo>();
  private readonly tiers = new Map<number, PerpetualInfo['tiers']>();

  /** Takes note of a listing: before the events of its command are seen. */
  listed({ envelope: { body }, outcome }: AppliedCommand): void {
    if (body.type === 'listPerpetual' && outcome.ok) this.tiers.set(body.symbolId, body.tiers);
  }

  /** Takes note of changed tiers: events that follow are of these. */
  changed(event: KernelEvent): void {
    if (event.type !== 'changeEnded' || event.end !== 'applied') return;
    if (event.change.type !== 'setPerpetualTiers') return;
    this.tiers.set(event.change.symbolId, event.change.tiers);
  }

  /** Returns the tiers that stand. */
  tiersOf(info: PerpetualInfo): PerpetualInfo['tiers'] {
    return this.tiers.get(info.symbolId) ?? info.tiers;
  }

  find(symbolId: number, view: KernelView): PerpetualInfo | null {
    const known = this.infos.get(symbolId);
    if (known !== undefined) return known;
    const info = view.perpetual.symbol(symbolId);
    if (info !== null) this.infos.set(symbolId, info);
    return info;
  }
}

/** Recomputes every mark price from its inputs, whose index is the one that the venues gave. */
export class MarkCheck implements Check {
  readonly name = 'mark prices';
  count = 0;
  private readonly listed = new ListedPerpetuals();
  private readonly indices = new Map<number, number | null>();

  see(command: AppliedCommand, view: KernelView, report: Report): void {
    for (const event of command.events) {
      if (event.type === 'index') this.indices.set(event.symbolId, event.priceTicks);
      else if (event.type === 'perpetualMark') this.mark(event, view, report);
    }
  }

  private mark(
    { symbolId, tickNo, markTicks, inputs }: PerpetualMarkEvent,
    view: KernelView,
    report: Report,
  ) {
    if (inputs === null) return;
    this.count += 1;
    const info = this.listed.find(symbolId, view);
    const index = info === null ? null : this.indices.get(info.indexSymbolId);
    if (index !== inputs.indexTicks)
      report(
        `The mark of contract ${symbolId} at tick ${tickNo} uses index ${inputs.indexTicks}, not ${index}.`,
      );
    const found = markPrice(inputs);
    if (found !== markTicks)
      report(
        `The mark of contract ${symbolId} at tick ${tickNo} is stated as ${markTicks}; it comes to ${found}.`,
      );
  }
}

/** Recomputes each contract fill: the notional, both fees, and what closing realised. */
export class PerpetualFillCheck implements Check {
  readonly name = 'contract fills';
  count = 0;
  private readonly listed = new ListedPerpetuals();

  see(command: AppliedCommand, view: KernelView, report: Report): void {
    for (const event of command.events) if (event.type === 'perpetualTrade') this.trade(event, view, report);
  }

  private trade(trade: PerpetualTradeEvent, view: KernelView, report: Report): void {
    const info = this.listed.find(trade.symbolId, view);
    if (info === null) {
      report(`Trade ${trade.tradeId} is of an unknown contract.`);
      return;
    }
    this.count += 1;
    const notional = notionalOf(trade.lots, trade.priceTicks, Number(info.quotePerTickLot));
    if (notional !== trade.notional)
      report(`Trade ${trade.tradeId} states a notional of ${trade.notional}; it comes to ${notional}.`);
    for (const side of [trade.maker, trade.taker]) {
      if (side.closedLots === 0) continue;
      const buys = (side === trade.taker) === (trade.takerSide === 'buy');
      const held: PositionTerms = {
        sign: buys ? -1 : 1,
        lots: side.heldLots,
        entryCost: side.heldCost,
        unitsPerTickLot: Number(info.quotePerTickLot),
      };
      const profit = realisedPnl(held, side.closedLots, trade.priceTicks);
      if (profit !== side.realisedPnl)
        report(`Trade ${trade.tradeId} states a profit of ${side.realisedPnl}; it comes to ${profit}.`);
    }
    for (const side of trade.liquidation ? [trade.maker] : [trade.maker, trade.taker]) {
      const fee = tradingFee(notional as Amount, side.feePpm);
      if (fee !== side.fee)
        report(`Trade ${trade.tradeId} states a fee of ${side.fee}; its rate gives ${fee}.`);
    }
  }
}

/** Recomputes each funding: the rate from the premium, each payment from the rate, and that what was paid was received. */
export class FundingCheck implements Check {
  readonly name = 'fundings';
  count = 0;
  private readonly listed = new ListedPerpetuals();
  /** Payments of settlements under way, by contract and time: a large one takes several commands. */
  private readonly payments = new Map<string, PerpetualFundingPaidEvent[]>();

  see(command: AppliedCommand, view: KernelView, report: Report): void {
    this.listed.listed(command);
    for (const event of command.events) {
      this.listed.changed(event);
      if (event.type !== 'perpetualFunding' && event.type !== 'perpetualFundingPaid') continue;
      const key = `${event.symbolId}/${event.timeMs}`;
      const payments = this.payments.get(key) ?? [];
      if (event.type === 'perpetualFundingPaid') {
        this.payments.set(key, payments);
        payments.push(event);
      } else {
        this.payments.delete(key);
        this.funding(event, payments, view, report);
      }
    }
  }

  /** The rate that its premium and samples give. */
  private rateOf(event: PerpetualFundingEvent, firstMmrPpm: number): number {
    const { premiumPpb, samples, expectedSamples } = event;
    const whole = fundingRatePpb(premiumPpb, firstMmrPpm);
    return fundingPartPpb(whole, samples, expectedSamples);
  }

  private funding(
    event: PerpetualFundingEvent,
    payments: readonly PerpetualFundingPaidEvent[],
    view: KernelView,
    report: Report,
  ): void {
    this.count += 1;
    const name = `The funding of contract ${event.symbolId} at ${new Date(event.timeMs).toISOString()}`;
    const info = this.listed.find(event.symbolId, view);
    if (info === null) {
      report(`${name} is of an unknown contract.`);
      return;
    }
    const rate = this.rateOf(event, this.listed.tiersOf(info)[0]!.mmrPpm);
    if (rate !== event.ratePpb) report(`${name} has a rate of ${event.ratePpb}; its premium gives ${rate}.`);
    let paid = 0n;
    let received = 0n;
    for (const payment of payments) {
      const pays = (payment.direction === 'long') === rate > 0;
      const full = pays ? -fundingDue(payment.notional, rate) : fundingCredit(payment.notional, rate);
      if (event.shortage === 0n && payment.amount !== full)
        report(`${name} moved ${payment.amount} for position ${payment.positionId}; the rate gives ${full}.`);
      if (payment.ratePpb !== rate)
        report(
          `${name} states a rate of ${payment.ratePpb} for position ${payment.positionId}, not ${rate}.`,
        );
      if (payment.amount < 0n) paid -= payment.amount;
      else received += payment.amount;
    }
    if (paid !== event.paid || received !== event.received)
      report(
        `${name} states ${event.paid} paid and ${event.received} received; its payments come to ${paid} and ${received}.`,
      );
    if (event.paid + event.fromInsurance !== event.received + event.residue)
      report(`${name}: what was paid is not what was received.`);
  }
}
