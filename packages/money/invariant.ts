/** Facts of a broken invariant: numbers, states and names, never a secret. */
export type Facts = Readonly<Record<string, string | number | bigint | boolean | null>>;

const NONE: Facts = {};

/** An invariant that does not hold. The code is stable; the message adds the facts, for an operator. */
export class InvariantError extends Error {
  readonly code: string;
  readonly facts: Facts;

  constructor(code: string, facts: Facts = NONE) {
    const named = Object.entries(facts).map(([name, value]) => `${name} ${value}`);
    super([code, ...named].join(' · '));
    this.name = 'InvariantError';
    this.code = code;
    this.facts = facts;
  }
}

/** Throws InvariantError unless a condition that must hold does. Always on: what follows would act on a wrong state. */
export function assert(holds: boolean, code: string, facts: Facts = NONE): asserts holds {
  if (!holds) throw new InvariantError(code, facts);
}
