import type { ByteReader, ByteWriter } from './codec/bytes.ts';
import type { Command } from './commands.ts';
import type { Outcome } from './events.ts';

/** Who may send a command: users for themselves, the system (user 0), or both. */
export type Sender = 'user' | 'system' | 'any';

/** What performs commands of one type. It checks everything first, then posts. */
export interface CommandHandler<C extends Command = Command> {
  readonly sender: Sender;
  perform(userId: number, command: C): Outcome;
}

/** The handlers of a product's commands, by type. */
export type CommandHandlers<C extends Command> = {
  readonly [T in C['type']]: CommandHandler<Extract<C, { readonly type: T }>>;
};

/**
 * A product's part of the kernel. Products are called in one fixed order, know the shared state and none of each
 * other. All that they keep is in their section of the snapshot, and what they hold of balances is held again by
 * `read`.
 */
export interface Product {
  /** Names its section of the snapshot, for ever. */
  readonly name: string;
  /** Its commands, by type. */
  readonly handlers: Readonly<Record<string, CommandHandler<never>>>;
  /** When something of it falls due next, in ms; Infinity when nothing does. */
  nextDueMs(): number;
  /**
   * Runs what fell due up to `nowMs`, in order, before the command that brought this time. `previousMs` is the time of
   * the command before: more than `DOWNTIME_MS` between the two is downtime, whose prices nobody chained.
   */
  onTime(nowMs: number, previousMs: number): void;
  /**
   * An index tick was journaled, late or not, before anything is computed of it: only for products that go by ticks
   * themselves. Its raw quotes, number and time of chaining are in the state's index keeper.
   */
  onTick?(tickNo: number, isLate: boolean): void;
  /** An index tick that is not late was computed: indices and staleness are in the state's index keeper. */
  onIndex(tickNo: number): void;
  /** What of a balance must stay in its wallet although it is not held; 0 for wallets of other products. */
  lockedIn(account: number, assetId: number): bigint;
  /** A transfer changed a balance of this account (its slot): only for products that watch a wallet. */
  onTransfer?(account: number, assetId: number): void;
  write(writer: ByteWriter): void;
  /** Reads what `write` wrote, into an empty state. */
  read(reader: ByteReader): void;
}

/** A jump of the clock by more than this is downtime. */
export const DOWNTIME_MS = 5_000;
