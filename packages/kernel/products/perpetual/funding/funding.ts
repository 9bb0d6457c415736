import { type Amount, mulDivFloor, type PriceTicks } from '@candor/money';
import {
  averagePremiumPpb,
  fundingCredit,
  fundingDue,
  fundingPartPpb,
  fundingRatePpb,
  notionalOf,
  premiumPpb,
} from '@candor/rules';
import { assert } from '../../../assert.ts';
import { postFunding, setMargin } from '../money/postings.ts';
import { withdraw } from '../orders/order-book.ts';
import { settleProfits } from '../positions/positions.ts';
import type { PerpetualUser, Position } from '../state/entities.ts';
import { type Funded, FundingRound, type OwedFunding } from '../state/funding-round.ts';
import { tellFundingPaid } from '../state/packed-events.ts';
import type { PerpetualState } from '../state/perpetual-state.ts';
import type { PerpetualSymbol } from '../state/symbol.ts';

/*
 * Order of steps at the end of an interval: the rate is fixed and the next interval begins; payers pay, oldest position
 * first; the insurance fund pays what is lacking; receivers get theirs, oldest first, in proportion where the pot is
 * short; the residue goes to the insurance fund. Between begin and end of this lie as many commands as its slices need.
 *
 * Invariants: each position that was open at the end of the interval pays or receives once, by its lots of then;
 * receivers never get more than the pot; the payments leave the clearing account as it was, which holds the pot until
 * then; a margin and a wallet pay at most what they have.
 */

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

/**
 * Funding of the present interval in parts per thousand million, as predicted from the samples so far and as if one could
 * trade from `nowMs` to its end.
 */
export function predictedPpb(symbol: PerpetualSymbol, nowMs: number): number {
  const { sumPpb, samples, nextMs } = symbol.funding;
  const ahead = Math.max(0, Math.ceil((nextMs - nowMs) / GRID_MS));
  const wholePpb = fundingRatePpb(averagePremiumPpb(sumPpb, samples), symbol.firstMmrPpm);
  return fundingPartPpb(wholePpb, samples + ahead, ticksOf(symbol));
}

/** The ticks of an interval. */
function ticksOf({ listed }: PerpetualSymbol): number {
  return listed.fundingIntervalMs / GRID_MS;
}

/** The first end of an interval after a time. */
export function nextFundingMs(nowMs: number, intervalMs: number): number {
  return (Math.floor(nowMs / intervalMs) + 1) * intervalMs;
}

/**
 * Fixes the rate of the interval that is due, in proportion to its ticks at which one could trade, and begins the next. Payers pay into the clearing account first,
 * rounded up; what they could not pay comes from the insurance fund, and where that is not enough receivers get less,
 * all in proportion. What rounding leaves goes to the insurance fund.
 */
export function beginRound(perp: PerpetualState, symbol: PerpetualSymbol): void {
  const { funding, mark, listed } = symbol;
  const { samples, nextMs: timeMs } = funding;
  assert(samples === 0 || mark.markTicks !== 0, 'a premium is sampled beside a mark');
  const expectedSamples = ticksOf(symbol);
  const premiumPpb = averagePremiumPpb(funding.sumPpb, samples);
  const wholePpb = fundingRatePpb(premiumPpb, symbol.firstMmrPpm);
  const ratePpb = fundingPartPpb(wholePpb, samples, expectedSamples);
  funding.nextMs = timeMs + listed.fundingIntervalMs;
  funding.sumPpb = 0;
  funding.samples = 0;
  funding.lastPpb = ratePpb;
  funding.settled = true;
  const { markTicks } = mark;
  const terms = { timeMs, ratePpb, wholePpb, markTicks, premiumPpb, samples, expectedSamples };
  perp.rounds.set(symbol, new FundingRound(terms, ratePpb === 0 ? 0 : perp.core.lastOrderId));
}

/** Collects from or notes the next position, or pays the next receiver. True while there is more to do. */
export function stepRound(perp: PerpetualState, symbol: PerpetualSymbol, round: FundingRound): boolean {
  if (round.isCollecting) {
    const next = nextPosition(perp, symbol, round);
    if (next !== null) {
      visit(perp, symbol, round, next);
      return true;
    }
    endCollecting(perp, symbol, round);
  }
  const payment = round.owed[round.paidCount];
  if (payment !== undefined) {
    round.paidCount += 1;
    payOut(perp, symbol, round, payment);
  }
  if (round.paidCount < round.owed.length) return true;
  endRound(perp, symbol, round);
  return false;
}

/** Collects from a user's positions before the user's own command: nobody trades on what funding takes. */
export function visitOf(perp: PerpetualState, symbol: PerpetualSymbol, userId: number): void {
  const round = perp.rounds.get(symbol);
  if (round?.isCollecting !== true) return;
  const trader = perp.users.get(userId)?.traders.get(symbol.symbolId);
  if (trader === undefined) return;
  const own = new Set(trader.openPositions().map(({ positionId }) => positionId));
  for (const { positionId, user } of round.frozen.values()) if (user === trader.user) own.add(positionId);
  for (const positionId of [...own].sort((a, b) => a - b)) {
    if (!round.waitsFor(positionId)) continue;
    const position = perp.positions.get(positionId);
    const funded = position === undefined ? round.frozen.get(positionId)! : round.take(position);
    round.frozen.delete(positionId);
    round.early.add(positionId);
    visit(perp, symbol, round, funded);
  }
}

