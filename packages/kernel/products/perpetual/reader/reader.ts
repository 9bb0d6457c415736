import type { Amount, Lots, PriceTicks } from '@candor/money';
import { averagePremiumPpb, initialMargin, liquidationTicksBeside, tierOf } from '@candor/rules';
import type { DepthLevel, DepthView } from '../../../vocabulary.ts';
import { predictedPpb } from '../funding/funding.ts';
import { deleveragingQueue } from '../liquidation/deleveraging.ts';
import { feeRates } from '../money/fee-rates.ts';
import type {
  ExitView,
  PerpetualAccountView,
  PerpetualFundingView,
  PerpetualInfo,
  PerpetualMarkView,
  PerpetualOrderView,
  PerpetualSettingsView,
  PerpetualView,
  PositionView,
} from '../protocol/view.ts';
import {
  bankruptcyOf,
  crossCollateral,
  crossMarginState,
  freeOf,
  maintenanceOf,
  maintenanceShown,
  marginStateAtMarks,
  notionalAtMark,
  unrealisedOf,
} from '../risk/risk.ts';
import type { Position } from '../state/entities.ts';
import type { PerpetualState } from '../state/perpetual-state.ts';
import { exitView, orderView } from '../state/shown.ts';
import type { PerpetualSymbol } from '../state/symbol.ts';

const LIGHTS = 5;
/** Ranking everybody takes long where there are many: the lights are of the last ranking, this many ticks old at most. */
const LIGHTS_TICKS = 40;

/** Ranks of the positions of one direction in their queue. */
interface Ranking {
  readonly tickNo: number;
  readonly ranks: ReadonlyMap<number, number>;
}

/** Reads perpetuals for others. */
export class PerpetualReader implements PerpetualView {
  private readonly perp: PerpetualState;
  /** State of the view alone: nothing that the kernel does depends on it. */
  private readonly rankings = new Map<string, Ranking>();

  constructor(perp: PerpetualState) {
    this.perp = perp;
  }

  symbols(): readonly PerpetualInfo[] {
    return this.perp.symbols.map((symbol) => symbol.info());
  }

  symbol(symbolId: number): PerpetualInfo | null {
    return this.perp.symbolsById.get(symbolId)?.info() ?? null;
  }

  mark(symbolId: number): PerpetualMarkView | null {
    const symbol = this.perp.symbolsById.get(symbolId);
    if (symbol === undefined) return null;
    const { mark, openLots } = symbol;
    return {
      tickNo: mark.tickNo,
      markTicks: ticksOrNull(mark.markTicks),
      indexTicks: ticksOrNull(mark.indexTicks),
      lastTicks: ticksOrNull(mark.lastTicks),
      inputs: mark.inputs,
      openLots: openLots as Lots,
    };
  }

  funding(symbolId: number): PerpetualFundingView | null {
    const symbol = this.perp.symbolsById.get(symbolId);
    if (symbol === undefined) return null;
    const { funding, listed } = symbol;
    return {
      predictedPpb: predictedPpb(symbol, this.perp.core.timeMs),
      premiumPpb: averagePremiumPpb(funding.sumPpb, funding.samples),
      samples: funding.samples,
      lastPpb: funding.settled ? funding.lastPpb : null,
      nextMs: funding.nextMs,
      intervalMs: listed.fundingIntervalMs,
    };
  }

  depth(symbolId: number, levels: number): DepthView {
    const book = this.perp.symbolsById.get(symbolId)?.book;
    if (book === undefined) return { bids: [], asks: [] };
    return {
      bids: book.depth(true, levels) as DepthLevel[],
      asks: book.depth(false, levels) as DepthLevel[],
    };
  }

  openOrders(userId: number, symbolId: number | null): readonly PerpetualOrderView[] {
    const user = this.perp.users.get(userId);
    if (user === undefined) return [];
    return [...user.traders.values()]
      .filter(({ symbol }) => symbolId === null || symbol.symbolId === symbolId)
      .flatMap((trader) => [...trader.orders])
      .sort((a, b) => a.orderId - b.orderId)
      .map((order) => orderView(order));
  }

  order(orderId: number): PerpetualOrderView | null {
    const order = this.perp.orders.get(orderId);
    return order === undefined ? null : orderView(order);
  }

  positions(userId: number): readonly PositionView[] {
    return this.positionsOf(userId).map((position) => this.view(position));
  }

  position(positionId: number): PositionView | null {
    const position = this.perp.positions.get(positionId);
    return position === undefined ? null : this.view(position);
  }

  exits(userId: number): readonly ExitView[] {
    return this.positionsOf(userId)
      .flatMap(({ exits }) => exits)
      .sort((a, b) => a.exitId - b.exitId)
      .map(exitView);
  }

