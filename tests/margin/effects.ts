import type { Applied, Command, KernelEvent } from '@candor/kernel';
import { idOf } from '@candor/kernel';
import { statusOf } from '../../tools/workload/outcomes.ts';
import { BTC, lots as lotsOf, USDT } from './bench.ts';

const BASE_PER_LOT = 1_000n;
const QUOTE_PER_TICK_LOT = 10n;

/** A resting order with a side effect, as a second bookkeeper notes it. */
interface Noted {
  readonly kind: 'borrow' | 'repay';
  readonly userId: number;
  readonly symbolId: number;
  readonly assetId: number;
  readonly lent: bigint;
}

/** The debts that must have been repaid by themselves in a wallet during one command. */
interface Due {
  readonly userId: number;
  readonly symbolId: number;
  readonly assetId: number;
  units: bigint;
}

type Trade = Extract<KernelEvent, { readonly type: 'trade' }>;

/** Recomputes what orders borrow and repay by themselves, from orders and trades alone. */
export class Effects {
  /** Debts due by the last command. */
  due: Due[] = [];
  private readonly resting = new Map<number, Noted>();

  see(
    userId: number,
    body: Command,
    { outcome, events }: Pick<Applied, 'outcome' | 'events'>,
    available: (symbolId: number, assetId: number) => bigint,
  ): void {
    this.due = [];
    for (const event of events) {
      if (event.type === 'trade') this.filled(event);
      if (event.type === 'orderDone') this.ended(event);
    }
    if (body.type === 'placeMarginOrderWith' && outcome.ok) {
      const trades = events.filter(
        (event): event is Trade => event.type === 'trade' && event.takerOrderId === idOf(outcome),
      );
      this.placed(userId, body, outcome, events, trades, available);
    } else if (body.type !== 'borrow') {
      if (lent(events) !== 0n) throw new Error('something was lent that nobody asked for');
    }
  }

  private placed(
    userId: number,
    body: Extract<Command, { type: 'placeMarginOrderWith' }>,
    outcome: Extract<Applied['outcome'], { ok: true }>,
    events: readonly KernelEvent[],
    trades: readonly Trade[],
    available: (symbolId: number, assetId: number) => bigint,
  ): void {
    const symbolId = body.wallet === 'margin-cross' ? 0 : body.symbolId;
    const isBuy = body.side === 'buy';
    const rests = statusOf(outcome) === 'open' || statusOf(outcome) === 'partially-filled';
    const [received, given] = isBuy ? [BTC, USDT] : [USDT, BTC];
    let borrowed = 0n;
    if (body.sideEffect === 'borrow') {
      let needed = 0n;
      for (const { quoteAmount, lots } of trades) needed += isBuy ? quoteAmount : BigInt(lots) * BASE_PER_LOT;
      const filled = trades.reduce((sum, { lots }) => sum + lots, 0);
      if (rests) needed += worth(isBuy, body.priceTicks!, body.lots! - filled);
      const lies = available(symbolId, given);
      borrowed = needed > lies ? needed - lies : 0n;
    } else {
      this.add(userId, symbolId, received, proceeds(trades, isBuy, 'taker'));
    }
    if (lent(events) !== borrowed)
      throw new Error(`${lent(events)} was lent for an order that lacks ${borrowed}`);
    if (!rests) return;
    const { sideEffect: kind } = body;
    const assetId = kind === 'borrow' ? given : received;
    this.resting.set(idOf(outcome), { kind, userId, symbolId, assetId, lent: borrowed });
  }

  private filled(trade: Trade): void {
    const noted = this.resting.get(trade.makerOrderId);
    if (noted?.kind !== 'repay') return;
    const { userId, symbolId, assetId } = noted;
    this.add(userId, symbolId, assetId, proceeds([trade], trade.takerSide === 'sell', 'maker'));
  }

  private ended({
    orderId,
    side,
    priceTicks,
    removedLots,
  }: Extract<KernelEvent, { type: 'orderDone' }>): void {
    const noted = this.resting.get(orderId);
    this.resting.delete(orderId);
    if (noted?.kind !== 'borrow' || removedLots === lotsOf(0)) return;
    const left = worth(side === 'buy', priceTicks!, removedLots);
    const { userId, symbolId, assetId } = noted;
    this.add(userId, symbolId, assetId, left < noted.lent ? left : noted.lent);
  }

  private add(userId: number, symbolId: number, assetId: number, units: bigint): void {
    const known = this.due.find(
      (due) => due.userId === userId && due.symbolId === symbolId && due.assetId === assetId,
    );
    if (known === undefined) this.due.push({ userId, symbolId, assetId, units });
    else known.units += units;
  }
}

function worth(isBuy: boolean, priceTicks: number, lots: number): bigint {
  return isBuy ? BigInt(priceTicks) * BigInt(lots) * QUOTE_PER_TICK_LOT : BigInt(lots) * BASE_PER_LOT;
}

/** Returns the amount that trades brought one of their sides, less its fee. */
function proceeds(trades: readonly Trade[], isBuy: boolean, side: 'maker' | 'taker'): bigint {
  return trades.reduce((sum, { lots, quoteAmount, makerFee, takerFee }) => {
    const gross = isBuy ? BigInt(lots) * BASE_PER_LOT : quoteAmount;
    return sum + gross - (side === 'maker' ? makerFee : takerFee);
  }, 0n);
}

function lent(events: readonly KernelEvent[]): bigint {
  return events.reduce((sum, event) => (event.type === 'marginBorrowed' ? sum + event.amount : sum), 0n);
}

/** Returns the amount that a wallet paid back of its own, interest included. */
export function repaidBy(
  events: readonly KernelEvent[],
  userId: number,
  symbolId: number,
  assetId: number,
): bigint {
  let sum = 0n;
  for (const event of events) {
    if (event.type !== 'marginRepaid' || event.by !== 'owner' || event.userId !== userId) continue;
    if (event.assetId !== assetId || Number(event.wallet.split('/')[1] ?? 0) !== symbolId) continue;
    sum += event.interest + event.principal;
  }
  return sum;
}
