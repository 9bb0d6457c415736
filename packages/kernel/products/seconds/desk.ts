import { PRACTICE_QUORUM, REAL_QUORUM } from '@candor/prices';
import type { TickQuote, VenueWeight } from '@candor/rules';
import { SECONDS_ESCROW, SECONDS_POOL } from '../../ledger/accounts.ts';
import type { State } from '../../state.ts';
import { nextTickOf, type SecondContract, type TickReading, type Unjudged } from './contract.ts';
import { TickQueue } from './tick-queue.ts';
import { newUser, type SecondsUser } from './users.ts';
import type { SecondsOffer } from './view.ts';

/** The quotes of a symbol as a journaled tick left them. */
export interface TickQuotes {
  readonly tickNo: number;
  readonly quotes: readonly TickQuote[];
}

/** A journaled tick that contracts still wait to read, with each open symbol's quotes at it and before it. */
export interface JournaledTick {
  readonly tickNo: number;
  readonly chainedMs: number;
  /** The kernel's time of its command. */
  readonly timeMs: number;
  readonly now: ReadonlyMap<number, TickQuotes>;
  readonly before: ReadonlyMap<number, TickQuotes>;
}

/** Void contracts that an index judges, one after the other. */
export interface Judgement {
  readonly reading: TickReading;
  readonly contracts: readonly Unjudged[];
  /** The place of the next one to judge. */
  next: number;
  readonly timeMs: number;
}

/** The open contracts of one symbol. */
export interface SymbolDesk {
  open: number;
  /** Maximum payout of all of them together. */
  reserved: bigint;
  /** The quotes as of the last tick: kept while something is open. */
  last: TickQuotes;
}

/** All that second contracts keep. */
export class Desk {
  practice = false;
  countries: readonly string[] = [];
  /** By symbol, in the order of the first terms. */
  readonly offers = new Map<number, SecondsOffer>();
  /** By symbol, 0 for all together. */
  readonly caps = new Map<number, bigint>();
  /** Maximum payout of one user's open contracts; null for no bound of their own. */
  userCap: bigint | null = null;
  /** Why an operator halted a symbol, by symbol; 0 for all. */
  readonly halts = new Map<number, string>();
  readonly users = new Map<number, SecondsUser>();
  /** Open ones by id, oldest first. */
  readonly contracts = new Map<number, SecondContract>();
  /** Void contracts that no index judged yet, by what their reading of a tick depends on. */
  readonly unjudged = new Map<string, Unjudged[]>();
  readonly judgements: Judgement[] = [];
  /** Ticks that are not read by all contracts that they decide, oldest first. */
  readonly ticks: JournaledTick[] = [];
  readonly symbols = new Map<number, SymbolDesk>();
  readonly due = new TickQueue();
  reserved = 0n;
  stakes = 0n;
  private weightsNow: readonly VenueWeight[] = [];
  readonly state: State;

  constructor(state: State) {
    this.state = state;
  }

  /** The one asset that stakes are in, null before any terms. */
  get assetId(): number | null {
    for (const offer of this.offers.values()) return offer.assetId;
    return null;
  }

  get quorum(): number {
    return this.state.mode === 'real' ? REAL_QUORUM : PRACTICE_QUORUM;
  }

  pool(): number {
    return this.state.accounts.ensureNamed(SECONDS_POOL);
  }

  /** Why a symbol's contracts are halted: all symbols' reason first. Null while they are not. */
  haltOf(symbolId: number): string | null {
    return this.halts.get(0) ?? this.halts.get(symbolId) ?? null;
  }

  /** Amount that the pool can still reserve. */
  poolAvailable(assetId: number): bigint {
    const { accounts, balances } = this.state;
    const pool = accounts.find(SECONDS_POOL);
    return pool === 0 ? 0n : balances.available(balances.find(pool, assetId));
  }

  escrow(): number {
    return this.state.accounts.ensureNamed(SECONDS_ESCROW);
  }

  user(userId: number): SecondsUser {
    let user = this.users.get(userId);
    if (user === undefined) {
      user = newUser();
      this.users.set(userId, user);
    }
    return user;
  }

  /** The venues that count, by id: the same object as long as nothing changes, since every contract keeps it. */
  weights(): readonly VenueWeight[] {
    const now: VenueWeight[] = [];
    for (const { venueId, weightPpm } of this.state.index.venues.values()) {
      if (weightPpm > 0) now.push({ venueId, weightPpm });
    }
    now.sort((a, b) => a.venueId - b.venueId);
    const before = this.weightsNow;
    const same =
      now.length === before.length &&
      now.every(({ venueId, weightPpm }, i) => {
        return venueId === before[i]!.venueId && weightPpm === before[i]!.weightPpm;
      });
    if (!same) this.weightsNow = now;
    return this.weightsNow;
  }

  /** A symbol's raw quotes as the last journaled tick left them, by venue. */
  quotesNow(symbolId: number): TickQuotes {
    const { index } = this.state;
    const quotes: TickQuote[] = [];
    for (const quote of index.symbols.get(symbolId)?.quotes.values() ?? []) {
      const { venueId, bidTicks, askTicks, timeMs } = quote;
      quotes.push({ venueId, bidTicks, askTicks, timeMs });
    }
    quotes.sort((a, b) => a.venueId - b.venueId);
    return { tickNo: index.lastTickNo, quotes };
  }

  /** Takes an accepted contract in: new, or out of a snapshot. */
  add(contract: SecondContract): void {
    const { contractId, userId, symbolId, stake, payout } = contract.terms;
    this.contracts.set(contractId, contract);
    const user = this.user(userId);
    user.open.add(contractId);
    user.openStakes += stake;
    user.openPayouts += payout;
    let desk = this.symbols.get(symbolId);
    if (desk === undefined) {
      desk = { open: 0, reserved: 0n, last: this.quotesNow(symbolId) };
      this.symbols.set(symbolId, desk);
    } else if (desk.open === 0) desk.last = this.quotesNow(symbolId);
    desk.open += 1;
    desk.reserved += payout;
    this.reserved += payout;
    this.stakes += stake;
    this.due.push(nextTickOf(contract), contractId);
  }

  /** Returns the contract that waits for the earliest tick; undefined where none is open. */
  firstWaiting(): SecondContract | undefined {
    for (let first = this.due.first; first !== undefined; first = this.due.first) {
      const contract = this.contracts.get(first.contractId);
      if (contract !== undefined && nextTickOf(contract) === first.tickNo) return contract;
      // it was read at its owner's command already
      this.due.pop();
    }
    return undefined;
  }

  keepUnjudged(contract: Unjudged): void {
    const { symbolId, quorum, weights } = contract;
    const key = [
      symbolId,
      quorum,
      ...weights.flatMap(({ venueId, weightPpm }) => [venueId, weightPpm]),
    ].join();
    const found = this.unjudged.get(key);
    if (found === undefined) this.unjudged.set(key, [contract]);
    else found.push(contract);
  }

  /** Lets go of a contract that is over. */
  remove({ terms }: SecondContract): void {
    const { contractId, userId, symbolId, stake, payout } = terms;
    this.contracts.delete(contractId);
    const user = this.users.get(userId)!;
    user.open.delete(contractId);
    user.openStakes -= stake;
    user.openPayouts -= payout;
    const desk = this.symbols.get(symbolId)!;
    desk.open -= 1;
    desk.reserved -= payout;
    this.reserved -= payout;
    this.stakes -= stake;
  }
}
