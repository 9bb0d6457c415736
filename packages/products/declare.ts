/**
 * Sender of a command to the core. `user`: doors for users, and the house worker for the house. `quotes`: the house
 * worker only, for the house. `system`: the house worker as user 0. `recorder`: the recorder. `core`: only the core
 * itself, which performs announced changes of terms as well.
 */
export type CommandSender = 'user' | 'quotes' | 'system' | 'recorder' | 'core';

/** Facts of a command that other rooms go by. */
export interface CommandFacts {
  readonly sender: CommandSender;
  /** True if it takes risk away: a user has a tenth more of these a day, so that the bound locks nobody into what is open. */
  readonly relieves?: boolean;
  /** True if it comes four times a second and lists nothing: a batch of these alone wakes no console. */
  readonly isRoutine?: boolean;
}

/** Facts of a kind of ledger entry. */
export interface EntryFacts {
  /** Its number on the kernel's tape and in read models: a new kind takes one that no other has. Never changed, never used again. */
  readonly code: number;
  /** True if a line of it can stand on a user's bill; the others are the house's alone. */
  readonly isOnBills: boolean;
}

/** A product's words, each said once: senders, limits, read models and the bill's filter follow from them. */
export interface Declaration {
  readonly commands: Readonly<Record<string, CommandFacts>>;
  /** Kinds of ledger entries, in the order of the bill's filter. */
  readonly entries: Readonly<Record<string, EntryFacts>>;
}

/** Describes a product for `list.ts`. */
export const declare = <const D extends Declaration>(declaration: D): D => declaration;
