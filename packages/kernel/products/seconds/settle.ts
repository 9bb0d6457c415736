import type { Amount, PriceTicks } from '@candor/money';
import {
  CLOSING_TICKS,
  closingPrice,
  secondsIndex,
  secondsPayment,
  secondsResult,
  tickTimeMs,
  wouldHaveEnded,
} from '@candor/rules';
import { postEntry } from '../../ledger/entries.ts';
import { walletAccount } from '../../ledger/wallets.ts';
import { DOWNTIME_MS } from '../../product.ts';
import { nextTickOf, type SecondContract, type TickReading } from './contract.ts';
import type { Desk, TickQuotes } from './desk.ts';
import type { SecondsEntryKind } from './events.ts';
import { addLoss } from './users.ts';

/**
 * When a tick of the grid is given up: neither it nor a later one was chained by then. What nobody chained in time is no
 * price, however fresh the last quotes were.
 */
function givenUpMs(tickNo: number): number {
  return tickTimeMs(tickNo) + DOWNTIME_MS;
}

/**
 * Reads every tick that contracts wait for up to this journaled one. A tick without a command of its own has the
 * quotes of the last one before, with their age at its own time on the grid. A tick numbered ahead of its time of
 * chaining reads nothing yet. When the command came does not matter: the chain alone decides.
 */
export function readTicks(desk: Desk, tickNo: number): void {
  const { due } = desk;
  const { chainedMs } = desk.state.index;
  giveUp(desk, chainedMs);
  const now = new Map<number, TickQuotes>();
  for (const [symbolId, { open }] of desk.symbols) {
    if (open > 0) now.set(symbolId, desk.quotesNow(symbolId));
  }
  for (let first = due.first; first !== undefined; first = due.first) {
    if (first.tickNo > tickNo || tickTimeMs(first.tickNo) > chainedMs) break;
    due.pop();
    const contract = desk.contracts.get(first.contractId)!;
    const { symbolId } = contract.terms;
    const source = first.tickNo === tickNo ? now.get(symbolId)! : desk.symbols.get(symbolId)!.last;
    take(desk, contract, readingOf(source, first.tickNo, contract.terms));
  }
  for (const [symbolId, quotes] of now) desk.symbols.get(symbolId)!.last = quotes;
  judge(desk, tickNo);
}

/** Gives up what was not chained in time, as the time of chaining of a later tick shows. */
function giveUp(desk: Desk, chainedMs: number): void {
  const { due } = desk;
  for (let first = due.first; first !== undefined; first = due.first) {
    if (givenUpMs(first.tickNo) > chainedMs) break;
    due.pop();
    const { tickNo, contractId } = first;
    take(desk, desk.contracts.get(contractId)!, { tickNo, sourceTickNo: 0, priceTicks: null, quotes: [] });
  }
}

function readingOf(
  { tickNo: sourceTickNo, quotes }: TickQuotes,
  tickNo: number,
  { weights, quorum }: Pick<SecondContract['terms'], 'weights' | 'quorum'>,
): TickReading {
  const { priceTicks } = secondsIndex(quotes, weights, tickNo, quorum);
  return { tickNo, sourceTickNo, priceTicks: priceTicks as PriceTicks | null, quotes };
}

/** The contract's next tick was read. */
function take(desk: Desk, contract: SecondContract, reading: TickReading): void {
  const { contractId, userId, symbolId } = contract.terms;
  if (contract.opening === null) {
    contract.opening = reading;
    if (reading.priceTicks === null) {
      end(desk, contract, reading);
      return;
    }
    desk.state.tape.note({ type: 'secondOpened', contractId, userId, symbolId, opening: reading });
  } else {
    contract.closing.push(reading);
    if (contract.closing.length === CLOSING_TICKS) {
      end(desk, contract, contract.opening);
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
} as const satisfies Record<string, SecondsEntryKind>;

function end(desk: Desk, contract: SecondContract, opening: TickReading): void {
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
    desk.unjudged.push({ contractId, userId, symbolId, direction, openTicks, closeTickNo, weights, quorum });
  }
}

/** Tells of void contracts whom that served, by the first valid index of their symbol after them. */
function judge(desk: Desk, tickNo: number): void {
  if (desk.unjudged.length === 0) return;
  const left = desk.unjudged.filter((contract) => {
    const { contractId, userId, symbolId, direction, openTicks } = contract;
    const reading = readingOf(desk.quotesNow(symbolId), tickNo, contract);
    if (tickNo <= contract.closeTickNo || reading.priceTicks === null) return true;
    const result = secondsResult(direction, openTicks, reading.priceTicks);
    const wouldHave = result === 'void' ? 'unknown' : result;
    desk.state.tape.note({ type: 'secondVoidJudged', contractId, userId, symbolId, wouldHave, reading });
    return false;
  });
  desk.unjudged.splice(0, desk.unjudged.length, ...left);
}
