import type { Amount, PriceTicks } from '@candor/money';
import type { EntryKindOf } from '@candor/products';
import {
  CLOSING_TICKS,
  closingPrice,
  secondsIndex,
  secondsPayment,
  secondsResult,
  tickTimeMs,
  wouldHaveEnded,
} from '@candor/rules';
import type { DueSlice } from '../../due/due-slice.ts';
import { postEntry } from '../../ledger/entries.ts';
import { walletAccount } from '../../ledger/wallets.ts';
import { DOWNTIME_MS } from '../../product.ts';
import { nextTickOf, type SecondContract, type TickReading, type Unjudged } from './contract.ts';
import type { Desk, JournaledTick, Judgement, TickQuotes } from './desk.ts';
import { addLoss } from './users.ts';

/**
 * Returns the time at which a tick of the grid is given up: neither it nor a later one was chained by then. What nobody
 * chained in time is no price, however fresh the last quotes were.
 */
function givenUpMs(tickNo: number): number {
  return tickTimeMs(tickNo) + DOWNTIME_MS;
}

/*
 * A journaled tick decides all contracts that wait for it or for a tick before it, but one command reads only a slice of
 * them. Until all have read it, the tick is kept as it was chained, with its quotes: what it decides does not depend on
 * when a contract's turn comes. Invariant: ticks are kept exactly while a contract waits for one that they decide.
 */

/** Takes a journaled tick in, with the quotes that it decides by. */
export function takeTick(desk: Desk, tickNo: number): void {
  const { chainedMs } = desk.state.index;
  const now = new Map<number, TickQuotes>();
  const before = new Map<number, TickQuotes>();
  for (const [symbolId, symbol] of desk.symbols) {
    if (symbol.open === 0) continue;
    now.set(symbolId, desk.quotesNow(symbolId));
    before.set(symbolId, symbol.last);
  }
  judgeBy(desk, tickNo);
  const tick: JournaledTick = { tickNo, chainedMs, timeMs: desk.state.timeMs, now, before };
  if (desk.ticks.length > 0 || isDecided(desk.firstWaiting(), tick)) desk.ticks.push(tick);
  for (const [symbolId, quotes] of now) desk.symbols.get(symbolId)!.last = quotes;
}

/** Returns since when something waits for its turn, in ms; Infinity where nothing does. */
export function waitingSinceMs({ ticks, judgements }: Desk): number {
  return Math.min(
    ticks[0]?.timeMs ?? Number.POSITIVE_INFINITY,
    judgements[0]?.timeMs ?? Number.POSITIVE_INFINITY,
  );
}

/** Reads ticks for contracts, those that wait for the earliest tick first, then judges, as far as the slice goes. */
export function settleSlice(desk: Desk, slice: DueSlice): void {
  while (desk.ticks.length > 0 && slice.take()) {
    readNext(desk, desk.firstWaiting()!);
    dropTicks(desk);
  }
  while (desk.judgements.length > 0 && slice.take()) judgeNext(desk, desk.judgements[0]!);
}

/** Reads all decided ticks of one user's contracts. */
export function settleOf(desk: Desk, userId: number): void {
  const last = desk.ticks.at(-1);
  const user = desk.users.get(userId);
  if (last === undefined || user === undefined) return;
  for (const contractId of [...user.open]) {
    const contract = desk.contracts.get(contractId)!;
    while (desk.contracts.has(contractId) && isDecided(contract, last)) readNext(desk, contract);
  }
  dropTicks(desk);
}

/**
 * True once the tick that a contract waits for is chained, or given up as not chained in time. A tick that is numbered
 * ahead of its time of chaining decides nothing yet. When its command came does not matter: the chain alone decides.
 */
function isDecided(contract: SecondContract | undefined, tick: JournaledTick): boolean {
  if (contract === undefined) return false;
  const wantedNo = nextTickOf(contract);
  return isGivenUp(wantedNo, tick) || (wantedNo <= tick.tickNo && tickTimeMs(wantedNo) <= tick.chainedMs);
}

/** True for a tick that was not chained in time, as the time of chaining of a later tick shows. */
function isGivenUp(tickNo: number, tick: JournaledTick): boolean {
  return givenUpMs(tickNo) <= tick.chainedMs;
}

/**
 * Reads a contract's next tick. A tick without a command of its own has the quotes of the last one before, with their
 * age at its own time on the grid.
 */
function readNext(desk: Desk, contract: SecondContract): void {
  const at = desk.ticks.findIndex((tick) => isDecided(contract, tick));
  const tick = desk.ticks[at]!;
  const { symbolId } = contract.terms;
  const tickNo = nextTickOf(contract);
  if (isGivenUp(tickNo, tick)) {
    take(desk, contract, { tickNo, sourceTickNo: 0, priceTicks: null, quotes: [] }, at);
    return;
  }
  const source = tick.tickNo === tickNo ? tick.now.get(symbolId)! : tick.before.get(symbolId)!;
  take(desk, contract, readingOf(source, tickNo, contract.terms), at);
}

