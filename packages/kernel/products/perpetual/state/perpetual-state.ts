import { Levels } from '../../../book/levels.ts';
import { OrderPool } from '../../../book/order-pool.ts';
import { INSURANCE } from '../../../ledger/accounts.ts';
import { walletAccount } from '../../../ledger/wallets.ts';
import type { State } from '../../../state.ts';
import { TriggerIndex } from '../../../triggers/trigger-index.ts';
import type { PositionChange } from '../protocol/events.ts';
import type { Exit, PerpetualOrder, Position } from './entities.ts';
import { PerpetualUser, Trader } from './entities.ts';
import type { FundingRound } from './funding-round.ts';
import { RiskWatch } from './risk-watch.ts';
import { Scope } from './scope.ts';
import type { PerpetualSymbol } from './symbol.ts';

const FIRST_ORDERS = 1024;
/** Leverage of a user until it is set, where the symbol allows so much. */
const FIRST_LEVERAGE = 10;

/** All that perpetuals keep, and what the current command has changed of it. */
export class PerpetualState {
  readonly core: State;
  readonly symbols: PerpetualSymbol[] = [];
  readonly symbolsById = new Map<number, PerpetualSymbol>();
  readonly pool = new OrderPool(FIRST_ORDERS);
  readonly levels = new Levels();
  /** By user id. */
  readonly users = new Map<number, PerpetualUser>();
  /** By the slot of the contract wallet. */
  readonly usersByAccount = new Map<number, PerpetualUser>();
  /** By their numbers; 0 is nobody's. */
  readonly traders: Trader[] = [];
  readonly positions = new Map<number, Position>();
  /** By symbol and id: in the order in which they were opened. */
  private readonly positionsBySymbol = new Map<PerpetualSymbol, Map<number, Position>>();
  /** Resting and waiting ones by id, and by `user id client id`. */
  readonly orders = new Map<number, PerpetualOrder>();
  readonly clientIds = new Map<string, PerpetualOrder>();
  /** Resting ones by their places in the pool. */
  readonly bySlot: (PerpetualOrder | undefined)[] = [];
  readonly exits = new Map<number, Exit>();
  /** Exits and waiting orders by their ids, but for those that are tried again. */
  readonly triggers = new TriggerIndex();
  /** Ids of exits and waiting orders that fired and are tried again while their triggers hold: see retries.ts. */
  readonly retrying = new Set<number>();
  /** The exit that is closing its position now. */
  firing: Exit | null = null;
  /** Marks at which positions are liquidated, and at which their users are warned: see risk-index.ts. */
  readonly liquidations = new RiskWatch('liquidation');
  readonly warnings = new RiskWatch('warning');
  /** The settlements of funding that are under way. */
  readonly rounds = new Map<PerpetualSymbol, FundingRound>();
  /** The asset of all perpetuals; 0 before the first. */
  settleAssetId = 0;
  /** Positions to tell of, by what changed them, and users whose risk is to be computed again. */
  readonly changed: Position[] = [];
  readonly atRisk: PerpetualUser[] = [];

  /** Matching that may be taken back runs in it. */
  readonly scope: Scope;

  constructor(core: State) {
    this.core = core;
    this.scope = new Scope(core, this);
  }

  addSymbol(symbol: PerpetualSymbol): void {
    this.symbols.push(symbol);
    this.symbolsById.set(symbol.symbolId, symbol);
    this.positionsBySymbol.set(symbol, new Map());
  }

  user(userId: number): PerpetualUser | undefined {
    return this.users.get(userId);
  }

  /**
   * A user in a symbol as they are or, who never traded it, as they would begin: what a check needs. Only `register`
   * makes a draft part of the state. The user must have an account.
   */
  traderOrDraft(userId: number, symbol: PerpetualSymbol): Trader {
    const user = this.userOrDraft(userId);
    const known = user.traders.get(symbol.symbolId);
    if (known !== undefined) return known;
    // the house is cross from the beginning, everybody else isolated
    const leverage = Math.min(FIRST_LEVERAGE, symbol.maxLeverage);
    return new Trader(user, symbol, leverage, user.isHouse ? 'cross' : 'isolated');
  }

  userOrDraft(userId: number): PerpetualUser {
    const known = this.users.get(userId);
    if (known !== undefined) return known;
    const { accounts, balances } = this.core;
    const spot = accounts.find(userId);
    const user = new PerpetualUser(userId, spot, accounts.house[spot] === 1);
    user.account = accounts.find(walletAccount(userId, 'contract'));
    if (user.account !== 0) user.balance = balances.find(user.account, this.settleAssetId);
    return user;
  }

  register(trader: Trader): Trader {
    if (trader.number !== 0) return trader;
    this.registerUser(trader.user);
    trader.number = this.traders.length + 1;
    this.traders.push(trader);
    trader.user.traders.set(trader.symbol.symbolId, trader);
    return trader;
  }

  registerUser(user: PerpetualUser): void {
    if (this.users.has(user.userId)) return;
    const { accounts, balances } = this.core;
    user.account = accounts.ensureWallet(user.userId, 'contract');
    user.balance = balances.findOrOpen(user.account, this.settleAssetId);
    this.users.set(user.userId, user);
    this.usersByAccount.set(user.account, user);
  }

  /** The positions of a symbol, by id, in the order in which they were opened. */
  positionsIn(symbol: PerpetualSymbol): Map<number, Position> {
    return this.positionsBySymbol.get(symbol)!;
  }

  available(user: PerpetualUser): bigint {
    return this.core.balances.available(user.balance);
  }

  insurance(): bigint {
    const { accounts, balances } = this.core;
    const account = accounts.find(INSURANCE);
    return account === 0 ? 0n : balances.total(balances.find(account, this.settleAssetId));
  }

  insuranceAccount(): number {
    return this.core.accounts.ensureNamed(INSURANCE);
  }

  insuranceBalance(): number {
    return this.core.balances.findOrOpen(this.insuranceAccount(), this.settleAssetId);
  }

  /** True when two users' orders never meet: the same user, or the house on both sides. */
  isOneGroup(a: PerpetualUser, b: PerpetualUser): boolean {
    return a === b || (a.isHouse && b.isHouse);
  }

  /**
   * Marks a position for its event: an end is emitted rather than the fills that caused it, and fills rather than
   * the leverage that their order came with.
   */
  touch(position: Position, change: PositionChange): void {
    const told = position.change;
    if (told === null) this.changed.push(position);
    if (told === null || told === 'leverage' || change !== 'trade') position.change = change;
    this.risk(position.trader.user);
  }

  /** Remembers to compute again where a user is liquidated. */
  risk(user: PerpetualUser): void {
    if (user.isAtRisk) return;
    user.isAtRisk = true;
    this.atRisk.push(user);
  }
}
