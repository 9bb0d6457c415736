import type { Command, DepthView, FillSide, KernelEvent, PositionView } from '@candor/kernel';
import * as sheet from '../oracles/perpetual.ts';
import { Rational } from '../oracles/rational.ts';
import { SheetRounds } from './sheet-rounds.ts';
import type { Stage } from './stage.ts';

/** The comparisons that a test must have made for its agreement to mean anything. */
export interface Compared {
  positions: number;
  liquidationTicks: number;
  marks: number;
  rates: number;
  payments: number;
}

interface Kept {
  position: sheet.SheetPosition;
  realised: Rational;
  /** Partial closes: each may have kept back less than a unit. */
  closes: number;
}

const HIGHEST = 0x7fffffffn;
const ZERO = new Rational(0n);
const EMPTY = { coins: ZERO, entry: ZERO };

/** Keeps the sheet of a market by its events and compares it with what the kernel says after each command. */
export class SheetFollower {
  readonly compared: Compared = { positions: 0, liquidationTicks: 0, marks: 0, rates: 0, payments: 0 };
  private readonly kept = new Map<number, Kept>();
  private readonly marks = new Map<number, number>();
  private readonly rounds = new SheetRounds<Rational>();
  /** Symbols whose book changed between the sample and our look at it: their next rate is not compared. */
  private readonly unsure = new Set<number>();
  /** The books as the tick that is under way finds them. */
  private waiting: { symbolId: number; depth: DepthView }[] = [];
  /** By position. */
  private readonly symbols = new Map<number, number>();

  /** Looks at the books that a tick samples. */
  before(stage: Stage, body: Command): void {
    this.rounds.before(stage, (symbolId) => this.marks.get(symbolId) ?? 0);
    if (body.type !== 'indexTick') return;
    const traded = stage.kernel.perpetual.symbols().filter(({ state }) => state === 'trading');
    this.waiting = traded.map(({ symbolId }) => ({
      symbolId,
      depth: stage.kernel.perpetual.depth(symbolId, 10_000),
    }));
  }

  after(stage: Stage, body: Command): void {
    for (const event of stage.events) this.read(stage, event);
    if (body.type === 'indexTick') this.sample(stage);
    for (const positionId of this.kept.keys()) {
      const view = stage.kernel.perpetual.position(positionId);
      if (view !== null) this.compare(stage, view);
    }
  }

  private read(stage: Stage, event: KernelEvent): void {
    if (event.type === 'perpetualMark') this.readMark(event);
    if (event.type === 'perpetualTrade') {
      const { takerSide, lots, priceTicks, symbolId } = event;
      this.fill(stage, symbolId, event.taker, takerSide === 'buy' ? lots : -lots, priceTicks);
      this.fill(stage, symbolId, event.maker, takerSide === 'buy' ? -lots : lots, priceTicks);
    }
    if (event.type === 'perpetualDeleveraged') {
      const liquidated = stage.events.find(
        (other) => other.type === 'perpetualLiquidated' && other.liquidationId === event.liquidationId,
      );
      if (liquidated?.type !== 'perpetualLiquidated')
        throw new Error('A deleveraging without its liquidation');
      const lots = event.direction === 'long' ? -event.lots : event.lots;
      this.apply(stage, event.symbolId, event.positionId, lots, event.priceTicks);
      this.apply(stage, event.symbolId, liquidated.positionId, -lots, event.priceTicks);
    }
    if (event.type === 'entry' && event.kind === 'perpetual-pnl' && event.tradeId === 0) {
      const kept = this.kept.get(event.orderId);
      if (kept !== undefined) this.settle(stage, event.orderId, kept);
    }
    if (event.type === 'perpetualOrderDone' && event.reason === 'margin') this.unsure.add(event.symbolId);
    if (event.type === 'perpetualFunding') this.compareRate(stage, event);
    if (event.type === 'perpetualFundingPaid') this.comparePayment(stage, event);
  }

  private fill(stage: Stage, symbolId: number, side: FillSide, lots: number, ticks: number): void {
    // a fill that closes one position and opens another is two
    const opened = Math.abs(lots) - side.closedLots;
    if (side.closedLots > 0) {
      this.apply(stage, symbolId, side.closedPositionId, Math.sign(lots) * side.closedLots, ticks);
    }
    if (opened > 0) this.apply(stage, symbolId, side.positionId, Math.sign(lots) * opened, ticks);
    this.symbols.set(side.positionId, symbolId);
  }
  private apply(stage: Stage, symbolId: number, id: number, lots: number, ticks: number): void {
    const kept = this.kept.get(id) ?? { position: EMPTY, realised: ZERO, closes: 0 };
    const coins = this.coins(stage, symbolId, lots);
    const { position, realised } = sheet.afterFill(kept.position, {
      coins,
      price: this.price(stage, symbolId, ticks),
    });
    if (realised.sign() !== 0 || kept.position.coins.sign() * coins.sign() < 0) kept.closes++;
    kept.position = position;
    kept.realised = kept.realised.plus(realised);
    this.kept.set(id, kept);
  }

