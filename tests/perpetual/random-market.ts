import {
  type Command,
  type Envelope,
  type KernelEvent,
  outcomeAs,
  type PlacePerpetualOrder,
  type PositionSide,
} from '@candor/kernel';
import type { Amount, Lots, PriceTicks } from '@candor/money';
import { Checker } from './checker.ts';
import { checkSettings, standing } from './order-settings.ts';
import { listing, listSecond, SECOND_PERP, SECOND_SPOT } from './random-listing.ts';
import { HOUSE, orderOf, PERP, Stage, U, USDT } from './stage.ts';

export const USERS = [1000, 1001, 1002, 1003, 1004];
const SYMBOLS = [PERP, SECOND_PERP];
const SPOTS = [1, SECOND_SPOT];

export interface MarketOptions {
  readonly seed: number;
  readonly commands: number;
  readonly restarts: boolean;
  /** True if some orders set leverage and margin mode. */
  readonly settings?: boolean;
  /** Called before and after each command of the market itself. */
  readonly before?: (stage: Stage, body: Command, userId: number) => void;
  readonly after?: (stage: Stage, body: Command, userId: number) => void;
}

/** The cases that a run met, so that a test can tell that it met everything. */
export interface Met {
  readonly events: Map<string, number>;
  readonly refusals: Map<string, number>;
  readonly hash: string;
  readonly sent: readonly Envelope[];
}

/** Random users in a random market, checked after every command. */
export function runMarket(options: MarketOptions): Met {
  return new Market(options).run();
}

class Market {
  private readonly stage: Stage;
  private readonly checker = new Checker(SYMBOLS, [HOUSE, ...USERS], USDT);
  private readonly events = new Map<string, number>();
  private readonly refusals = new Map<string, number>();
  private readonly prices = [100_000, 20_000];
  private readonly options: MarketOptions;
  private state: number;
  private crash = 0;
  private stale = 0;

  constructor(options: MarketOptions) {
    this.options = options;
    this.state = (options.seed * 2_654_435_761 + 12_345) % 2_147_483_647 || 1;
    this.stage = new Stage({ restarts: options.restarts, listing: listing(PERP, 1, 'BTCUSDT-PERP') });
    this.setUp();
  }

  run(): Met {
    for (let i = 0; i < this.options.commands; i++) this.act();
    const { events, refusals, stage } = this;
    return { events, refusals, hash: stage.kernel.stateHash(), sent: stage.sent };
  }

  private setUp(): void {
    const { stage } = this;
    listSecond(stage);
    for (const user of USERS) {
      stage.user(user, BigInt(this.among(2_000) + 200));
      if (this.among(3) === 0) stage.sure(user, { type: 'setPositionMode', positionMode: 'hedge' });
      for (const symbolId of SYMBOLS) {
        const marginMode = this.among(2) === 0 ? 'cross' : 'isolated';
        stage.leverage(user, this.among(40) + 1, marginMode, symbolId);
      }
    }
    stage.fund(HOUSE, 20_000n * U);
    stage.system({ type: 'fundInsurance', assetId: USDT, amount: (50n * U) as Amount, fromUserId: 0 });
    this.checker.check(stage.kernel, stage.log);
    this.tick();
  }

  private among(count: number): number {
    this.state = (this.state * 48_271) % 2_147_483_647;
    return this.state % count;
  }

  private send(userId: number, body: Command): void {
    const { stage } = this;
    this.options.before?.(stage, body, userId);
    const before = standing(stage.kernel, userId, body);
    const outcome = stage.send(userId, body);
    this.options.after?.(stage, body, userId);
    this.note(stage.events);
    if (body.type === 'placePerpetualOrder' && checkSettings(stage, userId, body, outcome.ok, before))
      this.count('settings with an order');
    if (
      body.type === 'placePerpetualOrder' &&
      body.timeInForce === 'FOK' &&
      body.trigger === null &&
      outcome.ok
    ) {
      const { status, filledLots } = outcomeAs(outcome, 'order');
      if (status !== 'filled' && filledLots !== 0) throw new Error('A fill-or-kill was filled in part');
      this.count(`FOK ${status}`);
    }
    if (!outcome.ok) this.refusals.set(outcome.code, (this.refusals.get(outcome.code) ?? 0) + 1);
    this.checker.check(stage.kernel, stage.events);
    if (!outcome.ok && stage.events.length > 0 && body.type !== 'tick') {
      const due = stage.events.every(
        ({ type }) => type.startsWith('perpetual') || type === 'entry' || type === 'balance',
      );
      if (!due) throw new Error(`A refused ${body.type} did something`);
    }
  }

  private note(events: readonly KernelEvent[]): void {
    for (const { type } of events) this.count(type);
  }

  private count(met: string): void {
    this.events.set(met, (this.events.get(met) ?? 0) + 1);
  }

