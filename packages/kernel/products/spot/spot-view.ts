import type { Amount, PriceTicks } from '@candor/money';
import type { DepthLevel, DepthView } from '../../vocabulary.ts';
import { openOrders } from './open-orders.ts';
import type { SpotState } from './spot-state.ts';
import type { FeeStatusView, FeeTiersView, OpenOrderView, SpotView, WaitingOrderView } from './view.ts';
import { thresholdTicks, type WaitingOrder } from './waiting-orders.ts';

export class SpotReader implements SpotView {
  private readonly state: SpotState;

  constructor(state: SpotState) {
    this.state = state;
  }

  openOrders(userId: number, symbolId: number | null): readonly OpenOrderView[] {
    return openOrders(this.state, userId, symbolId);
  }

  depth(symbolId: number, levels: number): DepthView {
    const book = this.state.symbolsById.get(symbolId)?.book;
    if (book === undefined) return { bids: [], asks: [] };
    return {
      bids: book.depth(true, levels) as DepthLevel[],
      asks: book.depth(false, levels) as DepthLevel[],
    };
  }

  get makerFeePpm(): number {
    return this.state.fees.makerPpm[0]!;
  }

  get takerFeePpm(): number {
    return this.state.fees.takerPpm[0]!;
  }

  waitingOrders(userId: number, symbolId: number | null): readonly WaitingOrderView[] {
    const account = this.state.accounts.find(userId);
    if (account === 0) return [];
    const own = this.state.waiting.of(account);
    return own
      .filter((waiting) => symbolId === null || waiting.symbol.listed.symbolId === symbolId)
      .map(viewOf);
  }

  twinOf(restingOrderId: number): number | null {
    return this.state.waiting.twinOf(restingOrderId) || null;
  }

  lastTicks(symbolId: number): PriceTicks | null {
    const ticks = this.state.symbolsById.get(symbolId)?.lastTicks ?? 0;
    return ticks === 0 ? null : (ticks as PriceTicks);
  }

  feeTiers(): FeeTiersView {
    const { fees } = this.state;
    return { volumeAssetId: fees.volumeAssetId, tiers: fees.tiers, nextTurnMs: fees.nextTurnMs() };
  }

  feeStatus(userId: number): FeeStatusView {
    const { accounts, fees } = this.state;
    const { tier, volume, volumeToday } = fees.statusOf(accounts.find(userId));
    return {
      tier,
      makerPpm: fees.makerPpm[tier]!,
      takerPpm: fees.takerPpm[tier]!,
      perpetualMakerPpm: fees.perpetualMakerPpm[tier]!,
      perpetualTakerPpm: fees.perpetualTakerPpm[tier]!,
      volume: volume as Amount,
      volumeToday: volumeToday as Amount,
    };
  }
}

function viewOf(waiting: WaitingOrder): WaitingOrderView {
  const { orderId, userId, clientOrderId, symbol, isBuy, terms, order, extremeTicks } = waiting;
  return {
    orderId,
    userId,
    clientOrderId,
    symbolId: symbol.listed.symbolId,
    side: isBuy ? 'buy' : 'sell',
    ...terms,
    ...order,
    thresholdTicks: thresholdTicks(terms, isBuy, extremeTicks) as PriceTicks | null,
    extremeTicks: extremeTicks === 0 ? null : (extremeTicks as PriceTicks),
    twinOrderId: waiting.twinOrderId === 0 ? null : waiting.twinOrderId,
    held: BigInt(waiting.held) as Amount,
    retrying: waiting.firedTicks !== 0,
    createdMs: waiting.createdMs,
  };
}
