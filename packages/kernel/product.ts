import { type CommandFacts, DECLARATIONS, type ProductName } from '@candor/products';
import type { ByteReader, ByteWriter } from './codec/bytes.ts';
import type { AnyCodec } from './codec/fields.ts';
import type { Command, SetPriceBand } from './commands.ts';
import type { DueSlice } from './due/due-slice.ts';
import type { Outcome } from './events.ts';
import type { WalletKind } from './ledger/wallets.ts';
import type { Ports } from './ports.ts';
import type { RejectionCode } from './rejections.ts';
import type { CapacityHints, State } from './state.ts';

/** Performs commands of one type. It checks everything first, then posts. */
export interface CommandHandler<C extends { readonly type: string } = Command> {
  /** True if the command can make nothing due earlier than it was: spares looking for the next due time. */
  readonly keepsDue?: boolean;
  /** Set for a command that changes published terms: returns what would reject it now, and changes nothing. */
  problem?(command: C): RejectionCode | null;
  /** True if the command, or this one, is only performed as an announced change: sent by itself it is rejected. */
  readonly isAnnounced?: boolean | ((command: C) => boolean);
  perform(userId: number, command: C): Outcome;
}

/** The handlers of a product's commands, by type. */
export type CommandHandlers<C extends { readonly type: string }> = {
  readonly [T in C['type']]: CommandHandler<Extract<C, { readonly type: T }>>;
};

/** Everything a product is made with. */
export interface ProductContext {
  readonly state: State;
  readonly hints: CapacityHints;
  readonly ports: Ports;
  /** All products and their parts in the order in which they are called: complete once all are made. */
  readonly products: readonly ProductPart[];
}

/**
 * A part of the kernel with a section of its own in snapshots. It is called by the hooks that it has, in the fixed order
 * of the list of products; a hook that nobody has costs nothing. All that it keeps is in its section, and what it holds
 * of balances is held again by `read`.
 */
export interface ProductPart {
  /** Names its section of the snapshot, for ever. */
  readonly name: string;
  /** A tick settles a larger slice of its items, beside all others': people wait for them. */
  readonly isUrgent?: boolean;
  /** Returns when something of it falls due next, in ms; Infinity when nothing does. Goes with `onTime`. */
  nextDueMs?(): number;
  /**
   * Settles what fell due up to `nowMs`, in order, before the command that brought this time: each item takes one of
   * the slice, and what is left when the slice is used up waits for the next command. At least one item must be settled
   * while `nextDueMs` is reached. `previousMs` is the time of the command before: more than `DOWNTIME_MS` between the
   * two is downtime, whose prices nobody chained.
   */
  onTime?(nowMs: number, previousMs: number, slice: DueSlice): void;
  /**
   * Settles all that fell due of the user whose command is about to be performed, so that the command sees it. Only for
   * products whose `onTime` leaves items over; they bound how many items one user can have.
   */
  onTimeOf?(userId: number, nowMs: number): void;
  /**
   * An index tick was journaled, late or not, before anything is computed of it: only for products that go by ticks
   * themselves. Its raw quotes, number and time of chaining are in the state's index keeper. What the tick decides takes
   * one of the command's slice for each item; the rest is due for later commands.
   */
  onTick?(tickNo: number, isLate: boolean, slice: DueSlice): void;
  /** An index tick that is not late was computed: indices and staleness are in the state's index keeper. */
  onIndex?(tickNo: number): void;
  /**
   * Follows up what the command entailed, after it and before balances are published. Called after each command that
   * set `state.isUnsettled`, in the order of the list.
   */
  settle?(): void;
  /** Kinds of wallets whose balance changes it wants; without them `onBalance` is never called. */
  readonly watchedWallets?: readonly WalletKind[];
  /** The command changed the balance of an account (its slot) in a watched wallet. Must change no balance. */
  onBalance?(account: number, assetId: number): void;
  /**
   * A trading fee was charged: `units` (a safe integer) of an asset from an account (its slot), the safety fund's part
   * included. Called in the middle of a fill: it may only take note, set `state.isUnsettled`, and post in `settle`.
   */
  onFee?(assetId: number, account: number, units: number, tradeId: number): void;
  /** A transfer changed a balance of this account (its slot). */
  onTransfer?(account: number, assetId: number): void;
  /** Returns the part of a balance that must stay in its wallet although it is not held; 0 for other wallets. */
  lockedIn?(account: number, assetId: number): bigint;
  /** Sets the price band of one of its symbols. Returns null for a symbol that is not its own. */
  setPriceBand?(command: SetPriceBand): Outcome | null;
  /** Checks dear invariants between commands, where `hints.audit` asks for it. Throws where one is broken. */
  audit?(): void;
  write(writer: ByteWriter): void;
  /** Reads what `write` wrote, into an empty state. */
  read(reader: ByteReader): void;
}

/** A product: commands, state, events, a section of the snapshot, and views. Products know none of each other. */
export interface Product extends ProductPart {
  /** Its commands, by type. */
  readonly handlers: Readonly<Record<string, CommandHandler<never>>>;
  /** View that others may read. */
  readonly view: object;
  /** Parts that are called before all products, such as ends of quotes, and after them. */
  readonly early?: readonly ProductPart[];
  readonly late?: readonly ProductPart[];
}

/** A product as the list names it. */
export interface ProductRoom<N extends string = string, P extends Product = Product> {
  /** Also the name of its view. */
  readonly name: N;
  /** Its commands in the journal, by type, each of its own range of codes. */
  readonly codecs: Readonly<Record<string, AnyCodec>>;
  /** Facts of each of its commands, such as the sender, by type. */
  readonly commands: Readonly<Record<string, CommandFacts>>;
  create(context: ProductContext): P;
}

/** Describes a product for the list of products: its commands are those that it declares under this name. */
export function productRoom<N extends string, P extends Product>(
  name: N,
  codecs: Readonly<Record<string, AnyCodec>>,
  create: (context: ProductContext) => P,
  commands: Readonly<Record<string, CommandFacts>> = DECLARATIONS[name as unknown as ProductName].commands,
): ProductRoom<N, P> {
  return { name, codecs, commands, create };
}

/** A jump of the clock by more than this is downtime. */
export const DOWNTIME_MS = 5_000;
