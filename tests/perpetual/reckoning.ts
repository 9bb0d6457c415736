import { type Kernel, type KernelEvent, type PerpetualPositionEvent, walletAccount } from '@candor/kernel';
import type { ScenarioWorld } from './scenario-world.ts';
import { USDT } from './stage.ts';

const MICROS = 1_000_000n;
/** Units of one lot at one tick in all perpetuals of the stage. */
const UNITS = 1_000n;

interface Sum {
  readonly equity: bigint;
  readonly maintenance: bigint;
}

/** The unit of liquidation: one isolated position, or all cross positions of a user. */
interface Unit extends Sum {
  readonly userId: number;
  readonly positions: readonly PerpetualPositionEvent[];
  /** All of its symbols are traded and have an index. */
  /** Some of it can be closed; all of it. */
  readonly isLive: boolean;
  readonly isWholeLive: boolean;
}

/**
 * Reckons who has to be liquidated from what is told alone: positions as they were told, wallets by their entries,
 * marks by theirs, and maintenance margin tier by tier.
 */
export class Reckoning {
  private readonly world: ScenarioWorld;
  private readonly positions = new Map<number, PerpetualPositionEvent>();
  private readonly wallets = new Map<number, bigint>();
  private readonly marks = new Map<number, number>();
  /** The cases that it met, so that a test can tell that it compared anything. */
  readonly met = new Map<string, number>();

  constructor(world: ScenarioWorld) {
    this.world = world;
  }

  /** Takes in what a command told, and checks it. `isCounting`: it is a tick whose prices count. */
  follow(kernel: Kernel, events: readonly KernelEvent[], isCounting: boolean): void {
    for (const event of events)
      if (event.type === 'perpetualMark') this.marks.set(event.symbolId, event.markTicks);
    const before = this.units(kernel);
    const freeBefore = new Map(before.map(({ userId }) => [userId, this.free(userId)]));
    for (const event of events) this.read(event);
    const after = this.units(kernel);
    if (isCounting) this.checkTick(before, after, events, freeBefore);
    else this.checkOpened(before, after, events);
  }

  private read(event: KernelEvent): void {
    if (event.type === 'entry') {
      for (const { account, assetId, amount } of event.postings) {
        if (assetId === USDT) this.wallets.set(account, (this.wallets.get(account) ?? 0n) + amount);
      }
    }
    if (event.type !== 'perpetualPosition') return;
    if (event.lots === 0) this.positions.delete(event.positionId);
    else this.positions.set(event.positionId, event);
  }

  private units(kernel: Kernel): Unit[] {
    const units: Unit[] = [];
    const crossOf = new Map<number, PerpetualPositionEvent[]>();
    const isFresh = (symbolId: number) => kernel.perpetual.mark(symbolId)!.indexTicks !== null;
    const isLive = (symbolId: number) =>
      kernel.perpetual.symbol(symbolId)!.state === 'trading' && isFresh(symbolId);
    const add = (positions: readonly PerpetualPositionEvent[], collateral: bigint) => {
      let equity = collateral;
      let maintenance = 0n;
      for (const position of positions) {
        const isLong = position.direction === 'long';
        const inFavour = position.marginMode === 'cross' && !isFresh(position.symbolId);
        const mark = BigInt(this.marks.get(position.symbolId)!);
        const tenth = (mark + 9n) / 10n;
        const price = inFavour ? (isLong ? mark + tenth : mark - tenth) : mark;
        const value = BigInt(position.lots) * price * UNITS;
        equity += isLong ? value - position.entryCost : position.entryCost - value;
        if (!inFavour) maintenance += this.maintenance(position.symbolId, value);
      }
      const live = positions.some(({ symbolId }) => isLive(symbolId));
      const isWholeLive = positions.every(({ symbolId }) => isLive(symbolId));
      units.push({ userId: positions[0]!.userId, positions, equity, maintenance, isLive: live, isWholeLive });
    };
    for (const position of this.positions.values()) {
      if (position.marginMode === 'isolated') add([position], position.margin);
      else crossOf.set(position.userId, [...(crossOf.get(position.userId) ?? []), position]);
    }
    for (const [userId, positions] of crossOf) add(positions, this.free(userId));
    return units;
  }

  /** The wallet without isolated margins. */
  private free(userId: number): bigint {
    let free = this.wallets.get(walletAccount(userId, 'contract')) ?? 0n;
    for (const position of this.positions.values()) if (position.userId === userId) free -= position.margin;
    return free;
  }

  /** In millionths of a unit. */
  private maintenance(symbolId: number, notional: bigint): bigint {
    const { tiers } = this.world.symbols.find(({ listing }) => listing.symbolId === symbolId)!.listing;
    let sum = 0n;
    for (const [i, { floorNotional, mmrPpm }] of tiers.entries()) {
      const next = tiers[i + 1]?.floorNotional;
      const top = next === undefined || notional < next ? notional : next;
      if (top > floorNotional) sum += (top - floorNotional) * BigInt(mmrPpm);
    }
    return sum;
  }

