import type { AppliedCommand } from '@candor/journal';
import type {
  Command,
  KernelEvent,
  KernelView,
  PerpetualLiquidatedEvent,
  PerpetualMarkEvent,
  PerpetualPositionEvent,
} from '@candor/kernel';
import { filledLotsOf, statusOf } from '../../../tools/workload/outcomes.ts';
import { checkBacking } from '../../perpetual/backing.ts';
import { walletNumber } from '../audit/ledger.ts';
import { type Act, type Exchange, must, type ProductModule, type SimProduct, words } from '../product.ts';
import { USDT } from '../world.ts';
import { ToldExits } from './kept-exits.ts';
import { FIRST_CLEARING, FIRST_MMR_PPM, ToldFunding } from './perpetual-funding.ts';
import { PERPETUALS, PerpetualPeople, TIERS } from './perpetual-people.ts';
import { PERPETUAL_PLANTS } from './perpetual-plants.ts';
import { ToldSettings } from './perpetual-settings.ts';
import { isLate } from './time.ts';

const INSURANCE = -4;
const DOWNTIME_MS = 5_000;
const MICROS = 1_000_000n;

const unitsOf = new Map(PERPETUALS.map(({ symbolId, units }) => [symbolId, units]));
const indexOfSymbol = new Map(PERPETUALS.map(({ symbolId, indexSymbolId }) => [symbolId, indexSymbolId]));

/**
 * Perpetuals. As many lots are long as short, clearing accounts are what positions cost, funding paid is funding
 * received, marks stay near the index, and whoever is liquidated had to be.
 */
class Perpetual implements SimProduct {
  readonly weight = 20;
  private readonly exchange: Exchange;
  private readonly people: PerpetualPeople;
  private readonly settings = new ToldSettings();
  private readonly exits = new ToldExits();
  private readonly positions = new Map<number, PerpetualPositionEvent>();
  /** Isolated margins of each user together. */
  private readonly margins = new Map<number, bigint>();
  private readonly marks = new Map<number, PerpetualMarkEvent>();
  private readonly index = new Map<number, number | null>();
  private readonly states = new Map<number, string>();
  private readonly funding: ToldFunding;
  private timeMs = 0;
  private resumedMs = 0;

  constructor(exchange: Exchange) {
    this.exchange = exchange;
    this.people = new PerpetualPeople(exchange, this.positions);
    this.funding = new ToldFunding(this.people);
  }

  listing(): Command[] {
    return this.people.listing();
  }

  act(): Act {
    return this.people.act();
  }

  onCommand(command: AppliedCommand): void {
    const { envelope, outcome, events } = command;
    if (envelope.timeMs - this.timeMs > DOWNTIME_MS) this.resumedMs = envelope.timeMs;
    this.timeMs = envelope.timeMs;
    this.people.follow(events);
    this.settings.onCommand(command);
    const { body } = envelope;
    if (
      body.type === 'placePerpetualOrder' &&
      body.timeInForce === 'FOK' &&
      body.trigger === null &&
      outcome.ok
    )
      must(
        filledLotsOf(outcome) === 0 || statusOf(outcome) === 'filled',
        'a fill-or-kill is filled whole or not at all',
        () => words(outcome),
      );
    const touchedUsers = new Set<number>();
    let touched = false;
    for (const event of events) {
      touched ||= event.type.startsWith('perpetual');
      if (event.type === 'index') this.index.set(event.symbolId, event.priceTicks);
      else if (event.type === 'perpetualMark') this.marked(event);
      else if (event.type === 'perpetualState') this.states.set(event.symbolId, event.state);
      else if (event.type === 'perpetualPosition') {
        this.changed(event);
        touchedUsers.add(event.userId);
      } else if (event.type === 'entry' && event.kind === 'perpetual-funding') this.funding.moved(event);
      else if (event.type === 'perpetualFundingPaid') this.funding.paid(event);
      else if (event.type === 'perpetualFunding') this.funding.settled(event, this.timeMs);
      else if (event.type === 'perpetualLiquidated') {
        this.liquidated(event);
        touchedUsers.add(event.userId);
      }
    }
    this.exits.onCommand(events, (id) => this.positions.has(id));
    if (touched) this.balanced(events);
    for (const event of events)
      if (event.type === 'balance' && event.wallet === 'contract' && event.assetId === USDT) {
        const margin = this.margins.get(event.userId) ?? 0n;
        must(
          event.held >= margin,
          'holds are what is needed',
          () => `${words(event)}, isolated margins ${margin}`,
        );
      }
    const { timeMs } = envelope;
    const isTimely = body.type === 'indexTick' && timeMs > this.resumedMs && !isLate(body, timeMs);
    if (isTimely && outcome.ok && !this.funding.isDue(this.timeMs)) this.nobodyIsLeftOut(touchedUsers);
  }

