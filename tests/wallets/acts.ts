import type { Command, Kernel, WalletKind } from '@candor/kernel';
import type { Amount, Lots, PriceTicks } from '@candor/money';
import { Acts, kindOf } from '../margin/acts.ts';
import { orderOf } from '../perpetual/stage.ts';
import type { Random } from '../property/random.ts';
import { liked, takeOut } from '../property/scenario-acts.ts';
import type { WalletScenario } from './scenario.ts';
import { ASSETS, BTC, COIN, MAKER, PERPETUAL, SYMBOL, USDT, USERS } from './setup.ts';

type Place = readonly [WalletKind, number];
const PLACES: readonly Place[] = [
  ['spot', 0],
  ['spot', 0],
  ['contract', 0],
  ['contract', 0],
  ['second', 0],
  ['margin-cross', 0],
  ['margin-isolated', SYMBOL],
  ['finance', 0],
];

/** The acts of people with all products: each scenario likes some of it more. */
export class WalletActs {
  cents = 1_000_000;
  private readonly run: WalletScenario;
  private readonly players: { readonly random: Random; readonly kernel: Kernel; cents: number };
  private readonly margin: Acts;
  private readonly line: (() => void)[];

  constructor(run: WalletScenario) {
    this.run = run;
    this.players = { random: run.random, kernel: run.kernel, cents: this.cents };
    this.margin = new Acts(this.players);
    this.line = liked(run.random, [
      [10, () => this.move(1)],
      [4, () => this.move(12)],
      [3, () => this.move(35)],
      [6, () => this.transfer()],
      [5, () => this.quote()],
      [8, () => this.spot()],
      [4, () => this.wait()],
      [3, () => this.change()],
      [8, () => this.borrow()],
      [8, () => this.perpetual()],
      [5, () => this.second()],
      [1, () => this.sleep()],
    ]);
    this.line.push(() => this.move(3));
  }

  begin(): void {
    this.move(0);
    for (const userId of USERS) {
      for (const [to, toSymbolId] of PLACES.slice(2)) {
        const amount = (BigInt(this.run.random.between(1, 4_000)) * COIN + 1n) as Amount;
        const from = { from: 'spot', fromSymbolId: 0, assetId: USDT } as const;
        this.run.send(userId, { type: 'transfer', ...from, to, toSymbolId, amount });
      }
    }
    this.quote();
  }

  next(): void {
    this.run.nowMs += this.run.random.below(60);
    this.run.random.pick(this.line)();
  }

  private user(): number {
    return this.run.random.pick(USERS);
  }

  private price(): PriceTicks {
    const by = this.run.random.pick([0, 0, 1, -1, 5_000, -5_000, 60_000, -60_000]);
    return Math.max(1, this.cents + by) as PriceTicks;
  }

  private move(percent: number): void {
    const { run } = this;
    const by = run.random.between(-percent * 100, percent * 100);
    this.cents = Math.max(10_000, Math.min(9_000_000, Math.round((this.cents * (10_000 + by)) / 10_000)));
    run.nowMs = (Math.floor(run.nowMs / 250) + 1) * 250;
    const isStale = run.random.chance(3);
    const ticks = (isStale ? 0 : this.cents) as PriceTicks;
    const quote = { venueId: 1, symbolId: SYMBOL, bidTicks: ticks, askTicks: ticks, venueTimeMs: run.nowMs };
    run.send(0, { type: 'indexTick', tickNo: run.nowMs / 250, quotes: [quote] });
  }

  /** From one wallet to another: all that may leave, a unit more, or a part. */
  private transfer(): void {
    const { run } = this;
    const { random } = run;
    const userId = this.user();
    const [from, fromSymbolId] = random.pick(PLACES);
    const [to, toSymbolId] = random.pick(PLACES);
    if (from === to) return;
    const assetId = random.pick(ASSETS);
    const way = { type: 'transfer', from, fromSymbolId, to, toSymbolId, assetId } as const;
    const send = (sender: number, body: Command) => run.send(sender, body);
    takeOut(run.kernel, send, userId, way, (most) =>
      random.chance(40) ? most : most / BigInt(random.pick([2, 3, 100])),
    );
  }

  private quote(): void {
    const { run, cents } = this;
    run.send(MAKER, { type: 'cancelAll', symbolId: null });
    const away = run.random.pick([1, 500, Math.round(cents / 50)]);
    const lots = run.random.pick([1, 5_000, 300_000]) as Lots;
    const levels = [
      { side: 'buy', priceTicks: Math.max(1, cents - away) as PriceTicks, lots },
      { side: 'sell', priceTicks: (cents + away) as PriceTicks, lots },
    ] as const;
    run.send(MAKER, { type: 'massQuote', symbolId: SYMBOL, levels });
  }

  private spot(): void {
    const { random } = this.run;
    const isMarket = random.chance(40);
    const isByAmount = isMarket && random.chance(50);
    this.run.send(this.user(), {
      type: 'placeOrder',
      symbolId: SYMBOL,
      side: random.pick(['buy', 'sell']),
      postOnly: false,
      orderType: isMarket ? 'market' : 'limit',
      timeInForce: random.pick(['GTC', 'IOC', 'FOK']),
      priceTicks: isMarket ? null : this.price(),
      lots: isByAmount ? null : (random.pick([1, 1_000, 100_000, 700_000]) as Lots),
      quoteAmount: isByAmount ? ((BigInt(random.between(1, 30_000)) * COIN) as Amount) : null,
      clientOrderId: null,
    });
  }

