import type { Command, Kernel, OpenOrderView } from '@candor/kernel';
import type { Lots, PriceTicks } from '@candor/money';
import type { Random } from '../property/random.ts';
import { BTC, BTC_USDT, COIN, ETH, lots, USDT, units } from './bench.ts';

/** The state that players look at. */
export interface Players {
  readonly random: Random;
  readonly kernel: Kernel;
  /** The price of a BTC, in cents. */
  readonly cents: number;
}

/** The part of each asset's value that counts as collateral. */
export const HAIRCUT: Readonly<Record<number, number>> = {
  [BTC]: 950_000,
  [USDT]: 1_000_000,
  [ETH]: 900_000,
};

/** The wallet of a symbol; 0 for the cross one. */
export function kindOf(symbolId: number) {
  return symbolId === 0 ? 'margin-cross' : 'margin-isolated';
}

/** The acts of players: many of them just within and just beyond what is allowed. */
export class Acts {
  private readonly players: Players;

  constructor(players: Players) {
    this.players = players;
  }

  borrow(userId: number, symbolId: number, assetId: number): Command {
    const most =
      this.players.kernel.margin.preview(userId, kindOf(symbolId), symbolId, assetId, units(0n))?.most ?? 0n;
    const part = this.players.random.pick([100n, 100n, 101n, 60n, 20n, 20n]);
    const amount = this.players.random.chance(10) ? 1n : (most * part) / 100n + (part === 101n ? 1n : 0n);
    return { type: 'borrow', wallet: kindOf(symbolId), symbolId, assetId, amount: units(amount) };
  }

  repay(symbolId: number, assetId: number): Command {
    const amount = this.players.random.pick([null, 1n, COIN / 1_000n, 100n * COIN]);
    return {
      type: 'repay',
      wallet: kindOf(symbolId),
      symbolId,
      assetId,
      amount: amount === null ? null : units(amount),
    };
  }

  order(symbolId: number): Command {
    const { random } = this.players;
    const isMarket = random.chance(40);
    const price = this.players.cents + random.between(-5, 5) * Math.round(this.players.cents / 100);
    return this.perhapsWith({
      type: 'placeMarginOrder',
      wallet: kindOf(symbolId),
      symbolId: BTC_USDT,
      side: random.pick(['buy', 'sell']),
      orderType: isMarket ? 'market' : 'limit',
      postOnly: false,
      timeInForce: isMarket ? 'IOC' : random.pick(['GTC', 'GTC', 'IOC']),
      quoteAmount: null,
      priceTicks: isMarket ? null : (price as PriceTicks),
      clientOrderId: null,
      lots: random.pick([20, 1_000, 50_000, 200_000]) as Lots,
    });
  }

  /** An order as it is, or one that borrows or repays by itself. */
  private perhapsWith(order: Extract<Command, { type: 'placeMarginOrder' }>): Command {
    const { random } = this.players;
    if (random.chance(50)) return order;
    return { ...order, type: 'placeMarginOrderWith', sideEffect: random.pick(['borrow', 'repay']) };
  }

  /** Turns all of one asset into the other, or more than there is. */
  allIn(userId: number, symbolId: number): Command {
    const isBuy = this.players.random.chance(50);
    const kind = kindOf(symbolId);
    // or more than all, which an order may borrow
    const part = BigInt(this.players.random.pick([1_000, 1_000, 1_000, 1_300, 2_500]));
    const available = (id: number) =>
      this.players.kernel.balances(userId, kind, symbolId).find(({ assetId }) => assetId === id)?.available ??
      0n;
    return this.perhapsWith({
      type: 'placeMarginOrder',
      wallet: kind,
      symbolId: BTC_USDT,
      side: isBuy ? 'buy' : 'sell',
      orderType: 'market',
      postOnly: false,
      timeInForce: 'IOC',
      priceTicks: null,
      clientOrderId: null,
      lots: isBuy ? null : lots(Number((available(BTC) * part) / 1_000_000n)),
      quoteAmount: isBuy ? units((available(USDT) * part) / 1_000n) : null,
    });
  }

  /** Takes some of a resting order. */
  meet({ side, priceTicks }: OpenOrderView): Command {
    return {
      type: 'placeOrder',
      symbolId: BTC_USDT,
      side: side === 'buy' ? 'sell' : 'buy',
      orderType: 'limit',
      timeInForce: 'IOC',
      postOnly: false,
      priceTicks,
      quoteAmount: null,
      lots: this.players.random.pick([20, 1_000, 20_000]) as Lots,
      clientOrderId: null,
    };
  }

  spot(): Command {
    const { random } = this.players;
    const price = this.players.cents + random.between(-3, 3) * 1_000;
    return {
      type: 'placeOrder',
      symbolId: BTC_USDT,
      side: random.pick(['buy', 'sell']),
      orderType: 'limit',
      timeInForce: 'GTC',
      postOnly: false,
      priceTicks: price as PriceTicks,
      quoteAmount: null,
      lots: random.pick([100, 5_000]) as Lots,
      clientOrderId: null,
    };
  }

  setRate(assetId: number): Command {
    return {
      type: 'setMarginAsset',
      assetId,
      borrowable: true,
      haircutPpm: HAIRCUT[assetId]!,
      hourlyRatePpb: this.players.random.pick([0, 1, 12_345, 10_000, 1_000_000]),
      maxBorrow: units(assetId === BTC ? 20n * COIN : 400_000n * COIN),
    };
  }

  amountOf(userId: number, symbolId: number, assetId: number): bigint {
    const most = this.players.kernel.transfer.transferable(userId, kindOf(symbolId), symbolId, assetId);
    const choice = this.players.random.below(5);
    if (choice === 0) return most + 1n;
    if (choice === 1) return most;
    if (choice === 2) return COIN / 10n;
    return most / 3n + 1n;
  }

  move(way: string, symbolId: number, assetId: number, amount: bigint): Command {
    const wallet = { kind: kindOf(symbolId), symbolId } as const;
    const spot = { kind: 'spot', symbolId: 0 } as const;
    const [from, to] = way === 'in' ? [spot, wallet] : [wallet, spot];
    return {
      type: 'transfer',
      from: from.kind,
      to: to.kind,
      fromSymbolId: from.symbolId,
      toSymbolId: to.symbolId,
      assetId,
      amount: units(amount),
    };
  }
}
