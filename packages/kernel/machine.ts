import { type CommandFacts, DECLARATIONS } from '@candor/products';
import { assert } from './assert.ts';
import { Changes } from './changes/changes.ts';
import type { AnnouncedChange, EndedChange } from './changes/events.ts';
import { TooManyBytes } from './codec/bytes.ts';
import { termsChange } from './codec/commands.ts';
import type {
  ChangeCommand,
  Command,
  CoreCommand,
  Envelope,
  IndexTick,
  SetPriceBand,
  TermsChange,
} from './commands.ts';
import { Result } from './events/result.ts';
import type { Applied, Outcome } from './events.ts';
import { Hooks } from './hooks.ts';
import { computeIndices, isLate, takeTick } from './index-tick.ts';
import type {
  AssetInfo,
  BalanceView,
  ChainView,
  CoreKernel,
  IndexView,
  Kernel,
  LedgerSum,
} from './kernel.ts';
import { type WalletKind, walletAccount } from './ledger/wallets.ts';
import { genesis, listAsset, openAccount, practiceFunds, setVenue } from './listing.ts';
import { DONE, refuse } from './outcome.ts';
import {
  type CommandHandler,
  type CommandHandlers,
  DOWNTIME_MS,
  type ProductContext,
  type ProductPart,
  type ProductRoom,
} from './product.ts';
import { PRODUCTS } from './products/list.ts';
import type { RejectionCode } from './rejections.ts';
import { digestOf, readState, writeState } from './snapshot.ts';
import { type CapacityHints, State } from './state.ts';
import type { SymbolInfo } from './symbols.ts';
import * as views from './views.ts';
import type { FeedKind, Mode } from './vocabulary.ts';

const SYSTEM = 0;

/** An empty kernel, before its genesis. The hints only spare growing. */
export function createKernel(hints: CapacityHints = {}): Kernel {
  return kernelOf(new Machine(PRODUCTS, hints));
}

/** The kernel that made this snapshot. Throws RangeError where the bytes are damaged or of another format. */
export function loadKernel(snapshot: Uint8Array, hints: CapacityHints = {}): Kernel {
  const machine = new Machine(PRODUCTS, hints);
  machine.load(snapshot);
  return kernelOf(machine);
}

function kernelOf(machine: Machine): Kernel {
  return Object.assign(machine, machine.views) as unknown as Kernel;
}

/** A handler as the machine looks it up with each command. */
class Entry {
  readonly byUsers: boolean;
  readonly keepsDue: boolean;
  readonly isAnnounced: (command: Command) => boolean;
  readonly problem: ((command: Command) => RejectionCode | null) | undefined;
  readonly perform: (userId: number, command: Command) => Outcome;

  constructor({ sender }: CommandFacts, { keepsDue, isAnnounced, problem, perform }: CommandHandler) {
    this.byUsers = sender === 'user' || sender === 'quotes';
    this.keepsDue = keepsDue === true;
    this.isAnnounced = typeof isAnnounced === 'function' ? isAnnounced : () => isAnnounced === true;
    this.problem = problem;
    this.perform = perform;
  }
}

/**
 * Applies commands, one after the other, and knows products only by their hooks. The steps of a command never change
 * their order:
 *
 * 1. The envelope's number and time must follow the last ones; the clock moves.
 * 2. What fell due by that time is settled: the sender's own dues first, then a slice of all others.
 * 3. A key that was used before is answered with the first outcome, and nothing is performed.
 * 4. The command is performed: checked as a whole first, then posted, or rejected with nothing changed.
 * 5. Products follow up (`settle`) until nothing is left, so that no snapshot holds anything half done.
 * 6. One event for each balance of a user that changed ends the events; the key remembers the outcome.
 */
export class Machine implements CoreKernel {
  readonly views: Readonly<Record<string, object>>;
  private readonly state = new State();
  private readonly hooks: Hooks;
  private readonly handlers = new Map<string, Entry>();
  private readonly changes: Changes;
  private readonly audits: boolean;
  /** No product has anything due before. */
  private nextDue = Number.POSITIVE_INFINITY;