  account(userId: number, assetId: number): PerpetualAccountView {
    const { perp } = this;
    const isSettled = assetId === perp.settleAssetId && perp.settleAssetId !== 0;
    const user = perp.userOrDraft(userId);
    const cross = isSettled ? crossMarginState(perp, user) : { equity: 0n, maintenance: 0n };
    let unrealised = 0n;
    let initial = 0n;
    for (const position of this.positionsOf(userId)) {
      unrealised += unrealisedOf(position);
      if (!position.isIsolated) initial += initialMarginOf(position);
    }
    return {
      userId,
      assetId,
      positionMode: user.positionMode,
      walletBalance: (isSettled ? perp.core.balances.total(user.balance) : 0n) as Amount,
      unrealisedPnl: unrealised as Amount,
      isolatedMargin: user.isolatedMargin as Amount,
      orderMargin: user.orderMargin as Amount,
      crossInitialMargin: initial as Amount,
      crossMaintenanceMargin: maintenanceShown(cross.maintenance) as Amount,
      crossEquity: cross.equity as Amount,
      available: (isSettled ? freeOf(perp, user) : 0n) as Amount,
    };
  }

  positionMode(userId: number) {
    return this.perp.users.get(userId)?.positionMode ?? 'one-way';
  }

  settings(userId: number, symbolId: number): PerpetualSettingsView | null {
    const symbol = this.perp.symbolsById.get(symbolId);
    if (symbol === undefined) return null;
    const { leverage, marginMode } = this.perp.traderOrDraft(userId, symbol);
    return { symbolId, leverage, marginMode };
  }

  insurance(assetId: number): Amount {
    return (assetId === this.perp.settleAssetId ? this.perp.insurance() : 0n) as Amount;
  }

  feeRates(userId: number, symbolId: number) {
    const symbol = this.perp.symbolsById.get(symbolId);
    return symbol === undefined ? null : feeRates(this.perp, this.perp.userOrDraft(userId), symbol);
  }

  private positionsOf(userId: number): Position[] {
    const user = this.perp.users.get(userId);
    if (user === undefined) return [];
    return [...user.traders.values()]
      .flatMap((trader) => trader.openPositions())
      .sort((a, b) => a.positionId - b.positionId);
  }

  private view(position: Position): PositionView {
    const { perp } = this;
    const { trader, symbol } = position;
    const notional = notionalAtMark(position);
    const tier = tierOf(notional, symbol.steps);
    const marginState = marginStateAtMarks(perp, position);
    return {
      positionId: position.positionId,
      userId: trader.user.userId,
      symbolId: symbol.symbolId,
      positionSide: position.positionSide,
      direction: position.direction,
      lots: position.lots as Lots,
      entryCost: position.entryCost as Amount,
      marginMode: trader.marginMode,
      leverage: trader.leverage,
      margin: position.margin as Amount,
      initialMargin: initialMarginOf(position),
      maintenanceMargin: maintenanceShown(maintenanceOf(position)) as Amount,
      tier,
      mmrPpm: symbol.steps[tier]!.mmrPpm,
      markTicks: symbol.mark.markTicks as PriceTicks,
      notional: notional as Amount,
      unrealisedPnl: unrealisedOf(position) as Amount,
      equity: marginState.equity as Amount,
      liquidationTicks: this.liquidationTicks(position),
      bankruptcyTicks: bankruptcyOf(perp, position, marginState) as PriceTicks,
      adlLights: this.lights(position),
      realisedPnl: position.realisedPnl as Amount,
      fees: position.fees as Amount,
      funding: position.funding as Amount,
      openedMs: position.openedMs,
      exits: position.exits.map(exitView),
    };
  }

  /**
   * Returns the liquidation price as if only this symbol's mark moved: what cross positions of other symbols are worth
   * beyond their maintenance margins stands for this one too, and a hedging user's other position moves with it.
   */
  private liquidationTicks(position: Position): PriceTicks | null {
    const { perp } = this;
    const { user } = position.trader;
    let collateral = position.isIsolated ? position.margin : crossCollateral(perp, user);
    let beside: Position | null = null;
    if (!position.isIsolated) {
      for (const other of user.crossPositions) {
        if (other === position) continue;
        if (other.symbol === position.symbol) beside = other;
        else collateral += unrealisedOf(other) - maintenanceShown(maintenanceOf(other));
      }
    }
    const { steps } = position.symbol;
    return liquidationTicksBeside(position, beside, collateral, steps) as PriceTicks | null;
  }

  /** 5 lights for the first fifth of the queue, 1 for the last. */
  private lights(position: Position): number {
    const { ranks } = this.ranking(position.symbol, position.sign);
    const rank = ranks.get(position.positionId) ?? ranks.size - 1;
    return LIGHTS - Math.floor((Math.max(0, rank) * LIGHTS) / Math.max(1, ranks.size));
  }

  private ranking(symbol: PerpetualSymbol, sign: 1 | -1): Ranking {
    const key = `${symbol.symbolId} ${sign}`;
    const { tickNo } = symbol.mark;
    const known = this.rankings.get(key);
    if (known !== undefined && tickNo - known.tickNo < LIGHTS_TICKS && tickNo >= known.tickNo) return known;
    const queue = deleveragingQueue(this.perp, symbol, sign);
    const ranks = new Map(queue.map(({ position }, rank) => [position.positionId, rank]));
    const ranking = { tickNo, ranks };
    this.rankings.set(key, ranking);
    return ranking;
  }
}

function initialMarginOf(position: Position): Amount {
  return initialMargin(notionalAtMark(position), position.trader.leverage);
}

function ticksOrNull(ticks: number): PriceTicks | null {
  return ticks === 0 ? null : (ticks as PriceTicks);
}
