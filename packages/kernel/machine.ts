import { TooManyBytes } from './codec/bytes.ts';
import type { Command, Envelope, FeedKind, IndexTick, MassQuote, Mode, SetPriceBand } from './commands.ts';
import { Result } from './events/result.ts';
import type { Applied, Outcome } from './events.ts';
import { computeIndices, isLate, takeTick } from './index-tick.ts';
import type {
  AssetInfo,
  BalanceView,
  ChainView,
  DepthView,
  IndexView,
  Kernel,
  LedgerSum,
  OpenOrderView,
  SymbolInfo,
} from './kernel.ts';
import { MAX_USER_ID, type WalletKind, walletAccount } from './ledger/wallets.ts';
import {
  genesis,
  listAsset,
  listSymbol,
  openAccount,
  practiceFunds,
  setFees,
  setPriceBand,
  setSymbolState,
  setVenue,
} from './listing.ts';
import { DONE } from './outcome.ts';
import { type CommandHandler, DOWNTIME_MS, type Product } from './product.ts';
import { MarginProduct } from './products/margin/margin-product.ts';
import type { MarginView } from './products/margin/view.ts';
import { PerpetualProduct } from './products/perpetual/perpetual-product.ts';
import type { PerpetualView } from './products/perpetual/view.ts';
import { SecondsProduct } from './products/seconds/seconds-product.ts';
import type { SecondsView } from './products/seconds/view.ts';
import { cancelAll, cancelOrder } from './products/spot/cancel-order.ts';
import { massQuote, withdrawQuotes } from './products/spot/mass-quote.ts';
import { orderDesk } from './products/spot/order-desk.ts';
import { SpotDesk } from './products/spot/place-order.ts';
import { SpotProduct } from './products/spot/spot-product.ts';
import { SpotTaker } from './products/spot/spot-taker.ts';
import type { SpotView } from './products/spot/view.ts';
import { TransferProduct } from './products/transfer/transfer-product.ts';
import type { TransferView } from './products/transfer/view.ts';
import { QuoteExpiry } from './quote-expiry.ts';
import { digestOf, readState, writeState } from './snapshot.ts';
import { type CapacityHints, State } from './state.ts';
import * as views from './views.ts';

const SYSTEM = 0;

/** An empty kernel, before its genesis. The hints only spare growing. */
export function createKernel(hints: CapacityHints = {}): Kernel {
  return new Machine(new State(hints));
}

/** The kernel that made this snapshot. Throws RangeError where the bytes are damaged or of another format. */
export function loadKernel(snapshot: Uint8Array, hints: CapacityHints = {}): Kernel {
  const machine = new Machine(new State(hints));
  machine.load(snapshot);
  return machine;
}

class Machine implements Kernel {
  private readonly state: State;
  private readonly spotTaker: SpotTaker;
  private readonly spotDesk: SpotDesk;
  private readonly spotProduct: SpotProduct;
  private readonly spotQuotes: QuoteExpiry;
  private readonly perpetualProduct: PerpetualProduct;
  private readonly secondsProduct: SecondsProduct;
  private readonly marginProduct: MarginProduct;
  private readonly transferProduct: TransferProduct;
  /** In the order in which they are called. */
  private readonly products: readonly Product[];
  private readonly handlers = new Map<string, CommandHandler>();
  /** No product has anything due before. */
  private nextDue = 0;

  constructor(state: State) {
    this.state = state;
    this.spotTaker = new SpotTaker(state);
    this.spotDesk = new SpotDesk(state, this.spotTaker);
    this.spotProduct = new SpotProduct(state, this.spotTaker, this.spotDesk);
    this.spotQuotes = new QuoteExpiry('spot-quotes', state, (trader) => withdrawQuotes(state, trader));
    this.perpetualProduct = new PerpetualProduct(state);
    this.secondsProduct = new SecondsProduct(state);
    this.marginProduct = new MarginProduct(state, orderDesk(state, this.spotDesk));
    const others = [this.spotProduct, this.perpetualProduct, this.secondsProduct, this.marginProduct];
    this.transferProduct = new TransferProduct(state, others);
    // quotes end before anything else can happen at the same time or tick
    const quotes = [this.spotQuotes, this.perpetualProduct.quotes];
    this.products = [...quotes, ...others, this.transferProduct, this.marginProduct.sideEffects];
    for (const product of this.products) {
      for (const [type, handler] of Object.entries(product.handlers)) this.handlers.set(type, handler);
    }
  }

  /** Fills this machine, which is empty, from a snapshot. */
  load(snapshot: Uint8Array): void {
    readState(snapshot, this.state, this.products);
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
    if (envelope.timeMs - previousMs > DOWNTIME_MS) state.resumedMs = envelope.timeMs;
    const { tape, usedKeys } = state;
    tape.begin();
    if (state.timeMs >= this.nextDue) this.runDue(previousMs);
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
    const { state } = this;
    if (state.mode === null && command.type !== 'genesis') return { ok: false, code: 'NOT_GENESIS' };
    switch (command.type) {
      case 'placeOrder':
        return this.spotDesk.place(userId, command);
      case 'cancelOrder':
        return cancelOrder(state, this.spotProduct.triggers, userId, command);
      case 'cancelAll':
        return cancelAll(state, this.spotProduct.triggers, userId, command);
      case 'massQuote':
        return this.performMassQuote(userId, command);
      case 'practiceFunds':
        if (userId !== SYSTEM && userId !== command.accountUserId)
          return { ok: false, code: 'NOT_PERMITTED' };
        return practiceFunds(state, command);
      default:
        return this.performOther(userId, command);
    }
  }