  private settle(stage: Stage, positionId: number, kept: Kept): void {
    const symbolId = this.symbols.get(positionId)!;
    const mark = this.price(stage, symbolId, this.marks.get(symbolId)!);
    kept.realised = kept.realised.plus(sheet.unrealised(kept.position, mark));
    kept.position = { coins: kept.position.coins, entry: mark };
  }

  private compare(stage: Stage, view: PositionView): void {
    const kept = this.kept.get(view.positionId);
    if (kept === undefined) throw new Error(`Position ${view.positionId} is not on the sheet`);
    const { symbolId, markTicks } = view;
    const lots = view.direction === 'long' ? view.lots : -view.lots;
    exactly('coins', kept.position.coins, this.coins(stage, symbolId, lots));
    const cost = absolute(kept.position.coins.times(kept.position.entry));
    const room = usdt(BigInt(kept.closes));
    within('entry cost', usdt(view.entryCost), cost, room);
    within('realised profit', usdt(view.realisedPnl), kept.realised, room);
    // from here on with the kernel's own entry cost, so that nothing is left to rounding
    const coins = this.coins(stage, symbolId, lots);
    const position = { coins, entry: usdt(view.entryCost).over(absolute(coins)) };
    const mark = this.price(stage, symbolId, markTicks);
    const tiers = this.tiers(stage, symbolId);
    exactly('unrealised profit', usdt(view.unrealisedPnl), sheet.unrealised(position, mark));
    const needed = sheet.maintenance(coins, mark, tiers).times(new Rational(100_000_000n)).ceil();
    exactly('maintenance margin', new Rational(view.maintenanceMargin), new Rational(needed));
    this.compared.positions++;
    const cross = stage.kernel.perpetual
      .positions(view.userId)
      .filter(({ marginMode }) => marginMode === 'cross');
    if (view.marginMode === 'cross' && cross.length > 1) return;
    const account = stage.kernel.perpetual.account(view.userId, stage.info().settleAssetId);
    const collateral =
      view.marginMode === 'isolated' ? view.margin : account.walletBalance - account.isolatedMargin;
    const tick = this.price(stage, symbolId, 1);
    const expected = sheet.liquidationTick(position, usdt(collateral), tick, HIGHEST, tiers);
    if (BigInt(view.liquidationTicks ?? 0) !== (expected ?? 0n)) {
      throw new Error(
        `Position ${view.positionId} is liquidated at ${view.liquidationTicks}, not at ${expected}`,
      );
    }
    this.compared.liquidationTicks++;
  }

  private readMark(event: Extract<KernelEvent, { type: 'perpetualMark' }>): void {
    this.marks.set(event.symbolId, event.markTicks);
    const { inputs, markTicks } = event;
    if (inputs === null || inputs.bidTicks === null || inputs.askTicks === null) return;
    const { indexTicks, bidTicks, askTicks, lastTicks } = inputs;
    const index = new Rational(indexTicks);
    const mid = new Rational(bidTicks + askTicks, 2);
    const funding = new Rational(
      BigInt(inputs.fundingPpb) * BigInt(inputs.fundingLeftMs),
      1_000_000_000n * BigInt(inputs.fundingIntervalMs),
    );
    const expected = sheet.mark(
      index,
      new Rational(inputs.basisAverage, 2 * 65_536),
      [new Rational(bidTicks), new Rational(askTicks), lastTicks === null ? mid : new Rational(lastTicks)],
      funding,
      new Rational(5_000, 1_000_000),
    );
    within('the mark', new Rational(markTicks), expected, new Rational(1n));
    this.compared.marks++;
  }

