import type { Command, Outcome, PlacePerpetualOrder, PositionSide, PositionView } from '@candor/kernel';
import type { Amount, Lots, PriceTicks } from '@candor/money';
import type { Random } from '../property/random.ts';
import { liked, takeOut } from '../property/scenario-acts.ts';
import { type ScenarioSymbol, type ScenarioWorld, USERS } from './scenario-world.ts';
import { HOUSE, orderOf, type Stage, U, USDT } from './stage.ts';

const MAX_LOTS = 10_000_000;
const SOURCES = ['last', 'mark', 'index'] as const;

/** The acts of people, the house, operators and prices. Each scenario likes some more and some not at all. */
export class ScenarioActs {
  private readonly random: Random;
  private readonly world: ScenarioWorld;
  private readonly stage: Stage;
  private readonly send: (userId: number, body: Command) => Outcome;
  private readonly prices: number[];
  private readonly stale: boolean[];
  private readonly line: (() => void)[];

  constructor(
    random: Random,
    world: ScenarioWorld,
    stage: Stage,
    send: (userId: number, body: Command) => Outcome,
  ) {
    this.random = random;
    this.world = world;
    this.stage = stage;
    this.send = send;
    this.prices = world.symbols.map(({ firstTicks }) => firstTicks);
    this.stale = world.symbols.map(() => false);
    this.line = liked(random, [
      [8, () => this.move(2)],
      [3, () => this.move(30)],
      [5, () => this.move(9)],
      [8, () => this.pair()],
      [3, () => this.lose()],
      [5, () => this.order()],
      [3, () => this.quote()],
      [2, () => this.cancel()],
      [3, () => this.close()],
      [2, () => this.exits()],
      [2, () => this.settings()],
      [2, () => this.margin()],
      [3, () => this.drain()],
      [1, () => this.payIn()],
      [1, () => this.setState()],
      [1, () => this.loseIndex()],
      [1, () => this.sleep()],
      [1, () => this.closeAll()],
      [1, () => this.insure()],
    ]);
    this.line.push(() => this.move(5));
  }

  begin(): void {
    const { random } = this;
    this.tick();
    for (const user of USERS) {
      if (random.chance(20)) this.send(user, { type: 'setPositionMode', positionMode: 'hedge' });
      for (const { listing } of this.world.symbols) {
        const { symbolId } = listing;
        this.send(user, { type: 'setMarginMode', symbolId, marginMode: random.pick(['isolated', 'cross']) });
        this.send(user, { type: 'setLeverage', symbolId, leverage: this.leverage() });
      }
    }
    if (this.world.isBold) this.beBold();
    const pairs = this.world.isBold ? random.below(3) : random.between(1, 8);
    for (let n = 0; n < pairs; n++) this.pair();
  }

  /** The bold one takes positions against several others, at averages between two ticks, and keeps nothing back. */
  private beBold(): void {
    const { random } = this;
    const bold = USERS[0]!;
    const isCross = random.chance(80);
    for (const [place, symbol] of this.world.symbols.entries()) {
      const { symbolId } = symbol.listing;
      this.send(bold, { type: 'setMarginMode', symbolId, marginMode: isCross ? 'cross' : 'isolated' });
      this.send(bold, { type: 'setLeverage', symbolId, leverage: random.pick([3, 50, 100, 100]) });
      const isBuy = random.chance(50);
      const isSmall = random.chance(40);
      for (let n = random.between(1, 3); n > 0; n--) {
        const lots = isSmall
          ? random.between(1, 6)
          : this.share(bold, symbol, place, random.pick([10, 25, 45]));
        const price = Math.max(1, this.prices[place]! + random.between(-1, 1));
        this.meet(random.pick(USERS.slice(1)), bold, isBuy, lots, price, symbolId);
      }
    }
    if (random.chance(30)) this.drain(bold);
    if (isCross && random.chance(60)) this.lose();
  }

  /** One rests an order that another takes. */
  private meet(
    maker: number,
    taker: number,
    isBuy: boolean,
    lots: number,
    price: number,
    symbolId: number,
  ): void {
    const of = (userId: number, buys: boolean) => ({ symbolId, positionSide: this.sideOf(userId, buys) });
    this.send(maker, orderOf(isBuy ? 'sell' : 'buy', lots, price, of(maker, !isBuy)));
    this.send(taker, orderOf(isBuy ? 'buy' : 'sell', lots, price, of(taker, isBuy)));
  }

