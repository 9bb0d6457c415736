import { assert, type Facts } from '@candor/money';

/** Legal transitions between the states of one kind of row. */
export interface Transitions<State extends string> {
  readonly states: readonly State[];
  /** True for a word that is a state. */
  has(word: string): word is State;
  isLegal(from: State, to: State): boolean;
  /** True for a state that nothing follows. */
  isEnd(state: State): boolean;
  /** The states from which a row may reach `to`, for the WHERE of the statement that moves it. */
  into(to: State): readonly State[];
  /** Asserts that a row may go from one state to another. @throws InvariantError */
  check(from: State, to: State, facts?: Facts): void;
  /** Asserts that a row may reach `to` from each of the given states, and returns them. @throws InvariantError */
  from(states: readonly State[], to: State): readonly State[];
}

/**
 * Declares the one table of a state machine: for each state those that may follow it. `code` begins the codes of its
 * asserts.
 */
export function defineTransitions<State extends string>(
  code: string,
  table: Readonly<Record<State, readonly State[]>>,
): Transitions<State> {
  const states = Object.keys(table) as State[];
  const follows = new Map<string, ReadonlySet<State>>(states.map((state) => [state, new Set(table[state])]));
  const isLegal = (from: State, to: State) => follows.get(from)?.has(to) === true;
  const check = (from: State, to: State, facts: Facts = {}) =>
    assert(isLegal(from, to), `${code}_TRANSITION`, { ...facts, from, to });
  return {
    states,
    has: (word): word is State => follows.has(word),
    isLegal,
    isEnd: (state) => follows.get(state)?.size === 0,
    into: (to) => states.filter((state) => isLegal(state, to)),
    check,
    from(some, to) {
      for (const each of some) check(each, to);
      return some;
    },
  };
}
