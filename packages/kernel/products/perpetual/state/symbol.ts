import { type Amount, decimalsOf, type Lots, type PriceTicks } from '@candor/money';
import { INDEX_STALE_MS, markPrice, nextBasis } from '@candor/prices';
import {
  type MaintenanceTier,
  markClampPpm,
  NO_BAND,
  type OrderTerms,
  type PriceBand,
  priceBand,
  type ReachStep,
  reachSteps,
  type TierStep,
  tierSteps,
} from '@candor/rules';
import { Book } from '../../../book/book.ts';
import type { Levels } from '../../../book/levels.ts';
import type { OrderPool } from '../../../book/order-pool.ts';
import type { SymbolState } from '../../../commands.ts';
import type { State } from '../../../state.ts';
import type { ListPerpetual } from '../protocol/commands.ts';
import type { MarkInputs } from '../protocol/events.ts';
import type { PerpetualInfo } from '../protocol/view.ts';

/** State of the mark that is kept from tick to tick. */
export interface MarkState {
  /** The last index tick that was seen, stale or not. */
  tickNo: number;
  /** 0 before the first index; stands still while the index is stale. */
  markTicks: number;
  /** 0 while stale. */
  indexTicks: number;
  /** The index of the price band: the last that was not stale. */
  bandTicks: number;
  basisAverage: number;
  /** The last fill of the book, and the last one without the house on either side; 0 before the first. */
  lastTicks: number;
  lastOwnTicks: number;
  inputs: MarkInputs | null;
}

/** State of funding that is kept from tick to tick. */
export interface FundingState {
  nextMs: number;
  /** The last settled rate, in parts per billion, and whether there was one. */
  lastPpb: number;
  settled: boolean;
  sumPpb: number;
  samples: number;
}

/** A listed perpetual: its listing, its book, its mark and its positions. */
export class PerpetualSymbol {
  readonly symbolId: number;
  /** The listing, with the current limits and tiers. */
  listed: ListPerpetual;
  readonly baseAssetId: number;
  terms: OrderTerms;
  steps: readonly TierStep[];
  /** The tiers, and those of five fourths of the maintenance margin, from which on a warning is given: see risk-index.ts. */
  reach: readonly ReachStep[];
  warningReach: readonly ReachStep[];
  /** Terms of a reduce-only order: no least notional, no most lots beside its position's. */
  closingTerms: OrderTerms;
  readonly book: Book;
  private readonly core: Pick<State, 'index' | 'timeMs'>;
  private readonly levels: Levels;
  /** The slot of its clearing account. */
  readonly clearing: number;
  state: SymbolState = 'trading';
  stateReason = '';
  band: PriceBand = NO_BAND;
  readonly mark: MarkState = {
    tickNo: 0,
    markTicks: 0,
    indexTicks: 0,
    bandTicks: 0,
    basisAverage: 0,
    lastTicks: 0,
    lastOwnTicks: 0,
    inputs: null,
  };
  readonly funding: FundingState;
  /** Lots held long, which are as many as held short. */
  openLots = 0;
  /** Prices of fills since triggers were looked at; 0 for none. */
  lowTicks = 0;
  highTicks = 0;

  constructor(
    listed: ListPerpetual,
    terms: OrderTerms,
    baseAssetId: number,
    clearing: number,
    core: Pick<State, 'index' | 'timeMs'>,
    orders: OrderPool,
    levels: Levels,
    nextFundingMs: number,
  ) {
    this.symbolId = listed.symbolId;
    this.listed = listed;
    this.terms = terms;
    this.baseAssetId = baseAssetId;
    this.clearing = clearing;
    this.steps = tierSteps(listed.tiers);
    this.reach = reachSteps(this.steps);
    this.warningReach = warningReachOf(this.steps);
    this.closingTerms = closingTermsOf(terms);
    this.core = core;
    this.levels = levels;
    this.book = new Book(orders, levels);
    this.funding = { nextMs: nextFundingMs, lastPpb: 0, settled: false, sumPpb: 0, samples: 0 };
  }

  /** True when there is no index, or its last tick is too old: after a downtime the old mark says nothing any more. */
  get isStale(): boolean {
    const { core, listed } = this;
    if (this.mark.indexTicks === 0) return true;
    const index = core.index.symbols.get(listed.indexSymbolId);
    return index === undefined || core.timeMs - index.timeMs > INDEX_STALE_MS;
  }
  /** Triggers fire and positions are liquidated. */
  get isLive(): boolean {
    return this.state === 'trading' && !this.isStale;
  }
  get firstMmrPpm(): number {
    return this.steps[0]!.mmrPpm;
  }
  get lastMmrPpm(): number {
    return this.steps.at(-1)!.mmrPpm;
  }
  get maxLeverage(): number {
    return this.steps[0]!.maxLeverage;
  }

