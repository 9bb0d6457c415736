import {
  clearingAccount,
  INSURANCE,
  type Kernel,
  type KernelEvent,
  mayBeNegative,
  type PositionView,
  walletAccount,
} from '@candor/kernel';
import { checkBacking } from './backing.ts';

/** The fees of the higher rate that resting orders in a symbol may hold. */
type FeeRange = Parameters<typeof checkBacking>[3];
const FEE_PPM: FeeRange = { least: 500n, most: 500n };

type Liquidated = Extract<KernelEvent, { type: 'perpetualLiquidated' }>;

/** The rules that must hold after every command, from events and views alone: none reads the kernel's inside. */
export class Checker {
  /** Account number and asset to what the entries say. */
  /** Amounts that a round of funding under way has in each account: between two of its slices it is not whole. */
  private readonly collected = new Map<number, bigint>();
  private readonly ledger = new Map<string, bigint>();
  private readonly perpetuals: readonly number[];
  private readonly users: readonly number[];
  private readonly settle: number;
  private readonly feesIn: (symbolId: number) => FeeRange;

  constructor(
    perpetuals: readonly number[],
    users: readonly number[],
    settleAssetId: number,
    feesIn: (symbolId: number) => FeeRange = () => FEE_PPM,
  ) {
    this.feesIn = feesIn;
    this.perpetuals = perpetuals;
    this.users = users;
    this.settle = settleAssetId;
  }

  balance(account: number, assetId = this.settle): bigint {
    return this.ledger.get(`${account} ${assetId}`) ?? 0n;
  }

  /** Reads the events of a command and throws on what can't be. */
  check(kernel: Kernel, events: readonly KernelEvent[]): void {
    for (const event of events) this.read(event);
    this.checkSums(kernel);
    const positions = this.users.flatMap((user) => kernel.perpetual.positions(user));
    for (const symbolId of this.perpetuals) this.checkSymbol(kernel, symbolId, positions);
    for (const user of this.users) this.checkUser(kernel, user, positions);
  }

  /** After a tick whose prices count: what is unsafe still was liquidated, and nobody could be found for the rest. */
  checkSafe(kernel: Kernel, events: readonly KernelEvent[]): void {
    const told = new Set<number>();
    const busy = new Set<number>();
    for (const event of events) {
      if (event.type === 'perpetualLiquidated' && event.lotsLeft > 0) told.add(event.positionId);
      if (event.type === 'perpetualPosition') busy.add(event.userId);
    }
    for (const userId of this.users) {
      const positions = kernel.perpetual.positions(userId);
      const isFresh = ({ symbolId }: PositionView) => kernel.perpetual.mark(symbolId)!.inputs !== null;
      const isLive = (position: PositionView) =>
        kernel.perpetual.symbol(position.symbolId)!.state === 'trading' && isFresh(position);
      const cross = positions.filter(({ marginMode }) => marginMode === 'cross');
      for (const position of positions) {
        const { marginMode, maintenanceMargin, positionId } = position;
        const together = marginMode === 'cross' ? cross : [position];
        if (busy.has(userId) || !together.some(isLive)) continue;
        let { equity } = position;
        // shown margins are rounded up: one unit a position may be the rounding
        let needed = 0n;
        for (const each of together) {
          if (isFresh(each)) needed += each.maintenanceMargin - 1n;
          else equity = (equity + favourOf(each)) as typeof equity;
        }
        if (
          equity < needed &&
          maintenanceMargin > 0n &&
          !together.some((each) => told.has(each.positionId))
        ) {
          throw new Error(`Position ${positionId} of ${userId} is unsafe: ${equity} of ${needed}`);
        }
      }
    }
  }

  private read(event: KernelEvent): void {
    if (event.type === 'entry') {
      if (event.kind === 'perpetual-funding')
        for (const { account, amount } of event.postings)
          this.collected.set(account, (this.collected.get(account) ?? 0n) + amount);
      const sums = new Map<number, bigint>();
      for (const { account, assetId, amount, balance } of event.postings) {
        const key = `${account} ${assetId}`;
        const after = (this.ledger.get(key) ?? 0n) + amount;
        this.ledger.set(key, after);
        sums.set(assetId, (sums.get(assetId) ?? 0n) + amount);
        same(`the balance of ${account} after ${event.kind}`, balance, after);
      }
      for (const [assetId, sum] of sums) same(`an entry ${event.kind} of ${assetId}`, sum, 0n);
    }
    if (event.type === 'perpetualFunding') {
      same('funding', event.paid + event.fromInsurance, event.received + event.residue);
      const clearing = clearingAccount(event.symbolId);
      same('what a round leaves in clearing', this.collected.get(clearing) ?? 0n, 0n);
    }
    if (event.type === 'perpetualLiquidated') checkLiquidation(event);
  }

  private checkSums(kernel: Kernel): void {
    for (const { assetId, sum } of kernel.ledgerSums()) same(`the sum of ${assetId}`, sum, 0n);
    for (const [key, balance] of this.ledger) {
      const account = Number(key.split(' ')[0]);
      if (balance < 0n && !mayBeNegative(account)) throw new Error(`Account ${account} is at ${balance}`);
    }
    same('insurance', kernel.perpetual.insurance(this.settle), this.balance(INSURANCE));
  }