/** Forgets ticks that no contract waits for any more. */
function dropTicks(desk: Desk): void {
  const first = desk.firstWaiting();
  while (desk.ticks.length > 0 && !isDecided(first, desk.ticks[0]!)) desk.ticks.shift();
}

function readingOf(
  { tickNo: sourceTickNo, quotes }: TickQuotes,
  tickNo: number,
  { weights, quorum }: Pick<SecondContract['terms'], 'weights' | 'quorum'>,
): TickReading {
  const { priceTicks } = secondsIndex(quotes, weights, tickNo, quorum);
  return { tickNo, sourceTickNo, priceTicks: priceTicks as PriceTicks | null, quotes };
}

/** The contract's next tick was read, by the journaled tick that stands at `at`. */
function take(desk: Desk, contract: SecondContract, reading: TickReading, at: number): void {
  const { contractId, userId, symbolId } = contract.terms;
  if (contract.opening === null) {
    contract.opening = reading;
    if (reading.priceTicks === null) {
      end(desk, contract, reading, at);
      return;
    }
    desk.state.tape.note({ type: 'secondOpened', contractId, userId, symbolId, opening: reading });
  } else {
    contract.closing.push(reading);
    if (contract.closing.length === CLOSING_TICKS) {
      end(desk, contract, contract.opening, at);
      return;
    }
  }
  desk.due.push(nextTickOf(contract), contractId);
}

const ENTRY_KINDS = {
  won: 'second-won',
  lost: 'second-lost',
  even: 'second-refund',
  void: 'second-refund',
} as const satisfies Record<string, EntryKindOf<'seconds'>>;

function end(desk: Desk, contract: SecondContract, opening: TickReading, at: number): void {
  const { state } = desk;
  const { terms, closing } = contract;
  const { contractId, userId, symbolId, direction, assetId, stake, payout } = terms;
  const prices = closing.map(({ priceTicks }) => priceTicks);
  const closeTicks = closingPrice(prices) as PriceTicks | null;
  const result = secondsResult(direction, opening.priceTicks, closeTicks);
  const wouldHave = result === 'void' ? wouldHaveEnded(direction, opening.priceTicks, prices) : null;
  const { toUser, toPool } = secondsPayment(result, stake, payout);
  desk.remove(contract);
  postEntry(state, ENTRY_KINDS[result], { tradeId: 0, orderId: contractId }, [
    { account: desk.escrow(), assetId, amount: -(stake + payout) },
    { account: state.accounts.find(walletAccount(userId, 'second')), assetId, amount: toUser },
    { account: desk.pool(), assetId, amount: toPool },
  ]);
  addLoss(desk.user(userId), stake - toUser, state.timeMs);
  const voidReason =
    result !== 'void' ? null : opening.priceTicks === null ? 'opening-stale' : 'closing-stale';
  state.tape.note({
    type: 'secondEnded',
    contractId,
    userId,
    symbolId,
    result,
    voidReason,
    wouldHave,
    opening,
    closing: [...closing],
    closeTicks,
    paid: toUser as Amount,
  });
  if (wouldHave === 'unknown' && opening.priceTicks !== null) {
    const { closeTickNo, weights, quorum } = terms;
    const openTicks = opening.priceTicks;
    const unjudged = { contractId, userId, symbolId, direction, openTicks, closeTickNo, weights, quorum };
    judgeOrKeep(desk, unjudged, at);
  }
}

/** Judges a contract that ended void by the first of the kept ticks that can, else keeps it for a later one. */
function judgeOrKeep(desk: Desk, contract: Unjudged, at: number): void {
  for (const tick of desk.ticks.slice(at)) {
    const reading = readingOf(tick.now.get(contract.symbolId)!, tick.tickNo, contract);
    if (judge(desk, contract, reading)) return;
  }
  desk.keepUnjudged(contract);
}

/** Finds the void contracts that the present index judges: all that share its reading, each at its turn. */
function judgeBy(desk: Desk, tickNo: number): void {
  for (const [key, contracts] of desk.unjudged) {
    const reading = readingOf(desk.quotesNow(contracts[0]!.symbolId), tickNo, contracts[0]!);
    if (reading.priceTicks === null) continue;
    desk.unjudged.delete(key);
    desk.judgements.push({ reading, contracts, next: 0, timeMs: desk.state.timeMs });
  }
}

function judgeNext(desk: Desk, judgement: Judgement): void {
  const contract = judgement.contracts[judgement.next]!;
  judgement.next += 1;
  if (judgement.next === judgement.contracts.length) desk.judgements.shift();
  if (!judge(desk, contract, judgement.reading)) desk.keepUnjudged(contract);
}

/** Emits whom the void result served. False where the reading is no index after the contract. */
function judge(desk: Desk, contract: Unjudged, reading: TickReading): boolean {
  const { contractId, userId, symbolId, direction, openTicks, closeTickNo } = contract;
  if (reading.tickNo <= closeTickNo || reading.priceTicks === null) return false;
  const result = secondsResult(direction, openTicks, reading.priceTicks);
  const wouldHave = result === 'void' ? 'unknown' : result;
  desk.state.tape.note({ type: 'secondVoidJudged', contractId, userId, symbolId, wouldHave, reading });
  return true;
}