  /** Takes over the index of a tick, 0 when it is stale; `fresh` resets the moving average. */
  setIndex(tickNo: number, indexTicks: number, nowMs: number, fresh: boolean): void {
    const { mark } = this;
    mark.tickNo = tickNo;
    mark.indexTicks = indexTicks;
    if (indexTicks === 0) {
      mark.inputs = null;
      return;
    }
    this.setBand();
    const bidTicks = this.bestOwn(true);
    const askTicks = this.bestOwn(false);
    mark.basisAverage = nextBasis(fresh ? 0 : mark.basisAverage, indexTicks, bidTicks, askTicks);
    const { funding, listed } = this;
    const inputs: MarkInputs = {
      tickNo,
      indexTicks: indexTicks as PriceTicks,
      bidTicks,
      askTicks,
      lastTicks: mark.lastOwnTicks === 0 ? null : (mark.lastOwnTicks as PriceTicks),
      basisAverage: mark.basisAverage,
      fundingPpb: funding.lastPpb,
      fundingLeftMs: Math.max(0, funding.nextMs - nowMs),
      fundingIntervalMs: listed.fundingIntervalMs,
      clampPpm: markClampPpm(this.firstMmrPpm),
    };
    mark.inputs = inputs;
    mark.markTicks = markPrice(inputs);
  }

  /** The price band around the last index, as its last mark knew it; while the index is stale it stands still. */
  setBand(): void {
    const { mark } = this;
    if (mark.indexTicks !== 0) mark.bandTicks = mark.indexTicks;
    this.band = priceBand(mark.bandTicks, this.terms.priceBandPpm);
  }

  /** Sets the maintenance tiers. The caller places the positions of the symbol again. */
  setTiers(tiers: readonly MaintenanceTier[]): void {
    this.listed = { ...this.listed, tiers };
    this.steps = tierSteps(tiers);
    this.reach = reachSteps(this.steps);
    this.warningReach = warningReachOf(this.steps);
  }

  /** Sets the limits of later orders: a listing with other limits, and its terms. */
  setLimits(listed: ListPerpetual, terms: OrderTerms): void {
    this.listed = listed;
    this.terms = terms;
    this.closingTerms = closingTermsOf(terms);
    this.band = priceBand(this.mark.bandTicks, terms.priceBandPpm);
  }

  /** Sets the width of the band. Returns true if that changed it. */
  setPriceBand(priceBandPpm: number): boolean {
    if (priceBandPpm === this.listed.priceBandPpm) return false;
    this.listed = { ...this.listed, priceBandPpm };
    this.terms = { ...this.terms, priceBandPpm };
    this.closingTerms = { ...this.closingTerms, priceBandPpm };
    this.band = priceBand(this.mark.bandTicks, priceBandPpm);
    return true;
  }

  /** The best price of anybody but the house; null for none. */
  private bestOwn(isBid: boolean): PriceTicks | null {
    const { levels } = this;
    const ladder = isBid ? this.book.bids : this.book.asks;
    for (let ticks = ladder.bestTicks; ticks !== 0; ticks = ladder.worse(ticks)) {
      const level = ladder.levelAt(ticks);
      if (levels.lots(level) > levels.houseLots(level)) return ticks as PriceTicks;
    }
    return null;
  }

  /**
   * Returns the cost of filling `lots` against everybody but the house, as ticks x lots; null where there are not so
   * many.
   */
  impactTickLots(isBid: boolean, lots: number): bigint | null {
    const { levels } = this;
    const ladder = isBid ? this.book.bids : this.book.asks;
    let left = lots;
    let tickLots = 0n;
    for (let ticks = ladder.bestTicks; ticks !== 0; ticks = ladder.worse(ticks)) {
      const level = ladder.levelAt(ticks);
      const taken = Math.min(left, levels.lots(level) - levels.houseLots(level));
      tickLots += BigInt(taken) * BigInt(ticks);
      left -= taken;
      if (left === 0) return tickLots;
    }
    return null;
  }

  /** Remembers a fill. */
  traded(priceTicks: number, withHouse: boolean): void {
    const { mark } = this;
    mark.lastTicks = priceTicks;
    if (!withHouse) mark.lastOwnTicks = priceTicks;
    if (this.lowTicks === 0 || priceTicks < this.lowTicks) this.lowTicks = priceTicks;
    if (priceTicks > this.highTicks) this.highTicks = priceTicks;
  }

  info(): PerpetualInfo {
    const { listed, terms } = this;
    return {
      symbolId: listed.symbolId,
      name: listed.name,
      indexSymbolId: listed.indexSymbolId,
      baseAssetId: this.baseAssetId,
      settleAssetId: listed.settleAssetId,
      tickDecimal: listed.tickDecimal,
      lotDecimal: listed.lotDecimal,
      priceDecimals: decimalsOf(listed.tickDecimal),
      lotDecimals: decimalsOf(listed.lotDecimal),
      quotePerTickLot: BigInt(terms.quotePerTickLot) as Amount,
      minNotional: listed.minNotional,
      maxLots: terms.maxLots as Lots,
      maxOpenOrders: listed.maxOpenOrders,
      priceBandPpm: listed.priceBandPpm,
      tiers: listed.tiers,
      maxLeverage: this.maxLeverage,
      fundingIntervalMs: listed.fundingIntervalMs,
      impactNotional: listed.impactNotional,
      makerFeePpm: listed.makerFeePpm,
      takerFeePpm: listed.takerFeePpm,
      liquidationFeePpm: listed.liquidationFeePpm,
      state: this.state,
      stateReason: this.stateReason,
    };
  }
}

function warningReachOf(steps: readonly TierStep[]): readonly ReachStep[] {
  return reachSteps(
    steps.map((step) => ({
      ...step,
      mmrPpm: Math.ceil((step.mmrPpm * 5) / 4),
      deductionMicros: (step.deductionMicros * 5n) / 4n,
    })),
  );
}

function closingTermsOf(terms: OrderTerms): OrderTerms {
  return { ...terms, minNotional: 0, maxLots: Number.MAX_SAFE_INTEGER };
}
