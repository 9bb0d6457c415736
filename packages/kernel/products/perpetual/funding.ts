import { type Amount, mulDivFloor, type PriceTicks } from '@candor/money';
import {
  averagePremiumPpb,
  fundingCredit,
  fundingDue,
  fundingRatePpb,
  hasEnoughSamples,
  notionalOf,
  premiumPpb,
} from '@candor/rules';
import type { Position } from './entities.ts';
import { postFunding, setMargin } from './money.ts';
import { withdraw } from './order-book.ts';
import { tellFundingPaid } from './packed-events.ts';
import type { PerpetualState } from './perpetual-state.ts';
import { settleProfits } from './positions.ts';
import type { PerpetualSymbol } from './symbol.ts';

/** The grid of index ticks. */
const GRID_MS = 250;
const TICK_LOTS_SAFE = Number.MAX_SAFE_INTEGER;

/** The lots that the impact prices are taken for: what the impact notional is at the index, at least one. */
export function impactLots(symbol: PerpetualSymbol, indexTicks: number): number {
  const unit = BigInt(symbol.terms.quotePerTickLot) * BigInt(indexTicks);
  const lots = (symbol.listed.impactNotional + unit - 1n) / unit;
  if (lots < 1n) return 1;
  return lots > BigInt(TICK_LOTS_SAFE) ? TICK_LOTS_SAFE : Number(lots);
}

/** Takes the premium of a tick whose index is not stale. */
export function samplePremium(symbol: PerpetualSymbol): void {
  const { funding, mark } = symbol;
  const lots = impactLots(symbol, mark.indexTicks);
  const bid = symbol.impactTickLots(true, lots);
  const ask = symbol.impactTickLots(false, lots);
  funding.sumPpb += premiumPpb(mark.indexTicks, lots, bid, ask);
  funding.samples++;
}

/** What the present interval's funding would be by the samples so far. */
export function predictedPpb(symbol: PerpetualSymbol): number {
  const { sumPpb, samples } = symbol.funding;
  return fundingRatePpb(averagePremiumPpb(sumPpb, samples), symbol.firstMmrPpm);
}

/** The first end of an interval after a time. */
export function nextFundingMs(nowMs: number, intervalMs: number): number {
  return (Math.floor(nowMs / intervalMs) + 1) * intervalMs;
}

interface Payment {
  readonly position: Position;
  readonly notional: bigint;
  readonly due: bigint;
  amount: bigint;
}

/**
 * Settles the interval that is due: all payers pay into the clearing account first, rounded up; what they could not
 * pay comes from the insurance fund, and where that is not enough receivers get less, all in proportion. What rounding
 * leaves goes to the insurance fund, and the clearing account is as before.
 */
export function settleFunding(perp: PerpetualState, symbol: PerpetualSymbol): void {
  const { funding, mark, listed } = symbol;
  const timeMs = funding.nextMs;
  const expectedSamples = Math.floor(listed.fundingIntervalMs / GRID_MS);
  const premium = averagePremiumPpb(funding.sumPpb, funding.samples);
  const counts = mark.markTicks !== 0 && hasEnoughSamples(funding.samples, expectedSamples);
  const ratePpb = counts ? fundingRatePpb(premium, symbol.firstMmrPpm) : 0;
  const { samples } = funding;
  funding.nextMs = timeMs + listed.fundingIntervalMs;
  funding.sumPpb = 0;
  funding.samples = 0;
  funding.lastPpb = ratePpb;
  funding.settled = true;
  const sums = ratePpb === 0 ? NOTHING : settlePositions(perp, symbol, ratePpb, timeMs);
  perp.core.tape.note({
    type: 'perpetualFunding',
    symbolId: symbol.symbolId,
    timeMs,
    markTicks: mark.markTicks as PriceTicks,
    ratePpb,
    premiumPpb: premium,
    samples,
    expectedSamples,
    paid: sums.paid as Amount,
    received: sums.received as Amount,
    residue: sums.residue as Amount,
    shortage: sums.shortage as Amount,
    fromInsurance: sums.fromInsurance as Amount,
  });
}