  private performMassQuote(userId: number, command: MassQuote): Outcome {
    const outcome = massQuote(this.state, this.spotTaker, this.spotQuotes, userId, command);
    this.nextDue = this.earliestDue();
    return outcome;
  }

  private performOther(userId: number, command: Command): Outcome {
    const handler = this.handlers.get(command.type);
    if (handler === undefined) {
      return userId === SYSTEM ? this.performForSystem(command) : { ok: false, code: 'NOT_PERMITTED' };
    }
    if (handler.sender !== 'any' && (handler.sender === 'system') !== (userId === SYSTEM)) {
      return { ok: false, code: 'NOT_PERMITTED' };
    }
    const outcome = handler.perform(userId, command);
    this.nextDue = this.earliestDue();
    return outcome;
  }

  /** Runs what fell due before the command. What it tells and posts stands even where the command is rejected. */
  private runDue(previousMs: number): void {
    for (const product of this.products) {
      if (product.nextDueMs() <= this.state.timeMs) product.onTime(this.state.timeMs, previousMs);
    }
    this.nextDue = this.earliestDue();
  }

  private earliestDue(): number {
    let earliest = Number.POSITIVE_INFINITY;
    for (const product of this.products) earliest = Math.min(earliest, product.nextDueMs());
    return earliest;
  }

  /**
   * Computes the indices, then lets the products see them. A late tick computes none: only products that go by ticks
   * themselves hear of it.
   */
  private performIndexTick(command: IndexTick): Outcome {
    const { state, products } = this;
    const refusal = takeTick(state, command);
    if (refusal !== null) return { ok: false, code: refusal };
    const late = isLate(state);
    if (!late) computeIndices(state, command.tickNo);
    for (const product of products) {
      product.onTick?.(command.tickNo, late);
      if (!late) product.onIndex(command.tickNo);
    }
    this.nextDue = this.earliestDue();
    return DONE;
  }

  /** Spot symbols and perpetuals share one range of ids. */
  private performPriceBand(command: SetPriceBand): Outcome {
    return this.perpetualProduct.setPriceBand(command) ?? setPriceBand(this.state, command);
  }

  private performForSystem(command: Command): Outcome {
    const { state } = this;
    switch (command.type) {
      case 'tick':
        return DONE;
      case 'indexTick':
        return this.performIndexTick(command);
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
      case 'setPriceBand':
        return this.performPriceBand(command);
      case 'setFees':
        return setFees(state, command);
      case 'setVenue':
        return setVenue(state, command);
      default:
        return { ok: false, code: 'INVALID_COMMAND' };
    }
  }

  /** Sees to what trades and ends of orders entail, then tells of balances. */
  private settle(): void {
    if (this.spotProduct.isUnsettled) this.spotProduct.settle();
    if (this.marginProduct.sideEffects.isUnsettled) this.marginProduct.sideEffects.settle();
    this.tellBalances();
  }

  /** One event for each balance of a user that the command changed. */
  private tellBalances(): void {
    const { balances, tape } = this.state;
    for (let i = 0; i < balances.touchedCount; i++) {
      const slot = balances.touched[i]!;
      tape.balance(balances, slot);
      if (balances.number(slot) > MAX_USER_ID) this.marginProduct.onBalance(balances.account[slot]!);
    }
    balances.clearTouched();
  }

  snapshot(): Uint8Array {
    return writeState(this.state, this.products);
  }

  stateHash(): string {
    return digestOf(this.snapshot());
  }

  stateHashWithin(maxBytes: number): string | null {
    try {
      return digestOf(writeState(this.state, this.products, maxBytes));
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
  openOrders(userId: number, symbolId: number | null): readonly OpenOrderView[] {
    return views.openOrders(this.state, userId, symbolId);
  }
  depth(symbolId: number, levels: number): DepthView {
    return views.depth(this.state, symbolId, levels);
  }
  index(symbolId: number): IndexView | null {
    return views.index(this.state, symbolId);
  }
  get chain(): ChainView {
    const { lastTickNo, chainedMs, recordNo, recordHash } = this.state.index;
    return { tickNo: lastTickNo, chainedMs, recordNo, hash: recordHash };
  }
  get spot(): SpotView {
    return this.spotProduct.view;
  }
  get perpetual(): PerpetualView {
    return this.perpetualProduct.view;
  }
  get seconds(): SecondsView {
    return this.secondsProduct.view;
  }
  get margin(): MarginView {
    return this.marginProduct.view;
  }
  get transfer(): TransferView {
    return this.transferProduct.view;
  }
  ledgerSums(): readonly LedgerSum[] {
    return views.ledgerSums(this.state);
  }
}