  constructor(rooms: readonly ProductRoom[], hints: CapacityHints) {
    const { state } = this;
    this.audits = hints.audit === true;
    const parts: ProductPart[] = [];
    const context: ProductContext = {
      state,
      hints,
      ports: {
        orderDesk: null,
        isShort: () => false,
        swapDesk: null,
        withdrawalDesk: null,
        withdrawalOwner: null,
        withdrawalGuard: null,
      },
      products: parts,
    };
    const made = rooms.map((room) => room.create(context));
    for (const product of made) parts.push(...(product.early ?? []));
    parts.push(...made);
    for (const product of made) parts.push(...(product.late ?? []));
    this.changes = new Changes(state, termsChange, (type) => this.changeHandler(type));
    parts.push(this.changes, state.downtimes);
    this.hooks = new Hooks(parts);
    state.feeListener = this.hooks.feeListener();
    this.views = Object.fromEntries(made.map(({ name, view }) => [name, view]));
    this.register(DECLARATIONS.core.commands, { ...this.coreHandlers(), ...this.changes.handlers });
    for (const [i, { commands }] of rooms.entries()) this.register(commands, made[i]!.handlers);
  }

  /** Fills this machine, which is empty, from a snapshot. */
  load(snapshot: Uint8Array): void {
    readState(snapshot, this.state, this.hooks.parts);
    this.nextDue = this.nextDueOfAll();
  }

  apply(envelope: Envelope): Applied {
    const { state } = this;
    if (envelope.seq !== state.seq + 1) {
      throw new RangeError(`Command ${envelope.seq} cannot follow command ${state.seq}`);
    }
    if (!Number.isSafeInteger(envelope.timeMs) || envelope.timeMs < state.timeMs) {
      throw new RangeError(`Time ${envelope.timeMs} cannot follow ${state.timeMs}`);
    }
    const previousMs = state.timeMs;
    state.seq = envelope.seq;
    state.timeMs = envelope.timeMs;
    if (envelope.timeMs - previousMs > DOWNTIME_MS) {
      state.resumedMs = envelope.timeMs;
      state.downtimes.add(previousMs, envelope.timeMs);
    }
    const { tape, usedKeys } = state;
    tape.begin();
    state.dueMs = Number.POSITIVE_INFINITY;
    this.hooks.begin(envelope.body.type);
    if (state.timeMs >= this.nextDue) this.runDue(envelope.userId, previousMs);
    usedKeys.expire(state.timeMs);
    const known = usedKeys.check(envelope);
    if (known !== null) {
      this.settle();
      return new Result(typeof known === 'string' ? { ok: false, code: known } : known, tape);
    }
    const outcome = this.perform(envelope.userId, envelope.body);
    this.settle();
    if (envelope.key !== null) {
      usedKeys.remember(envelope.userId, envelope.key, envelope.bodyHash, outcome, state.timeMs);
    }
    return new Result(outcome, tape);
  }

  private perform(userId: number, command: Command): Outcome {
    const entry = this.handlers.get(command.type);
    if (this.state.mode === null && command.type !== 'genesis') return refuse('NOT_GENESIS');
    if (entry === undefined) return refuse(userId === SYSTEM ? 'INVALID_COMMAND' : 'NOT_PERMITTED');
    if ((userId !== SYSTEM) !== entry.byUsers) return refuse('NOT_PERMITTED');
    if (entry.isAnnounced(command)) return refuse('NOT_PERMITTED');
    const outcome = entry.perform(userId, command);
    if (!entry.keepsDue) this.nextDue = this.nextDueOfAll();
    return outcome;
  }

  /** Settles what fell due before the command: it stands even where the command is rejected. */
  private runDue(userId: number, previousMs: number): void {
    const { changes, hooks } = this;
    const { timeMs } = this.state;
    const isFirst = changes.isFirst(timeMs, previousMs);
    if (isFirst) changes.applyUpTo(timeMs);
    hooks.runDue(userId, timeMs, previousMs);
    if (!isFirst) changes.applyUpTo(timeMs);
    this.nextDue = this.nextDueOfAll();
  }

  private nextDueOfAll(): number {
    return Math.min(this.hooks.nextDueMs(), this.changes.nextMs());
  }

  private changeHandler(type: TermsChange['type']) {
    const { problem, perform } = this.handlers.get(type)!;
    assert(problem !== undefined, 'a change of terms can be checked ahead of its time');
    return { problem, perform: (change: TermsChange) => perform(SYSTEM, change) };
  }

  /** Lets products follow up what the command entailed, then publishes balances. */
  private settle(): void {
    const { state } = this;
    while (state.isUnsettled) {
      state.isUnsettled = false;
      this.hooks.settle();
    }
    const { balances, tape } = state;
    for (let i = 0; i < balances.touchedCount; i++) {
      balances.checkSettled(balances.touched[i]!);
      tape.balance(balances, balances.touched[i]!);
    }
    this.hooks.balancesChanged(balances);
    balances.clearTouched();
    this.nextDue = Math.min(this.nextDue, state.dueMs);
    assert(!state.isUnsettled, 'nothing is left to settle when a command ends');
    if (this.audits) this.hooks.audit();
  }