const NOTHING = { paid: 0n, received: 0n, residue: 0n, shortage: 0n, fromInsurance: 0n };

function settlePositions(perp: PerpetualState, symbol: PerpetualSymbol, ratePpb: number, timeMs: number) {
  const payers: Payment[] = [];
  const receivers: Payment[] = [];
  for (const position of perp.positionsIn(symbol).values()) {
    const notional = notionalOf(position.lots, symbol.mark.markTicks, position.unitsPerTickLot);
    const pays = (position.sign === 1) === ratePpb > 0;
    const due = pays ? fundingDue(notional, ratePpb) : fundingCredit(notional, ratePpb);
    (pays ? payers : receivers).push({ position, notional, due, amount: 0n });
  }
  let paid = 0n;
  let due = 0n;
  for (const payment of payers) {
    due += payment.due;
    payment.amount = -collect(perp, payment);
    paid -= payment.amount;
  }
  let credit = 0n;
  for (const payment of receivers) credit += payment.due;
  const shortage = due - paid;
  const lacking = credit > paid ? credit - paid : 0n;
  const insurance = perp.insurance();
  const fromInsurance = lacking < insurance ? lacking : insurance;
  if (fromInsurance !== 0n) {
    postFunding(perp, perp.insuranceBalance(), symbol, -fromInsurance, symbol.symbolId);
  }
  const pot = paid + fromInsurance;
  let received = 0n;
  for (const payment of receivers) {
    payment.amount = credit <= pot ? payment.due : mulDivFloor(payment.due, pot, credit);
    received += payment.amount;
    give(perp, payment);
  }
  const residue = pot - received;
  if (residue > 0n) postFunding(perp, perp.insuranceBalance(), symbol, residue, symbol.symbolId);
  for (const payments of [payers, receivers]) {
    for (const { position, notional, amount } of payments) {
      tellFundingPaid(perp.core.tape, position, timeMs, ratePpb, notional, amount);
    }
  }
  return { paid, received, residue, shortage, fromInsurance };
}

/**
 * Takes what a position owes: an isolated one's from its margin; a cross one's from the wallet, for which, where cash
 * is short, profits are realised and opening orders cancelled.
 */
function collect(perp: PerpetualState, { position, due }: Payment): bigint {
  if (due === 0n) return 0n;
  const { trader, symbol } = position;
  const { user } = trader;
  if (position.isIsolated) {
    const paid = due < position.margin ? due : position.margin;
    if (paid === 0n) return 0n;
    setMargin(perp, position, position.margin - paid);
    postFunding(perp, user.balance, symbol, -paid, position.positionId);
    return record(perp, position, -paid);
  }
  if (perp.available(user) < due) settleProfits(perp, user);
  if (perp.available(user) < due) cancelOpening(perp, position);
  const available = perp.available(user);
  const paid = due < available ? due : available;
  if (paid === 0n) return 0n;
  postFunding(perp, user.balance, symbol, -paid, position.positionId);
  return record(perp, position, -paid);
}

function cancelOpening(perp: PerpetualState, { trader }: Position): void {
  for (const other of trader.user.traders.values()) {
    for (const order of other.ordersById()) if (order.held > 0n) withdraw(perp, order, 'margin');
  }
}

/** Adds what a position receives: to an isolated one's margin, else to the wallet. */
function give(perp: PerpetualState, { position, amount }: Payment): void {
  if (amount === 0n) return;
  const { trader, symbol } = position;
  postFunding(perp, trader.user.balance, symbol, amount, position.positionId);
  if (position.isIsolated) setMargin(perp, position, position.margin + amount);
  record(perp, position, amount);
}

/** Returns what was moved, without its sign. */
function record(perp: PerpetualState, position: Position, amount: bigint): bigint {
  position.funding += amount;
  perp.touch(position, 'funding');
  return amount < 0n ? -amount : amount;
}