  scan(view: KernelView): void {
    const { users, houses, ledger } = this.exchange;
    const seen = new Map(
      [...users, ...houses]
        .flatMap((id) => view.perpetual.positions(id))
        .map((each) => [each.positionId, each]),
    );
    must(seen.size === this.positions.size, 'positions are those that were told', () =>
      words([...seen.keys()]),
    );
    for (const [id, own] of this.positions) {
      const found = seen.get(id);
      must(
        found?.lots === own.lots && found.entryCost === own.entryCost && found.margin === own.margin,
        'positions are those that were told',
        () => `${words(own)}: ${words(found)}`,
      );
    }
    for (const userId of [...users, ...houses]) {
      let held = this.margins.get(userId) ?? 0n;
      for (const order of view.perpetual.openOrders(userId, null)) {
        held += order.held;
        this.heldFor(order);
      }
      for (const { symbolId } of PERPETUALS) {
        this.backed(view, userId, symbolId);
        this.settings.scan(view, userId, symbolId, houses.includes(userId));
      }
      const wallet = ledger.held(walletNumber(userId, 'contract'), USDT);
      must(
        held === wallet,
        'holds are what is needed',
        () => `user ${userId}: needed ${held}, held ${wallet}`,
      );
    }
    for (const { symbolId } of PERPETUALS) {
      const { bids, asks } = view.perpetual.depth(symbolId, 1);
      const crossed =
        bids[0] !== undefined && asks[0] !== undefined && bids[0].priceTicks >= asks[0].priceTicks;
      must(!crossed, 'no book is crossed', () => `${symbolId}: ${words({ bids, asks })}`);
    }
    must(
      view.perpetual.insurance(USDT as never) === ledger.total(INSURANCE, USDT),
      'the insurance is visible',
      () => String(ledger.total(INSURANCE, USDT)),
    );
  }

  /** A resting order holds at most the initial margin of all of it with its fee, and at least its fee; others nothing. */
  private heldFor(order: ReturnType<KernelView['perpetual']['openOrders']>[number]): void {
    const { trigger, reduceOnly, priceTicks, lots, filledLots, held, symbolId } = order;
    if (trigger !== null || reduceOnly || priceTicks === null) {
      must(held === 0n, 'holds are what is needed', () => words(order));
      return;
    }
    const notional = BigInt(lots - filledLots) * BigInt(priceTicks) * unitsOf.get(symbolId)!;
    const most = notional + (notional * 2_000n + MICROS - 1n) / MICROS;
    must(held >= 0n && held <= most, 'holds are what is needed', () => `${words(order)}: at most ${most}`);
  }

  /** Checks that what resting orders would open beyond the position, netted once against all of them, is held for. */
  private backed(view: KernelView, userId: number, symbolId: number): void {
    let wrong = '';
    try {
      checkBacking(view, userId, symbolId, { least: 0n, most: 2_000n });
    } catch (error) {
      wrong = String(error);
    }
    must(wrong === '', 'holds are what is needed', () => wrong);
  }

  private marked(event: PerpetualMarkEvent): void {
    this.marks.set(event.symbolId, event);
    this.funding.marked(event.symbolId, this.timeMs);
    const { inputs, markTicks } = event;
    if (inputs === null) return;
    const index = this.index.get(indexOfSymbol.get(event.symbolId)!);
    must(
      index === inputs.indexTicks,
      'marks follow the index',
      () => `${words(event)}: the index is ${index}`,
    );
    const away = BigInt(Math.abs(markTicks - inputs.indexTicks));
    // Half of the first maintenance rate.
    must(
      away * 2n * MICROS <= BigInt(inputs.indexTicks) * FIRST_MMR_PPM,
      'the mark stays within its clamp',
      () => words(event),
    );
  }

  private changed(event: PerpetualPositionEvent): void {
    const before = this.positions.get(event.positionId);
    const margin = (this.margins.get(event.userId) ?? 0n) + event.margin - (before?.margin ?? 0n);
    this.margins.set(event.userId, margin);
    must(
      event.lots >= 0 &&
        event.margin >= 0n &&
        event.entryCost >= 0n &&
        (event.marginMode === 'isolated' || event.margin === 0n),
      'positions are whole',
      () => words(event),
    );
    if (event.lots > 0) {
      this.positions.set(event.positionId, event);
      return;
    }
    must(event.entryCost === 0n && event.margin === 0n, 'a closed position keeps nothing', () =>
      words(event),
    );
    this.positions.delete(event.positionId);
  }

  /** After every command: long is short, and clearing accounts are what positions cost, with what a round has collected. */
  private balanced(events: readonly KernelEvent[]): void {
    for (const { symbolId } of PERPETUALS) {
      let lots = 0;
      let cost = 0n;
      for (const position of this.positions.values()) {
        if (position.symbolId !== symbolId) continue;
        const sign = position.direction === 'long' ? 1 : -1;
        lots += sign * position.lots;
        cost += BigInt(sign) * position.entryCost;
      }
      must(lots === 0, 'as much is long as is short', () => `${symbolId}: ${lots} lots; ${words(events)}`);
      const clearing = this.exchange.ledger.total(FIRST_CLEARING - symbolId, USDT);
      must(
        clearing === this.funding.collected(FIRST_CLEARING - symbolId) - cost,
        'clearing is what positions cost',
        () => `${symbolId}: ${clearing}, signed entry cost ${cost}; ${words(events)}`,
      );
    }
  }