  /** An order that waits, trails, or has a twin. */
  private wait(): void {
    const { random } = this.run;
    const side = random.pick(['buy', 'sell'] as const);
    const lots = random.pick([1_000, 100_000, 500_000]) as Lots;
    const source = random.pick(['last', 'index'] as const);
    const userId = this.user();
    if (random.chance(40)) {
      const up = (this.cents + random.between(1, 30_000)) as PriceTicks;
      const down = Math.max(1, this.cents - random.between(1, 30_000)) as PriceTicks;
      this.run.send(userId, {
        type: 'placeOco',
        symbolId: SYMBOL,
        side,
        lots,
        source,
        clientOrderId: null,
        stopClientOrderId: null,
        priceTicks: side === 'buy' ? down : up,
        triggerTicks: side === 'buy' ? up : down,
        stopPriceTicks: random.chance(50) || side === 'buy' ? (side === 'buy' ? up : down) : null,
        stopQuoteAmount: null,
      });
      return;
    }
    const kind = random.pick(['stop', 'take-profit', 'trailing-stop'] as const);
    const isTrailing = kind === 'trailing-stop';
    const isMarket = random.chance(50);
    const isByAmount = isMarket && side === 'buy';
    this.run.send(userId, {
      type: 'placeTrigger',
      symbolId: SYMBOL,
      side,
      kind,
      source,
      clientOrderId: null,
      postOnly: false,
      triggerTicks: isTrailing ? null : this.price(),
      callbackPpm: isTrailing ? random.pick([1_000, 20_000]) : null,
      callbackTicks: null,
      activationTicks: isTrailing && random.chance(30) ? this.price() : null,
      orderType: isMarket ? 'market' : 'limit',
      timeInForce: isMarket ? 'IOC' : 'GTC',
      priceTicks: isMarket ? null : this.price(),
      lots: isByAmount ? null : lots,
      quoteAmount: isByAmount ? ((BigInt(random.between(1, 9_000)) * COIN) as Amount) : null,
    });
  }

  /** Amends or cancels what rests or waits. */
  private change(): void {
    const { random, kernel } = this.run;
    const userId = this.user();
    const orders = kernel.spot.openOrders(userId, null);
    if (orders.length === 0 || random.chance(10)) {
      this.run.send(userId, { type: 'cancelAll', symbolId: null });
      return;
    }
    const { orderId } = random.pick(orders);
    const priceTicks = random.chance(50) ? this.price() : null;
    const lots = random.chance(50) ? (random.pick([1, 1_000, 400_000]) as Lots) : null;
    const none = { clientOrderId: null, quoteAmount: null, triggerTicks: null };
    this.run.send(userId, { type: 'amendOrder', symbolId: SYMBOL, orderId, priceTicks, lots, ...none });
  }

  private borrow(): void {
    const { random } = this.run;
    this.players.cents = this.cents;
    const userId = this.user();
    const symbolId = random.pick([0, SYMBOL]);
    const assetId = random.pick([BTC, USDT]);
    const acts: (() => Command)[] = [
      () => this.margin.borrow(userId, symbolId, assetId),
      () => this.margin.borrow(userId, symbolId, assetId),
      () => this.margin.repay(symbolId, assetId),
      () => this.margin.order(symbolId),
      () => this.margin.allIn(userId, symbolId),
      () => ({ type: 'cancelMarginOrders', wallet: kindOf(symbolId), symbolId: null }),
    ];
    this.run.send(userId, random.pick(acts)());
  }

  private perpetual(): void {
    const { random } = this.run;
    const symbolId = PERPETUAL;
    const userId = this.user();
    const kind = random.below(8);
    if (kind === 0)
      this.run.send(userId, {
        type: 'setMarginMode',
        symbolId,
        marginMode: random.pick(['cross', 'isolated']),
      });
    if (kind <= 1)
      this.run.send(userId, { type: 'setLeverage', symbolId, leverage: random.pick([1, 10, 100]) });
    const lots = random.pick([1, 50, 1_000, 5_000]);
    const side = random.pick(['buy', 'sell'] as const);
    const price = this.price();
    const other = random.pick(USERS.filter((user) => user !== userId));
    this.run.send(userId, orderOf(side, lots, price));
    if (random.chance(80)) this.run.send(other, orderOf(side === 'buy' ? 'sell' : 'buy', lots, price));
  }

  private second(): void {
    const { random } = this.run;
    this.run.send(this.user(), {
      type: 'openSecondContract',
      symbolId: SYMBOL,
      direction: random.pick(['up', 'down']),
      periodS: 30,
      quantity: random.pick([1, 7, 150, 400]),
      payoutPpm: null,
      clientOrderId: null,
      country: null,
    });
  }

  private sleep(): void {
    this.run.nowMs += this.run.random.pick([4_000, 6_000, 31_000, 3_600_000, 30 * 3_600_000]);
    if (this.run.random.chance(50)) this.run.send(0, { type: 'tick' });
  }
}