  private checkSymbol(kernel: Kernel, symbolId: number, all: readonly PositionView[]): void {
    const positions = all.filter((position) => position.symbolId === symbolId);
    let cost = 0n;
    const lots = { long: 0, short: 0 };
    for (const position of positions) {
      cost += position.direction === 'long' ? position.entryCost : -position.entryCost;
      lots[position.direction] += position.lots;
      if (position.lots <= 0) throw new Error(`Position ${position.positionId} has ${position.lots} lots`);
    }
    const clearing = clearingAccount(symbolId);
    const collected = this.collected.get(clearing) ?? 0n;
    same(`clearing of ${symbolId}`, this.balance(clearing), collected - cost);
    same(`open lots of ${symbolId}`, BigInt(lots.long), BigInt(lots.short));
    same('told open lots', BigInt(kernel.perpetual.mark(symbolId)!.openLots), BigInt(lots.long));
    const { bids, asks } = kernel.perpetual.depth(symbolId, 1);
    if (bids[0] !== undefined && asks[0] !== undefined && bids[0].priceTicks >= asks[0].priceTicks) {
      throw new Error('The book is crossed');
    }
  }

  private checkUser(kernel: Kernel, userId: number, all: readonly PositionView[]): void {
    const positions = all.filter((position) => position.userId === userId);
    const orders = kernel.perpetual.openOrders(userId, null);
    let held = 0n;
    for (const { margin, marginMode } of positions) {
      held += margin;
      if (marginMode === 'cross') same('the margin of a cross position', margin, 0n);
    }
    for (const order of orders) {
      held += order.held;
      if (order.lots <= order.filledLots) throw new Error(`Order ${order.orderId} is filled and open`);
    }
    const [wallet] = kernel.balances(userId, 'contract').filter(({ assetId }) => assetId === this.settle);
    same(`what is held of ${userId}`, wallet?.held ?? 0n, held);
    if ((wallet?.available ?? 0n) < 0n) throw new Error(`User ${userId} has ${wallet?.available} available`);
    const total = (wallet?.available ?? 0n) + (wallet?.held ?? 0n);
    same(`the wallet of ${userId}`, total, this.balance(walletAccount(userId, 'contract')));
    for (const position of positions) checkReducing(position, orders);
    for (const symbolId of this.perpetuals) checkBacking(kernel, userId, symbolId, this.feesIn(symbolId));
  }
}

function checkReducing(position: PositionView, orders: ReturnType<Kernel['perpetual']['openOrders']>): void {
  const closing = position.direction === 'long' ? 'sell' : 'buy';
  let lots = 0;
  for (const order of orders) {
    if (!order.reduceOnly || order.trigger !== null || order.side !== closing) continue;
    if (order.symbolId !== position.symbolId || order.positionSide !== position.positionSide) continue;
    lots += order.lots - order.filledLots;
  }
  if (lots > position.lots) throw new Error(`Orders reduce ${lots} of ${position.lots}`);
  for (const exit of position.exits) {
    if (exit.lots !== null && exit.lots > position.lots) throw new Error('An exit exceeds its position');
  }
}

/** Returns how much more a position without a fresh index is worth a tenth beyond its last mark. */
function favourOf({ notional, markTicks }: PositionView): bigint {
  const mark = BigInt(markTicks);
  return (notional / mark) * ((mark + 9n) / 10n);
}

/** Recomputes what a receipt of a liquidation says, from its lines alone. */
function checkLiquidation(event: Liquidated): void {
  let equity = event.collateral as bigint;
  let maintenance = 0n;
  for (const line of event.lines) {
    const notional = BigInt(line.lots) * BigInt(line.markTicks) * BigInt(line.unitsPerTickLot);
    equity += line.direction === 'long' ? notional - line.entryCost : line.entryCost - notional;
    maintenance += notional * BigInt(line.mmrPpm) - line.deductionMicros;
  }
  same('the equity of a liquidation', event.equity, equity);
  same('the maintenance margin of a liquidation', event.maintenanceMicros, maintenance);
  if (equity * 1_000_000n > maintenance) throw new Error('A safe position was liquidated');
  let lots = event.lots as number;
  for (const step of event.steps) lots -= step.filledLots;
  for (const line of event.deleveraged) lots -= line.lots;
  same('what a liquidation left', BigInt(event.lotsLeft), BigInt(lots));
  let paid = 0n;
  let fees = 0n;
  for (const step of event.steps) {
    paid += step.fromInsurance;
    fees += step.fee;
  }
  if (event.deleveraged.length === 0) {
    same('insurance after a liquidation', event.insuranceAfter, event.insuranceBefore - paid + fees);
  }
}

function same(what: string, found: bigint, expected: bigint): void {
  if (found !== expected) throw new Error(`${what} is ${found} and not ${expected}`);
}