  private act(): void {
    const { stage } = this;
    stage.nowMs += this.among(50);
    const choice = this.among(100);
    if (choice < 30) this.tick();
    else if (choice < 36) this.quote();
    else if (choice < 70) this.order();
    else if (choice < 74) this.cancel();
    else if (choice < 80) this.close();
    else if (choice < 86) this.exits();
    else if (choice < 89) this.settings();
    else if (choice < 92) this.margin();
    else if (choice < 95) this.transfer();
    else if (choice < 96) this.symbolState();
    else if (choice < 97) stage.nowMs += this.among(4) === 0 ? 65_000 : 7_000;
    else if (choice === 97) this.crash = this.among(2) === 0 ? -1 : 1;
    else if (choice === 98) this.stale = 3;
    else
      this.send(this.user(), { type: 'closeAllPositions', symbolIds: this.among(2) === 0 ? null : [PERP] });
  }

  private tick(): void {
    const { stage, prices } = this;
    stage.nowMs += 250;
    for (let i = 0; i < prices.length; i++) {
      const width = this.crash === 0 ? 0.004 : 0.06;
      const step = (this.among(2_001) / 1_000 - 1 + this.crash) * width;
      prices[i] = Math.max(1_000, Math.min(400_000, Math.round(prices[i]! * (1 + step))));
    }
    if (this.crash !== 0 && this.among(8) === 0) this.crash = 0;
    if (this.stale > 0) this.stale--;
    const quotes = prices.map((price, i) => ({
      venueId: 1,
      symbolId: SPOTS[i]!,
      bidTicks: (this.stale > 0 && i === 0 ? 0 : price) as PriceTicks,
      askTicks: (this.stale > 0 && i === 0 ? 0 : price + this.among(3)) as PriceTicks,
      venueTimeMs: stage.nowMs,
    }));
    // the prices of the tick that ends a downtime do not count
    const isFirst = stage.nowMs - stage.kernel.timeMs > 5_000;
    this.send(0, { type: 'indexTick', tickNo: Math.floor(stage.nowMs / 250), quotes });
    if (!isFirst) this.checker.checkSafe(stage.kernel, stage.events);
  }

  private user(): number {
    return USERS[this.among(USERS.length)]!;
  }

  private side(userId: number): PositionSide {
    const right = this.stage.kernel.perpetual.positionMode(userId);
    if (this.among(30) === 0) return 'long';
    return right === 'one-way' ? 'both' : this.among(2) === 0 ? 'long' : 'short';
  }

  private price(symbol: number, spread = 60): number {
    const mid = this.prices[symbol]!;
    return Math.max(1, mid + Math.round((mid * (this.among(2 * spread + 1) - spread)) / 10_000));
  }

  private order(): void {
    const symbol = this.among(2);
    const userId = this.user();
    const isMarket = this.among(4) === 0;
    const ticks = isMarket ? null : this.price(symbol);
    const side = this.among(2) === 0 ? 'buy' : 'sell';
    const exit = (up: boolean) => ({
      triggerTicks: (this.price(symbol) + (up ? 400 : -400)) as PriceTicks,
      source: (['last', 'mark', 'index'] as const)[this.among(3)]!,
      lots: this.among(2) === 0 ? null : ((this.among(30) + 1) as Lots),
    });
    const command = orderOf(side, this.among(300) + 1, ticks, {
      symbolId: SYMBOLS[symbol]!,
      positionSide: this.side(userId),
      timeInForce: isMarket ? 'IOC' : (['GTC', 'GTC', 'GTC', 'IOC', 'FOK'] as const)[this.among(5)]!,
      postOnly: !isMarket && this.among(12) === 0,
      reduceOnly: this.among(5) === 0,
      clientOrderId: this.among(10) === 0 ? `c${this.among(20)}` : null,
      trigger:
        this.among(12) === 0 ? { triggerTicks: this.price(symbol, 200) as PriceTicks, source: 'mark' } : null,
      takeProfit: this.among(8) === 0 ? exit(side === 'buy') : null,
      stopLoss: this.among(8) === 0 ? exit(side !== 'buy') : null,
      ...(this.options.settings === true ? this.newSettings() : {}),
    });
    this.send(userId, command);
  }

  private newSettings(): Partial<PlacePerpetualOrder> {
    return {
      leverage: this.among(6) === 0 ? this.among(60) + 1 : null,
      marginMode: this.among(10) === 0 ? (['isolated', 'cross'] as const)[this.among(2)]! : null,
    };
  }

  private quote(): void {
    const symbol = this.among(2);
    const mid = this.prices[symbol]!;
    const book = this.stage.kernel.perpetual.openOrders(HOUSE, SYMBOLS[symbol]!);
    const old = book.map(({ side, priceTicks }) => ({ side, priceTicks: priceTicks!, lots: 0 as Lots }));
    const levels = new Map(old.map((level) => [`${level.side} ${level.priceTicks}`, level]));
    for (let i = 1; i <= 3; i++) {
      const away = Math.round((mid * i * (5 + this.among(10))) / 10_000) + i;
      const lots = (this.among(400) + 1) as Lots;
      levels.set(`buy ${mid - away}`, { side: 'buy', priceTicks: (mid - away) as PriceTicks, lots });
      levels.set(`sell ${mid + away}`, { side: 'sell', priceTicks: (mid + away) as PriceTicks, lots });
    }
    this.send(HOUSE, {
      type: 'perpetualMassQuote',
      symbolId: SYMBOLS[symbol]!,
      levels: [...levels.values()],
    });
  }