/** The next position of the round by its id: an open one, then those that closed before their turn. */
function nextPosition(perp: PerpetualState, symbol: PerpetualSymbol, round: FundingRound): Funded | null {
  round.open ??= perp.positionsIn(symbol).values();
  for (let next = round.open.next(); !next.done; next = round.open.next()) {
    const { positionId } = next.value;
    if (positionId > round.lastPositionId) break;
    if (positionId <= round.cursorId || round.early.has(positionId)) continue;
    round.cursorId = positionId;
    return round.take(next.value);
  }
  round.cursorId = round.lastPositionId;
  round.open = NONE.values();
  for (const [positionId, closed] of round.frozen) {
    round.frozen.delete(positionId);
    return closed;
  }
  return null;
}

const NONE: ReadonlyMap<number, Position> = new Map();

function visit(perp: PerpetualState, symbol: PerpetualSymbol, round: FundingRound, funded: Funded): void {
  const { ratePpb, markTicks } = round.terms;
  const notional = notionalOf(funded.lots, markTicks, symbol.terms.quotePerTickLot);
  const pays = (funded.sign === 1) === ratePpb > 0;
  const due = pays ? fundingDue(notional, ratePpb) : fundingCredit(notional, ratePpb);
  if (!pays) {
    round.credit += due;
    round.owed.push({ funded, notional, due });
    return;
  }
  const paid = collect(perp, symbol, funded, due);
  round.due += due;
  round.paid += paid;
  tellFundingPaid(perp.core.tape, symbol.symbolId, funded, round.terms, notional, -paid);
}

/** All payers have paid: the insurance fund adds what is lacking. */
function endCollecting(perp: PerpetualState, symbol: PerpetualSymbol, round: FundingRound): void {
  round.isCollecting = false;
  const lacking = round.credit > round.paid ? round.credit - round.paid : 0n;
  const insurance = perp.insurance();
  round.fromInsurance = lacking < insurance ? lacking : insurance;
  if (round.fromInsurance !== 0n) {
    postFunding(perp, perp.insuranceBalance(), symbol, -round.fromInsurance, symbol.symbolId);
  }
}

function payOut(
  perp: PerpetualState,
  symbol: PerpetualSymbol,
  round: FundingRound,
  { funded, notional, due }: OwedFunding,
): void {
  const { credit, pot } = round;
  const amount = credit <= pot ? due : mulDivFloor(due, pot, credit);
  round.received += amount;
  assert(round.received <= pot, 'receivers of funding get no more than was paid');
  give(perp, symbol, funded, amount);
  tellFundingPaid(perp.core.tape, symbol.symbolId, funded, round.terms, notional, amount);
}

function endRound(perp: PerpetualState, symbol: PerpetualSymbol, round: FundingRound): void {
  const { terms, paid, received, pot, fromInsurance } = round;
  const residue = pot - received;
  if (residue > 0n) postFunding(perp, perp.insuranceBalance(), symbol, residue, symbol.symbolId);
  perp.rounds.delete(symbol);
  perp.core.tape.note({
    type: 'perpetualFunding',
    symbolId: symbol.symbolId,
    timeMs: terms.timeMs,
    markTicks: terms.markTicks as PriceTicks,
    ratePpb: terms.ratePpb,
    wholePpb: terms.wholePpb,
    premiumPpb: terms.premiumPpb,
    samples: terms.samples,
    expectedSamples: terms.expectedSamples,
    paid: paid as Amount,
    received: received as Amount,
    residue: residue as Amount,
    shortage: (round.due - paid) as Amount,
    fromInsurance: fromInsurance as Amount,
  });
}

/**
 * Takes what a position owes: an isolated one's from its margin; a cross one's, or that of one that closed meanwhile,
 * from the wallet, for which, where cash is short, profits are realised and opening orders cancelled.
 */
function collect(perp: PerpetualState, symbol: PerpetualSymbol, funded: Funded, due: bigint): bigint {
  if (due === 0n) return 0n;
  const { user, positionId } = funded;
  const position = perp.positions.get(positionId);
  if (position?.isIsolated === true) {
    const paid = due < position.margin ? due : position.margin;
    if (paid === 0n) return 0n;
    setMargin(perp, position, position.margin - paid);
    postFunding(perp, user.balance, symbol, -paid, positionId);
    record(perp, position, -paid);
    return paid;
  }
  if (perp.available(user) < due) settleProfits(perp, user);
  if (perp.available(user) < due) cancelOpening(perp, user);
  const available = perp.available(user);
  const paid = due < available ? due : available;
  if (paid === 0n) return 0n;
  postFunding(perp, user.balance, symbol, -paid, positionId);
  if (position !== undefined) record(perp, position, -paid);
  return paid;
}

function cancelOpening(perp: PerpetualState, user: PerpetualUser): void {
  for (const other of user.traders.values()) {
    for (const order of other.ordersById()) if (order.held > 0n) withdraw(perp, order, 'margin');
  }
}

/** Adds what a position receives: to an isolated one's margin, else to the wallet. */
function give(perp: PerpetualState, symbol: PerpetualSymbol, funded: Funded, amount: bigint): void {
  if (amount === 0n) return;
  const { user, positionId } = funded;
  const position = perp.positions.get(positionId);
  postFunding(perp, user.balance, symbol, amount, positionId);
  if (position === undefined) {
    perp.risk(user);
    return;
  }
  if (position.isIsolated) setMargin(perp, position, position.margin + amount);
  record(perp, position, amount);
}

function record(perp: PerpetualState, position: Position, amount: bigint): void {
  position.funding += amount;
  perp.touch(position, 'funding');
}