  private sample(stage: Stage): void {
    for (const { symbolId, depth } of this.waiting) {
      const { indexTicks } = stage.kernel.perpetual.mark(symbolId)!;
      if (indexTicks === null) continue;
      // an interval that is over takes no premium of now
      if (stage.kernel.perpetual.funding(symbolId)!.nextMs <= stage.kernel.timeMs) continue;
      const { impactNotional, quotePerTickLot } = stage.kernel.perpetual.symbol(symbolId)!;
      const lots = new Rational(impactNotional, quotePerTickLot * BigInt(indexTicks)).ceil();
      const average = (levels: typeof depth.bids) => {
        let left = lots;
        let sum = ZERO;
        for (const level of levels) {
          const own = BigInt(level.lots - level.houseLots);
          const taken = own < left ? own : left;
          sum = sum.plus(new Rational(taken * BigInt(level.priceTicks)));
          left -= taken;
        }
        return left > 0n ? null : sum.over(new Rational(lots));
      };
      const sampled = sheet.premium(new Rational(indexTicks), average(depth.bids), average(depth.asks));
      this.rounds.sampled(symbolId, sampled);
    }
    this.waiting = [];
  }

  private compareRate(stage: Stage, event: Extract<KernelEvent, { type: 'perpetualFunding' }>): void {
    const { symbolId, samples, expectedSamples, ratePpb, fromInsurance } = event;
    const mark = this.marks.get(symbolId) ?? 0;
    const { premiums: found, markTicks } = this.rounds.end(stage, symbolId, event.timeMs, mark);
    if (markTicks !== event.markTicks)
      throw new Error(`Funding was by the mark ${event.markTicks}, not by ${markTicks}`);
    if (fromInsurance > event.shortage) throw new Error('Insurance paid more than was missing');
    const wasUnsure = this.unsure.delete(symbolId);
    if (samples === 0 && found.length === 0) return;
    if (samples !== found.length) throw new Error(`${samples} samples were counted, not ${found.length}`);
    if (wasUnsure) return;
    if (samples === 0) {
      exactly('the funding rate', new Rational(ratePpb), ZERO);
      return;
    }
    const sum = found.reduce((all, each) => all.plus(each), ZERO);
    const whole = sheet.fundingRate(sum.over(new Rational(samples)), new Rational(5_000, 1_000_000));
    const rate = sheet.fundingPart(whole, samples, expectedSamples);
    // each sample and their average are cut to parts per billion
    within('the funding rate', new Rational(ratePpb, 1_000_000_000), rate, new Rational(3, 1_000_000_000));
    this.compared.rates++;
  }

  private comparePayment(stage: Stage, event: Extract<KernelEvent, { type: 'perpetualFundingPaid' }>): void {
    const lots = event.direction === 'long' ? event.lots : -event.lots;
    const mark = this.price(stage, event.symbolId, this.rounds.present(event.symbolId).markTicks);
    const rate = new Rational(event.ratePpb, 1_000_000_000);
    const exact = sheet.fundingOf(this.coins(stage, event.symbolId, lots), mark, rate);
    const units = exact.times(new Rational(100_000_000n)).floor();
    // a payer may have had less, and receivers then get less
    const isFair =
      units < 0n ? event.amount >= units && event.amount <= 0n : event.amount <= units && event.amount >= 0n;
    if (!isFair) throw new Error(`Funding of ${event.positionId} was ${event.amount} and not ${units}`);
    if (event.amount === units) this.compared.payments++;
  }

  private coins(stage: Stage, symbolId: number, lots: number): Rational {
    return new Rational(lots).times(decimal(stage.kernel.perpetual.symbol(symbolId)!.lotDecimal));
  }

  private price(stage: Stage, symbolId: number, ticks: number): Rational {
    return new Rational(ticks).times(decimal(stage.kernel.perpetual.symbol(symbolId)!.tickDecimal));
  }

  private tiers(stage: Stage, symbolId: number): sheet.SheetTier[] {
    return stage.kernel.perpetual.symbol(symbolId)!.tiers.map(({ floorNotional, mmrPpm }) => ({
      floor: usdt(floorNotional),
      rate: new Rational(mmrPpm, 1_000_000),
    }));
  }
}

function decimal(text: string): Rational {
  const [whole = '0', fraction = ''] = text.split('.');
  return new Rational(BigInt(whole + fraction), 10n ** BigInt(fraction.length));
}

function usdt(units: bigint): Rational {
  return new Rational(units, 100_000_000n);
}

function absolute(value: Rational): Rational {
  return value.sign() < 0 ? ZERO.minus(value) : value;
}

function exactly(what: string, found: Rational, expected: Rational): void {
  within(what, found, expected, ZERO);
}

function within(what: string, found: Rational, expected: Rational, room: Rational): void {
  if (absolute(found.minus(expected)).compare(room) <= 0) return;
  const shown = (value: Rational) => Number((value.top * 100_000_000n) / value.bottom) / 1e8;
  throw new Error(`${what} is ${shown(found)} and not ${shown(expected)}`);
}