  /** The receipt shows that it had to be: equity was not above maintenance margin at a fresh mark. */
  private liquidated(event: PerpetualLiquidatedEvent): void {
    let equity = event.collateral as bigint;
    let maintenance = 0n;
    for (const line of event.lines) {
      const notional = BigInt(line.lots) * BigInt(line.markTicks) * unitsOf.get(line.symbolId)!;
      equity += line.direction === 'long' ? notional - line.entryCost : line.entryCost - notional;
      const mark = this.marks.get(line.symbolId);
      const inFavour = event.marginMode === 'cross' && this.isStale(line.symbolId);
      if (!inFavour) maintenance += maintenanceOf(notional);
      must(
        mark !== undefined &&
          line.markTicks === (inFavour ? favourable(line.direction, mark.markTicks) : mark.markTicks) &&
          line.staleTicks === (inFavour ? mark.markTicks : undefined),
        'liquidations are at the mark, without a fresh index in favour of its owner',
        () => `${words(line)}: ${words(mark)}`,
      );
    }
    must(
      equity === event.equity && maintenance === event.maintenanceMicros && equity * MICROS <= maintenance,
      'whoever is liquidated had to be',
      () => `${words(event)}; reckoned ${equity} and ${maintenance}`,
    );
    must(!this.isStale(event.symbolId), 'no liquidation while the index is stale', () => words(event));
    must(event.insuranceAfter >= 0n, 'the insurance fund is never below 0', () => words(event));
  }

  /** After a tick nobody stands who had to be liquidated and was not looked at. */
  private nobodyIsLeftOut(touched: ReadonlySet<number>): void {
    const cross = new Map<number, PerpetualPositionEvent[]>();
    for (const position of this.positions.values()) {
      // Whom the tick's liquidations met in the book or in the queue is looked at by the next tick.
      if (touched.has(position.userId)) continue;
      if (position.marginMode === 'isolated') this.isSafe([position], position.margin);
      else cross.set(position.userId, [...(cross.get(position.userId) ?? []), position]);
    }
    for (const [userId, positions] of cross) {
      const wallet = this.exchange.ledger.total(walletNumber(userId, 'contract'), USDT);
      this.isSafe(positions, wallet - (this.margins.get(userId) ?? 0n));
    }
  }

  private isStale(symbolId: number): boolean {
    return (this.index.get(indexOfSymbol.get(symbolId)!) ?? null) === null;
  }

  /** Cross positions stand or fall together: collateral and unrealised profit against all maintenance margins. */
  private isSafe(positions: readonly PerpetualPositionEvent[], collateral: bigint): void {
    let equity = collateral;
    let maintenance = 0n;
    let isLive = false;
    for (const { symbolId, direction, entryCost, lots } of positions) {
      const mark = this.marks.get(symbolId);
      if (mark === undefined) return;
      const { markTicks } = mark;
      const stale = this.isStale(symbolId);
      isLive ||= !stale && (this.states.get(symbolId) ?? 'trading') === 'trading';
      const price = stale ? favourable(direction, markTicks) : markTicks;
      const notional = BigInt(lots) * BigInt(price) * unitsOf.get(symbolId)!;
      equity += direction === 'long' ? notional - entryCost : entryCost - notional;
      if (!stale) maintenance += maintenanceOf(notional);
    }
    must(
      !isLive || equity * MICROS > maintenance,
      'whoever has to be liquidated is',
      () => `${words(positions)}: equity ${equity}, maintenance ${maintenance}`,
    );
  }
}

/** Returns the price that values a position without a fresh index: a tenth beyond its last mark, rounded up. */
function favourable(direction: 'long' | 'short', markTicks: number): number {
  const tenth = (markTicks + ((10 - (markTicks % 10)) % 10)) / 10;
  return direction === 'long' ? markTicks + tenth : markTicks - tenth;
}

/** Maintenance margin in millionths: each part of the notional at the rate of its own tier. */
function maintenanceOf(notional: bigint): bigint {
  let micros = 0n;
  for (const [i, { floorNotional, mmrPpm }] of TIERS.entries()) {
    const ceiling = TIERS[i + 1]?.floorNotional ?? null;
    const top = ceiling === null || notional < ceiling ? notional : ceiling;
    if (top > floorNotional) micros += (top - floorNotional) * BigInt(mmrPpm);
  }
  return micros;
}

export const perpetual: ProductModule = {
  name: 'perpetual',
  create: (exchange) => new Perpetual(exchange),
  wanted: [
    'placePerpetualOrder filled',
    'placePerpetualOrder open',
    'placePerpetualOrder INSUFFICIENT_BALANCE',
    'perpetualTrade',
    'perpetualLiquidated',
    'perpetualDeleveraged',
    'perpetualFunding',
    'perpetualFundingPaid',
    'perpetualExitDone',
    'perpetualExitKept',
    'closePosition filled',
    'adjustMargin ok',
    'setLeverage ok',
    'entry insurance-payment',
  ],
  plants: PERPETUAL_PLANTS,
};
