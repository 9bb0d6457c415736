import { type Lots, ZERO } from '@candor/money';
import { Hash128 } from './codec/hash128.ts';
import type { Command, Envelope, FeedKind, Mode } from './commands.ts';
import { Result } from './events/result.ts';
import type { Applied, Outcome } from './events.ts';
import { indexTick } from './index-tick.ts';
import type {
  AssetInfo,
  BalanceView,
  DepthView,
  IndexView,
  Kernel,
  LedgerSum,
  OpenOrderView,
  SymbolInfo,
} from './kernel.ts';
import {
  genesis,
  listAsset,
  listSymbol,
  openAccount,
  practiceFunds,
  setFees,
  setSymbolState,
  setVenue,
} from './listing.ts';
import { cancelAll, cancelOrder } from './products/spot/cancel-order.ts';
import { massQuote } from './products/spot/mass-quote.ts';
import { SpotDesk } from './products/spot/place-order.ts';
import { SpotTaker } from './products/spot/spot-taker.ts';
import { readState, writeState } from './snapshot.ts';
import { type CapacityHints, State } from './state.ts';
import * as views from './views.ts';

const DONE: Outcome = { ok: true, orderId: 0, status: null, filledLots: 0 as Lots, filledQuote: ZERO };
const SYSTEM = 0;

/** An empty kernel, before its genesis. The hints only spare growing. */
export function createKernel(hints: CapacityHints = {}): Kernel {
  return new Machine(new State(hints));
}

/** The kernel that made this snapshot. Throws RangeError where the bytes are damaged or of another format. */
export function loadKernel(snapshot: Uint8Array, hints: CapacityHints = {}): Kernel {
  const state = new State(hints);
  readState(snapshot, state);
  return new Machine(state);
}

class Machine implements Kernel {
  private readonly state: State;
  private readonly spotTaker: SpotTaker;
  private readonly spotDesk: SpotDesk;

  constructor(state: State) {
    this.state = state;
    this.spotTaker = new SpotTaker(state);
    this.spotDesk = new SpotDesk(state, this.spotTaker);
  }

  apply(envelope: Envelope): Applied {
    const { state } = this;
    if (envelope.seq !== state.seq + 1) {
      throw new RangeError(`Command ${envelope.seq} cannot follow command ${state.seq}`);
    }
    if (!Number.isSafeInteger(envelope.timeMs) || envelope.timeMs < state.timeMs) {
      throw new RangeError(`Time ${envelope.timeMs} cannot follow ${state.timeMs}`);
    }
    state.seq = envelope.seq;
    state.timeMs = envelope.timeMs;
    const { tape, usedKeys } = state;
    tape.begin();
    usedKeys.expire(state.timeMs);
    const known = usedKeys.check(envelope);
    if (known !== null) {
      return new Result(typeof known === 'string' ? { ok: false, code: known } : known, tape);
    }
    const outcome = this.perform(envelope.userId, envelope.body);
    this.tellBalances();
    if (envelope.key !== null) {
      usedKeys.remember(envelope.userId, envelope.key, envelope.bodyHash, outcome, state.timeMs);
    }
    return new Result(outcome, tape);
  }

  private perform(userId: number, command: Command): Outcome {
    const { state } = this;
    if (state.mode === null && command.type !== 'genesis') return { ok: false, code: 'NOT_GENESIS' };
    switch (command.type) {
      case 'placeOrder':
        return this.spotDesk.place(userId, command);
      case 'cancelOrder':
        return cancelOrder(state, userId, command);
      case 'cancelAll':
        return cancelAll(state, userId, command);
      case 'massQuote':
        return massQuote(state, this.spotTaker, userId, command);
      case 'practiceFunds':
        if (userId !== SYSTEM && userId !== command.accountUserId)
          return { ok: false, code: 'NOT_PERMITTED' };
        return practiceFunds(state, command);
      default:
        if (userId !== SYSTEM) return { ok: false, code: 'NOT_PERMITTED' };
        return this.performForSystem(command);
    }
  }

  private performForSystem(command: Command): Outcome {
    const { state } = this;
    switch (command.type) {
      case 'tick':
        return DONE;
      case 'indexTick':
        return indexTick(state, command);
      case 'openAccount':
        return openAccount(state, command);
      case 'genesis':
        return genesis(state, command);
      case 'listAsset':
        return listAsset(state, command);
      case 'listSymbol':
        return listSymbol(state, command);
      case 'setSymbolState':
        return setSymbolState(state, command);
      case 'setFees':
        return setFees(state, command);
      case 'setVenue':
        return setVenue(state, command);
      default:
        return { ok: false, code: 'INVALID_COMMAND' };
    }
  }

  /** One event for each balance of a user that the command changed. */
  private tellBalances(): void {
    const { balances, accounts, tape } = this.state;
    for (let i = 0; i < balances.touchedCount; i++) {
      const slot = balances.touched[i]!;
      const userId = accounts.numbers[balances.account[slot]!]!;
      if (userId > 0) tape.balance(userId, balances, slot);
    }
    balances.clearTouched();
  }

  snapshot(): Uint8Array {
    return writeState(this.state);
  }

  stateHash(): string {
    const hash = new Hash128();
    hash.bytes(writeState(this.state));
    return hash.hex();
  }

  get seq(): number {
    return this.state.seq;
  }
  get timeMs(): number {
    return this.state.timeMs;
  }
  get mode(): Mode | null {
    return this.state.mode;
  }
  get feed(): FeedKind | null {
    return this.state.feed;
  }
  get seedHash(): string | null {
    return this.state.seedHash;
  }
  get makerFeePpm(): number {
    return this.state.makerFeePpm;
  }
  get takerFeePpm(): number {
    return this.state.takerFeePpm;
  }
  assets(): readonly AssetInfo[] {
    return views.assets(this.state);
  }
  symbols(): readonly SymbolInfo[] {
    return this.state.symbols.map((symbol) => symbol.info());
  }
  hasAccount(userId: number): boolean {
    return userId > 0 && this.state.accounts.find(userId) !== 0;
  }
  balances(userId: number): readonly BalanceView[] {
    return views.balances(this.state, userId);
  }
  openOrders(userId: number, symbolId: number | null): readonly OpenOrderView[] {
    return views.openOrders(this.state, userId, symbolId);
  }
  depth(symbolId: number, levels: number): DepthView {
    return views.depth(this.state, symbolId, levels);
  }
  index(symbolId: number): IndexView | null {
    return views.index(this.state, symbolId);
  }
  ledgerSums(): readonly LedgerSum[] {
    return views.ledgerSums(this.state);
  }
}
