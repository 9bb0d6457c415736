import { assert } from '../../../assert.ts';
import type { TapeMark } from '../../../events/tape.ts';
import type { State } from '../../../state.ts';
import type { PerpetualUser, Position, Trader } from './entities.ts';

type Act<A, B, C> = (first: A, second: B, third: C) => void;

interface Step {
  readonly act: Act<unknown, unknown, unknown>;
  readonly first: unknown;
  readonly second: unknown;
  readonly third: unknown;
}

/** The lists of the current command, which matching only appends to. */
interface CommandLists {
  readonly changed: Position[];
  readonly atRisk: PerpetualUser[];
}

/** The counters and lengths from before the scope. */
interface Start {
  readonly lastOrderId: number;
  readonly lastTradeId: number;
  readonly touched: number;
  readonly balances: number;
  readonly accounts: number;
  readonly changed: number;
  readonly atRisk: number;
  readonly tape: TapeMark;
}

/**
 * Lets real matching run and be taken back: what it changes between `open` and `close` stays or is undone as a whole.
 *
 * While a scope is open,
 * - an object, set or list is copied before it changes for the first time (`keep` and the methods like it);
 * - a change that has an inverse registers it (`onDiscard`);
 * - a change that would lose an order among others, or is not read before the end, waits for the end (`onPersist`).
 *
 * To discard, inverses run in reverse order, then copies are put back. The state is then the same as before in all that
 * a later command can read, the order within sets and lists included, and the tape holds nothing of the scope. One
 * scope at a time. Only matching may run in it: nothing rests an order, changes settings or opens an account there.
 */
export class Scope {
  isOpen = false;
  private readonly core: State;
  private readonly lists: CommandLists;
  private start!: Start;
  private readonly kept = new Set<object>();
  private readonly copies: Step[] = [];
  private readonly inverses: Step[] = [];
  private readonly waiting: Step[] = [];

  constructor(core: State, lists: CommandLists) {
    this.core = core;
    this.lists = lists;
  }

  open(): void {
    assert(!this.isOpen, 'one scope is open at a time');
    const { core, lists } = this;
    this.isOpen = true;
    this.start = {
      lastOrderId: core.lastOrderId,
      lastTradeId: core.lastTradeId,
      touched: core.balances.touchedCount,
      balances: core.balances.count,
      accounts: core.accounts.count,
      changed: lists.changed.length,
      atRisk: lists.atRisk.length,
      tape: core.tape.mark(),
    };
  }

  /** Ends the scope: with all that was done in it, or as if it had never been opened. */
  close(end: 'persist' | 'discard'): void {
    assert(this.isOpen, 'a scope that closes is open');
    this.isOpen = false;
    assert(this.core.accounts.count === this.start.accounts, 'nothing opens an account in a scope');
    if (end === 'persist') for (const step of this.waiting) run(step);
    else this.discard();
    this.kept.clear();
    this.copies.length = 0;
    this.inverses.length = 0;
    this.waiting.length = 0;
  }

  /** Copies the fields of an object before they change. */
  keep(object: object): void {
    if (!this.isNew(object)) return;
    add(this.copies, putFields, object, { ...object }, 0);
  }

  keepSet<T>(set: Set<T>): void {
    if (!this.isNew(set)) return;
    add(this.copies, putMembers, set, [...set], 0);
  }

  keepList<T>(list: T[]): void {
    if (!this.isNew(list)) return;
    add(this.copies, putItems, list, [...list], 0);
  }

  /** Copies all that matching may change of a user in a symbol: wallet, positions, exits and orders. */
  keepTrader(trader: Trader): void {
    if (!this.isNew(trader)) return;
    const { user, positions, orders } = trader;
    this.keep(user);
    this.keepBalance(user.balance);
    this.keepSet(user.crossPositions);
    this.keep(positions);
    for (const position of trader.openPositions()) this.keepPosition(position);
    this.keepSet(orders);
    for (const order of orders) this.keep(order);
  }

  keepPosition(position: Position): void {
    if (!this.isNew(position)) return;
    add(this.copies, putFields, position, { ...position }, 0);
    this.keepSet(position.reducers);
    this.keepList(position.exits);
    for (const exit of position.exits) this.keep(exit);
  }

  /** Notes a balance (its slot) before it changes. Inverses restore each of its values, the first one last. */
  keepBalance(slot: number): void {
    if (!this.isOpen) return;
    const { balances } = this.core;
    const values = { total: balances.total(slot), held: balances.held(slot) };
    add(this.inverses, putBalance, this.core, slot, values);
  }

  /** Registers what takes a change back that was just made. Only while the scope is open. */
  onDiscard<A, B, C>(act: Act<A, B, C>, first: A, second: B, third: C): void {
    if (this.isOpen) add(this.inverses, act, first, second, third);
  }

  /** Registers a change that is made when the scope persists. Only while the scope is open. */
  onPersist<A, B, C>(act: Act<A, B, C>, first: A, second: B, third: C): void {
    assert(this.isOpen, 'a change waits only in an open scope');
    add(this.waiting, act, first, second, third);
  }

  private isNew(object: object): boolean {
    if (!this.isOpen || this.kept.has(object)) return false;
    this.kept.add(object);
    return true;
  }

  private discard(): void {
    const { core, lists, start } = this;
    for (let i = this.inverses.length - 1; i >= 0; i--) run(this.inverses[i]!);
    for (const copy of this.copies) run(copy);
    core.lastOrderId = start.lastOrderId;
    core.lastTradeId = start.lastTradeId;
    core.balances.untouch(start.touched);
    core.balances.closeAbove(start.balances);
    core.tape.cut(start.tape);
    lists.changed.length = start.changed;
    lists.atRisk.length = start.atRisk;
  }
}

function add<A, B, C>(steps: Step[], act: Act<A, B, C>, first: A, second: B, third: C): void {
  steps.push({ act: act as Act<unknown, unknown, unknown>, first, second, third });
}

function run({ act, first, second, third }: Step): void {
  act(first, second, third);
}

function putFields(object: object, fields: object): void {
  Object.assign(object, fields);
}

function putMembers<T>(set: Set<T>, members: readonly T[]): void {
  set.clear();
  for (const member of members) set.add(member);
}

function putItems<T>(list: T[], items: readonly T[]): void {
  list.length = 0;
  for (const item of items) list.push(item);
}

function putBalance(
  core: State,
  slot: number,
  values: { readonly total: bigint; readonly held: bigint },
): void {
  core.balances.put(slot, values.total, values.held);
}