  next(): void {
    this.stage.nowMs += this.random.below(40);
    this.random.pick(this.line)();
  }

  private leverage(): number {
    return this.random.pick([1, 2, 3, 10, 20, 50, 60, 99, 100, 100]);
  }

  private user(): number {
    return this.random.pick(USERS);
  }

  private place(): number {
    return this.random.below(this.world.symbols.length);
  }

  /** Moves some prices by up to so many percent, and lets a tick tell of it. */
  private move(percent: number): void {
    const { random } = this;
    for (const i of this.prices.keys()) {
      if (!random.chance(60)) continue;
      const by = random.between(-percent * 100, percent * 100);
      const moved = Math.round((this.prices[i]! * (10_000 + by)) / 10_000);
      this.prices[i] = Math.max(1, Math.min(5_000_000, moved + random.between(-1, 1)));
    }
    this.tick();
  }

  private tick(): void {
    const { stage } = this;
    stage.nowMs += 250;
    const quotes = this.world.symbols.map(({ spotId }, i) => {
      const ticks = (this.stale[i] ? 0 : this.prices[i]!) as PriceTicks;
      return { venueId: 1, symbolId: spotId, bidTicks: ticks, askTicks: ticks, venueTimeMs: stage.nowMs };
    });
    this.send(0, { type: 'indexTick', tickNo: Math.floor(stage.nowMs / 250), quotes });
  }

  /** A price near the index, as a rule. */
  private price(place: number): number {
    const { random } = this;
    const index = this.prices[place]!;
    const away = random.pick([0, 0, 1, -1, 3, Math.round(index / 500), -Math.round(index / 500)]);
    if (random.chance(10)) return Math.max(1, Math.round((index * random.between(85, 115)) / 100));
    return Math.max(1, index + away);
  }

  /** Lots of what a wallet may carry, or a few, or very many. */
  private lots(userId: number, symbol: ScenarioSymbol, place: number): number {
    const { random } = this;
    if (random.chance(15)) return random.between(1, 5);
    if (random.chance(3)) return random.between(1, MAX_LOTS);
    return this.share(userId, symbol, place, random.pick([10, 30, 60, 90, 96, 99, 100]));
  }

  /** Returns the lots of so many percent of what a wallet may carry now. */
  private share(userId: number, { listing }: ScenarioSymbol, place: number, percent: number): number {
    const { stage } = this;
    const { symbolId } = listing;
    const { leverage } = stage.kernel.perpetual.settings(userId, symbolId)!;
    const { available } = stage.kernel.perpetual.account(userId, USDT);
    const unit = BigInt(this.prices[place]!) * 1_000n;
    const most = (available * BigInt(leverage)) / unit;
    const part = (most * BigInt(percent)) / 100n;
    return Math.max(1, Math.min(MAX_LOTS, Number(part)));
  }

  private sideOf(userId: number, isBuy: boolean): PositionSide {
    if (this.stage.kernel.perpetual.positionMode(userId) === 'one-way') return 'both';
    if (this.random.chance(30)) return isBuy ? 'short' : 'long';
    return isBuy ? 'long' : 'short';
  }

  /** Two people meet at a price: what one offers the other takes. */
  private pair(): void {
    const { random } = this;
    const place = this.place();
    const symbol = this.world.symbols[place]!;
    const { symbolId } = symbol.listing;
    const maker = this.user();
    const taker = random.pick(USERS.filter((user) => user !== maker));
    const price = this.price(place);
    const lots = Math.min(this.lots(maker, symbol, place), this.lots(taker, symbol, place));
    this.meet(maker, taker, random.chance(50), lots, price, symbolId);
  }

