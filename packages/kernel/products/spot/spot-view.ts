import type { Amount, PriceTicks } from '@candor/money';
import type { State } from '../../state.ts';
import type { FeeStandingView, FeeTiersView, SpotView, WaitingOrderView } from './view.ts';
import { thresholdTicks, type WaitingOrder } from './waiting-orders.ts';

export class SpotReader implements SpotView {
  private readonly state: State;

  constructor(state: State) {
    this.state = state;
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

  feeStanding(userId: number): FeeStandingView {
    const { accounts, fees } = this.state;
    const { tier, volume, volumeToday } = fees.standing(accounts.find(userId));
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
    createdMs: waiting.createdMs,
  };
}