  private coreHandlers(): CommandHandlers<Exclude<CoreCommand, ChangeCommand>> {
    const { state } = this;
    return {
      genesis: { perform: (_, command) => genesis(state, command) },
      listAsset: { perform: (_, command) => listAsset(state, command) },
      setPriceBand: { perform: (_, command) => this.setPriceBand(command) },
      setVenue: { perform: (_, command) => setVenue(state, command) },
      openAccount: { perform: (_, command) => openAccount(state, command) },
      practiceFunds: { perform: (_, command) => practiceFunds(state, command) },
      indexTick: { perform: (_, command) => this.indexTick(command) },
      tick: { perform: () => DONE },
    };
  }

  private register(
    commands: Readonly<Record<string, CommandFacts>>,
    handlers: Readonly<Record<string, CommandHandler<never>>>,
  ): void {
    for (const type of Object.keys({ ...commands, ...handlers })) {
      const facts = commands[type];
      const handler = handlers[type];
      if (this.handlers.has(type)) throw new Error(`Two products perform the command ${type}`);
      if (facts === undefined || handler === undefined)
        throw new Error(`The command ${type} is either not declared or not performed`);
      this.handlers.set(type, new Entry(facts, handler as CommandHandler));
    }
  }

  /**
   * Computes the indices, then passes them to the products. A late tick computes none: only products that go by ticks
   * themselves are notified of it.
   */
  private indexTick(command: IndexTick): Outcome {
    const { state } = this;
    const refusal = takeTick(state, command);
    if (refusal !== null) return refuse(refusal);
    const late = isLate(state);
    if (!late) computeIndices(state, command.tickNo);
    this.hooks.ticked(command.tickNo, late);
    return DONE;
  }

  /** Symbols of all products share one range of ids. */
  private setPriceBand(command: SetPriceBand): Outcome {
    for (const part of this.hooks.parts) {
      const outcome = part.setPriceBand?.(command) ?? null;
      if (outcome !== null) return outcome;
    }
    return refuse('UNKNOWN_SYMBOL');
  }

  snapshot(): Uint8Array {
    return writeState(this.state, this.hooks.parts);
  }

  stateHash(): string {
    return digestOf(this.snapshot());
  }

  stateHashWithin(maxBytes: number): string | null {
    try {
      return digestOf(writeState(this.state, this.hooks.parts, maxBytes));
    } catch (error) {
      if (error instanceof TooManyBytes) return null;
      throw error;
    }
  }

  get seq(): number {
    return this.state.seq;
  }
  get timeMs(): number {
    return this.state.timeMs;
  }
  get nextDueMs(): number {
    return this.nextDue;
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
  assets(): readonly AssetInfo[] {
    return views.assets(this.state);
  }
  symbols(): readonly SymbolInfo[] {
    return this.state.symbols.map((symbol) => symbol.info());
  }
  isNewKey(userId: number, key: string, timeMs: number): boolean {
    return this.state.usedKeys.isNew(userId, key, timeMs);
  }
  hasAccount(userId: number): boolean {
    return userId > 0 && this.state.accounts.find(userId) !== 0;
  }
  usedKey(userId: number, key: string, bodyHash: string | null): Outcome | null {
    const { usedKeys, timeMs } = this.state;
    const known = usedKeys.check({ userId, key, bodyHash, timeMs });
    return typeof known === 'string' ? { ok: false, code: known } : known;
  }
  balances(userId: number, kind: WalletKind = 'spot', symbolId = 0): readonly BalanceView[] {
    return views.balances(this.state, walletAccount(userId, kind, symbolId));
  }
  index(symbolId: number): IndexView | null {
    return views.index(this.state, symbolId);
  }
  get chain(): ChainView {
    const { lastTickNo, chainedMs, recordNo, recordHash } = this.state.index;
    return { tickNo: lastTickNo, chainedMs, recordNo, hash: recordHash };
  }
  ledgerSums(): readonly LedgerSum[] {
    return views.ledgerSums(this.state);
  }
  announcedChanges(): readonly AnnouncedChange[] {
    return this.changes.announcedChanges();
  }
  changeProblem(change: TermsChange): RejectionCode | null {
    return this.changeHandler(change.type).problem(change);
  }
  endedChanges(): readonly EndedChange[] {
    return this.changes.endedChanges();
  }
}