  /** Somebody gives a part of a position away far from the mark. */
  private lose(): void {
    const { random } = this;
    const position = this.position(random.chance(70) ? USERS[0]! : this.user());
    if (position === null) return;
    const { userId, direction, symbolId, lots, positionSide } = position;
    const isBuy = direction === 'short';
    const percent = random.between(1, 10) * (isBuy ? 1 : -1);
    const price = Math.max(1, Math.round((this.prices[this.placeOf(position)]! * (100 + percent)) / 100));
    const part = Math.max(1, Math.floor(lots / random.pick([2, 3, 5, 10, 20])));
    const other = random.pick(USERS.filter((user) => user !== userId));
    const side = this.sideOf(other, !isBuy);
    this.send(other, orderOf(isBuy ? 'sell' : 'buy', part, price, { symbolId, positionSide: side }));
    this.send(
      userId,
      orderOf(isBuy ? 'buy' : 'sell', part, price, { symbolId, positionSide, timeInForce: 'IOC' }),
    );
    if (random.chance(60)) this.move(random.pick([0, 1, 1]));
  }

  private order(): void {
    const { random } = this;
    const place = this.place();
    const symbol = this.world.symbols[place]!;
    const userId = this.user();
    const isMarket = random.chance(30);
    const isBuy = random.chance(50);
    const exit = (up: boolean) => ({
      triggerTicks: Math.max(1, this.price(place) + (up ? 1 : -1) * random.between(1, 2_000)) as PriceTicks,
      source: random.pick(SOURCES),
      lots: random.chance(60) ? null : (random.between(1, 30) as Lots),
    });
    const more: Partial<PlacePerpetualOrder> = {
      symbolId: symbol.listing.symbolId,
      positionSide: this.sideOf(userId, isBuy),
      timeInForce: isMarket ? random.pick(['IOC', 'FOK']) : random.pick(['GTC', 'GTC', 'GTC', 'IOC', 'FOK']),
      postOnly: !isMarket && random.chance(10),
      reduceOnly: random.chance(25),
      trigger: random.chance(12)
        ? { triggerTicks: this.price(place) as PriceTicks, source: random.pick(SOURCES) }
        : null,
      takeProfit: random.chance(12) ? exit(isBuy) : null,
      stopLoss: random.chance(12) ? exit(!isBuy) : null,
      leverage: random.chance(10) ? this.leverage() : null,
      marginMode: random.chance(5) ? random.pick(['isolated', 'cross']) : null,
    };
    const lots = this.lots(userId, symbol, place);
    this.send(userId, orderOf(isBuy ? 'buy' : 'sell', lots, isMarket ? null : this.price(place), more));
  }

  private quote(): void {
    const { random, stage } = this;
    const place = this.place();
    const { symbolId } = this.world.symbols[place]!.listing;
    const mid = this.prices[place]!;
    const levels = new Map<string, { side: 'buy' | 'sell'; priceTicks: PriceTicks; lots: Lots }>();
    for (const { side, priceTicks } of stage.kernel.perpetual.openOrders(HOUSE, symbolId)) {
      levels.set(`${side} ${priceTicks}`, { side, priceTicks: priceTicks!, lots: 0 as Lots });
    }
    for (let n = random.below(4); n > 0; n--) {
      const away = random.pick([1, 2, Math.ceil(mid / 1_000), Math.ceil(mid / 100)]) * n;
      const lots = random.pick([1, 7, 200, 100_000]) as Lots;
      if (mid > away)
        levels.set(`buy ${mid - away}`, { side: 'buy', priceTicks: (mid - away) as PriceTicks, lots });
      levels.set(`sell ${mid + away}`, { side: 'sell', priceTicks: (mid + away) as PriceTicks, lots });
    }
    this.send(HOUSE, { type: 'perpetualMassQuote', symbolId, levels: [...levels.values()] });
  }

  private cancel(): void {
    const userId = this.user();
    const orders = this.stage.kernel.perpetual.openOrders(userId, null);
    if (orders.length === 0 || this.random.chance(20)) {
      this.send(userId, { type: 'cancelPerpetualOrders', symbolId: null });
      return;
    }
    const { orderId } = this.random.pick(orders);
    this.send(userId, { type: 'cancelPerpetualOrder', orderId, clientOrderId: null });
  }

  private position(userId = this.user()): PositionView | null {
    const positions = this.stage.kernel.perpetual.positions(userId);
    return positions.length === 0 ? null : this.random.pick(positions);
  }

  private placeOf({ symbolId }: PositionView): number {
    return this.world.symbols.findIndex(({ listing }) => listing.symbolId === symbolId);
  }

