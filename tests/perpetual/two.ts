import type { KernelEvent } from '@candor/kernel';
import type { Amount, Lots, PriceTicks } from '@candor/money';
import { LIST, orderOf, PERP, Stage, U, USDT } from './stage.ts';

export const [ALICE, BOB, CAROL] = [1000, 1001, 1002];
const [ETH, ETH_SPOT] = [1003, 2];
export const ETH_PERP = 102;
export const BTC_TICKS = 5_000_000;
export const ETH_TICKS = 200_000;

/** Bitcoin and Ether perpetuals; Alice has a wallet of 1,100 USDT, cross margin and a leverage of 100 on Bitcoin. */
export class Two extends Stage {
  constructor(restarts = false) {
    super({ restarts });
    this.system({ type: 'listAsset', assetId: ETH, code: 'ETH', name: 'Ether', scale: 8 });
    this.system({
      type: 'listSymbol',
      symbolId: ETH_SPOT,
      name: 'ETHUSDT',
      baseAssetId: ETH,
      quoteAssetId: USDT,
      tickDecimal: '0.01',
      lotDecimal: '0.00001',
      minNotional: 1n as Amount,
      maxLots: 1_000_000_000 as Lots,
      maxOpenOrders: 100,
      priceBandPpm: 0,
    });
    this.system({ ...LIST, symbolId: ETH_PERP, name: 'ETHUSDT-PERP', indexSymbolId: ETH_SPOT });
    this.system({ type: 'fundInsurance', assetId: USDT, amount: (100_000n * U) as Amount, fromUserId: 0 });
    for (let i = 0; i < 4; i++) this.quote(BTC_TICKS, ETH_TICKS);
    for (const user of [ALICE, BOB, CAROL]) this.user(user, user === ALICE ? 1_100n : 500_000n);
    for (const symbolId of [PERP, ETH_PERP])
      this.sure(ALICE, { type: 'setMarginMode', symbolId, marginMode: 'cross' });
    this.sure(ALICE, { type: 'setLeverage', symbolId: PERP, leverage: 100 });
  }

  /** The next tick; null lets an index go stale. */
  quote(btcTicks: number, ethTicks: number | null): readonly KernelEvent[] {
    this.nowMs += 250;
    const of = (symbolId: number, ticks: number | null) =>
      ({
        venueId: 1,
        symbolId,
        venueTimeMs: this.nowMs,
        bidTicks: (ticks ?? 0) as PriceTicks,
        askTicks: (ticks ?? 0) as PriceTicks,
      }) as const;
    const quotes = [of(1, btcTicks), of(ETH_SPOT, ethTicks)];
    this.system({ type: 'indexTick', tickNo: Math.floor(this.nowMs / 250), quotes });
    return this.events;
  }

  /** Alice buys of Bob. */
  open(symbolId: number, lots: number, ticks: number): void {
    this.sure(BOB, { ...orderOf('sell', lots, ticks), symbolId });
    this.sure(ALICE, { ...orderOf('buy', lots, ticks), symbolId });
  }

  /** The market falls with bids all the way; what Alice holds of Bitcoin after it. */
  fall(toTicks: number, ethTicks: number | null): number {
    for (let ticks = BTC_TICKS; ticks >= toTicks; ticks -= 10_000) {
      this.quote(ticks, ethTicks);
      this.sure(CAROL, orderOf('buy', 1_000, ticks - 1_000));
      this.quote(ticks, ethTicks);
      this.sure(CAROL, { type: 'cancelPerpetualOrders', symbolId: PERP });
    }
    return this.kernel.perpetual.positions(ALICE).find(({ symbolId }) => symbolId === PERP)?.lots ?? 0;
  }

  halt(): void {
    this.system({ type: 'setPerpetualState', symbolId: ETH_PERP, state: 'halted', reason: 'A test' });
  }
}
