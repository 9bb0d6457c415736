import { InvariantError } from '@candor/money';

/**
 * Throws when a condition that must hold does not: the kernel is broken then, and the sequencer recovers from the
 * journal. The message is a constant, so that an assertion that holds allocates nothing.
 */
export function assert(holds: boolean, broken: string): asserts holds {
  if (!holds) throw new InvariantError(`Kernel invariant broken: ${broken}`);
}