  private close(): void {
    const { random } = this;
    const position = this.position();
    if (position === null) return;
    const lots = random.chance(50) ? null : (random.between(1, position.lots) as Lots);
    const priceTicks = random.chance(40) ? null : (this.price(this.placeOf(position)) as PriceTicks);
    const { positionId, userId } = position;
    this.send(userId, { type: 'closePosition', positionId, priceTicks, lots, clientOrderId: null });
  }

  private exits(): void {
    const { random } = this;
    const position = this.position();
    if (position === null) return;
    const { positionId, userId } = position;
    const exit = () => ({
      triggerTicks: this.price(this.placeOf(position)) as PriceTicks,
      source: random.pick(SOURCES),
      lots: random.chance(50) ? null : (random.between(1, position.lots) as Lots),
    });
    const [takeProfit, stopLoss] = [random.chance(60) ? exit() : null, random.chance(60) ? exit() : null];
    this.send(userId, { type: 'setPositionExits', positionId, takeProfit, stopLoss });
  }

  private settings(): void {
    const { random } = this;
    const { symbolId } = random.pick(this.world.symbols).listing;
    const userId = this.user();
    const kind = random.below(6);
    if (kind === 0)
      this.send(userId, { type: 'setMarginMode', symbolId, marginMode: random.pick(['cross', 'isolated']) });
    else if (kind === 1)
      this.send(userId, { type: 'setPositionMode', positionMode: random.pick(['one-way', 'hedge']) });
    else this.send(userId, { type: 'setLeverage', symbolId, leverage: this.leverage() });
  }

  private margin(): void {
    const { random } = this;
    const position = this.position();
    if (position === null) return;
    const { userId, positionId, margin } = position;
    const { available } = this.stage.kernel.perpetual.account(userId, USDT);
    const whole = random.chance(50) ? (available as bigint) : -(margin as bigint);
    const amount = (whole / BigInt(random.pick([1, 2, 10])) + BigInt(random.between(-1, 1))) as Amount;
    this.send(userId, { type: 'adjustMargin', positionId, amount });
  }

  /** Takes out all that may leave: no more, and no less. */
  private drain(userId = this.user()): void {
    const { random, stage } = this;
    const places = { from: 'contract', to: 'spot', fromSymbolId: 0, toSymbolId: 0 } as const;
    takeOut(stage.kernel, this.send, userId, { type: 'transfer', ...places, assetId: USDT }, (most) => {
      if (most === 0n) return 0n;
      return random.chance(60) ? most : most - BigInt(random.below(3));
    });
  }

  private payIn(): void {
    const { random } = this;
    const accountUserId = random.chance(20) ? HOUSE : this.user();
    const amount = (BigInt(random.pick([0, 1, 50, 1_000])) * U + BigInt(random.between(1, 9))) as Amount;
    this.send(0, { type: 'practiceFunds', accountUserId, assetId: USDT, amount });
    const places = { from: 'spot', to: 'contract', fromSymbolId: 0, toSymbolId: 0 } as const;
    this.send(accountUserId, { type: 'transfer', ...places, assetId: USDT, amount });
  }

  private setState(): void {
    const { random } = this;
    const { symbolId } = random.pick(this.world.symbols).listing;
    const state = random.pick(['post-only', 'halted', 'trading', 'trading'] as const);
    this.send(0, { type: 'setPerpetualState', symbolId, state, reason: 'A test' });
  }

  /** An index goes stale, or comes back. */
  private loseIndex(): void {
    const place = this.place();
    this.stale[place] = !this.stale[place];
    this.tick();
  }

  private sleep(): void {
    const shortest = Math.min(...this.world.symbols.map(({ listing }) => listing.fundingIntervalMs));
    const longest = shortest < 60_000 ? 30_000 : 9 * 3_600_000;
    this.stage.nowMs += Math.min(
      longest,
      this.random.pick([2_000, 4_900, 5_001, 11_000, 3_600_000, longest]),
    );
    if (this.random.chance(50)) this.send(0, { type: 'tick' });
  }

  private closeAll(): void {
    this.send(this.user(), { type: 'closeAllPositions', symbolIds: null });
  }

  private insure(): void {
    const fromUserId = this.random.pick([0, HOUSE]);
    const amount = BigInt(this.random.pick([1, 100_000_000])) as Amount;
    this.send(0, { type: 'fundInsurance', assetId: USDT, amount, fromUserId });
  }
}