  private checkTick(
    before: readonly Unit[],
    after: readonly Unit[],
    events: readonly KernelEvent[],
    freeBefore: ReadonlyMap<number, bigint>,
  ): void {
    const told = new Map<number, Extract<KernelEvent, { type: 'perpetualLiquidated' }>>();
    /** Users who took part in what was liquidated of others. */
    const others = new Set<number>();
    let isOwnDoing = false;
    for (const event of events) {
      if (event.type === 'perpetualLiquidated' && !told.has(event.positionId))
        told.set(event.positionId, event);
      if (event.type === 'perpetualTrade') others.add(event.maker.userId);
      if (event.type === 'perpetualDeleveraged') others.add(event.userId);
      const { type } = event;
      if (type === 'perpetualFundingPaid' || type === 'perpetualOrderTriggered') isOwnDoing = true;
      if (type === 'perpetualExitDone' && event.reason === 'triggered') isOwnDoing = true;
    }
    for (const unit of after) {
      if (!isUnsafe(unit) || !unit.isLive) continue;
      const isTold = unit.positions.some(({ positionId }) => (told.get(positionId)?.lotsLeft ?? 0) > 0);
      if (isTold) this.meet('left over');
      else if (!others.has(unit.userId)) throw new Error(`${words(unit)} stands`);
      else this.meet('unsafe by others');
    }
    // what fell due or fired before the liquidations made other positions of them
    if (isOwnDoing) return;
    const expected = new Set<number>();
    for (const unit of before) {
      if (!isUnsafe(unit) || !unit.isLive) continue;
      for (const { positionId } of unit.positions) expected.add(positionId);
      const first = [...told.values()].find(({ positionId }) =>
        unit.positions.some((each) => each.positionId === positionId),
      );
      // what an isolated position gave back stands for cross ones
      const isHelped =
        first?.marginMode !== 'isolated' &&
        [...told.values()].some(
          ({ userId, marginMode }) => userId === unit.userId && marginMode === 'isolated',
        );
      if (first === undefined) {
        if (!others.has(unit.userId) && !isHelped) throw new Error(`${words(unit)} was not liquidated`);
        continue;
      }
      this.meet(unit.positions.length === 1 ? 'liquidated alone' : 'liquidated together');
      if (first.lines.some(({ staleTicks }) => staleTicks !== undefined))
        this.meet('liquidated beside a stale one');
      else if (!unit.isWholeLive) this.meet('liquidated beside a halted one');
      if (others.has(unit.userId) || isHelped) continue;
      if (first.equity !== unit.equity || first.maintenanceMicros !== unit.maintenance) {
        throw new Error(`${words(unit)} was liquidated at ${first.equity} of ${first.maintenanceMicros}`);
      }
    }
    for (const { positionId, userId, marginMode } of told.values()) {
      if (!expected.has(positionId)) throw new Error(`Position ${positionId} of ${userId} was liquidated`);
      // the rest of the wallet does not stand for an isolated position
      const isAlone = [...told.values()].every(
        (other) => other.userId !== userId || other.marginMode === 'isolated',
      );
      if (marginMode !== 'isolated' || !isAlone || others.has(userId)) continue;
      if (this.free(userId) < freeBefore.get(userId)!) throw new Error(`${userId} paid more than a margin`);
    }
  }

  /** An account that was safe and only opened still is. */
  private checkOpened(before: readonly Unit[], after: readonly Unit[], events: readonly KernelEvent[]): void {
    const opened = new Set<number>();
    const busy = new Set<number>();
    for (const event of events) {
      if (event.type === 'perpetualTrade') {
        for (const { userId, closedLots } of [event.maker, event.taker])
          (closedLots > 0 ? busy : opened).add(userId);
      } else if (event.type === 'perpetualFundingPaid') {
        busy.add(event.userId);
      }
    }
    for (const unit of after) {
      if (!opened.has(unit.userId) || busy.has(unit.userId) || !isUnsafe(unit)) continue;
      const ids = new Set(unit.positions.map(({ positionId }) => positionId));
      const was = before.filter(({ positions }) => positions.some(({ positionId }) => ids.has(positionId)));
      if (was.every((each) => !isUnsafe(each))) throw new Error(`${words(unit)} was opened`);
    }
  }

  private meet(what: string): void {
    this.met.set(what, (this.met.get(what) ?? 0) + 1);
  }
}

function isUnsafe({ equity, maintenance }: Sum): boolean {
  return equity * MICROS <= maintenance;
}

function words({ userId, positions, equity, maintenance }: Unit): string {
  const ids = positions.map(({ positionId }) => positionId).join(' ');
  return `Unsafe: ${ids} of ${userId}, ${equity} of ${maintenance} millionths,`;
}