  private cancel(): void {
    const userId = this.user();
    const orders = this.stage.kernel.perpetual.openOrders(userId, null);
    const order = orders[this.among(orders.length + 1)];
    if (order === undefined) this.send(userId, { type: 'cancelPerpetualOrders', symbolId: null });
    else this.send(userId, { type: 'cancelPerpetualOrder', orderId: order.orderId, clientOrderId: null });
  }

  private close(): void {
    const userId = this.user();
    const [position] = this.stage.kernel.perpetual.positions(userId);
    if (position === undefined) return;
    const isLimit = this.among(2) === 0;
    this.send(userId, {
      type: 'closePosition',
      positionId: position.positionId,
      priceTicks: isLimit ? (this.price(SYMBOLS.indexOf(position.symbolId)) as PriceTicks) : null,
      lots: this.among(2) === 0 ? null : ((this.among(position.lots) + 1) as Lots),
      clientOrderId: null,
    });
  }

  private exits(): void {
    const userId = this.user();
    const positions = this.stage.kernel.perpetual.positions(userId);
    const position = positions[this.among(Math.max(1, positions.length))];
    if (position === undefined) return;
    const up = position.direction === 'long' ? 1 : -1;
    const at = (sign: number) => ({
      triggerTicks: (position.markTicks + sign * up * (1 + this.among(600))) as PriceTicks,
      source: (['last', 'mark', 'index'] as const)[this.among(3)]!,
      lots: this.among(2) === 0 ? null : ((this.among(position.lots) + 1) as Lots),
    });
    const [exit] = position.exits;
    if (exit !== undefined && this.among(4) === 0) {
      this.send(userId, { type: 'cancelPositionExit', exitId: exit.exitId });
      return;
    }
    this.send(userId, {
      type: 'setPositionExits',
      positionId: position.positionId,
      takeProfit: this.among(3) === 0 ? null : at(1),
      stopLoss: this.among(3) === 0 ? null : at(-1),
    });
  }

  private settings(): void {
    const userId = this.user();
    const symbolId = SYMBOLS[this.among(2)]!;
    const choice = this.among(4);
    if (choice === 0) {
      this.send(userId, {
        type: 'setMarginMode',
        symbolId,
        marginMode: this.among(2) === 0 ? 'cross' : 'isolated',
      });
    } else if (choice === 1) {
      this.send(userId, {
        type: 'setPositionMode',
        positionMode: this.among(2) === 0 ? 'one-way' : 'hedge',
      });
    } else {
      this.send(userId, { type: 'setLeverage', symbolId, leverage: this.among(60) + 1 });
    }
  }

  private margin(): void {
    const userId = this.user();
    const [position] = this.stage.kernel.perpetual.positions(userId);
    if (position === undefined) return;
    const amount = (BigInt(this.among(100_000_000)) * (this.among(2) === 0 ? 1n : -1n)) as Amount;
    this.send(userId, { type: 'adjustMargin', positionId: position.positionId, amount });
  }

  private transfer(): void {
    const userId = this.user();
    const isIn = this.among(2) === 0;
    if (isIn) {
      const amount = (BigInt(this.among(200)) * U + 1n) as Amount;
      this.send(0, { type: 'practiceFunds', accountUserId: userId, assetId: USDT, amount });
      this.checkedTransfer(userId, 'spot', 'contract', amount);
    } else {
      const most = this.stage.kernel.transfer.transferable(userId, 'contract', 0, USDT);
      this.checkedTransfer(userId, 'contract', 'spot', most + (this.among(3) === 0 ? 1n : 0n));
    }
  }

  private checkedTransfer(
    userId: number,
    from: 'spot' | 'contract',
    to: 'spot' | 'contract',
    units: bigint,
  ): void {
    const amount = units as Amount;
    const places = { fromSymbolId: 0, toSymbolId: 0, assetId: USDT, amount };
    const { kernel } = this.stage;
    const before = kernel.transfer.transferable(userId, from, 0, USDT);
    this.send(userId, { type: 'transfer', from, to, ...places });
    const { crossEquity, crossInitialMargin } = kernel.perpetual.account(userId, USDT);
    if (from === 'contract' && units > 0n && units <= before && crossEquity < crossInitialMargin) {
      throw new Error(
        `${userId} took away what cross positions need: ${crossEquity} of ${crossInitialMargin}`,
      );
    }
  }

  private symbolState(): void {
    const symbolId = SYMBOLS[this.among(2)]!;
    const state = this.among(2) === 0 ? 'post-only' : 'halted';
    this.send(0, { type: 'setPerpetualState', symbolId, state, reason: 'A test' });
    for (let i = 0; i < 5; i++) this.act();
    this.send(0, { type: 'setPerpetualState', symbolId, state: 'trading', reason: '' });
  }
}
