import type { KernelEvent } from '../events.ts';
import type { TapeChunk } from './tape.ts';

/**
 * Layout of one of a product's events on the tape: an event that comes by the ten thousand in one command is written as
 * numbers, and made only for whoever asks.
 */
export interface PackedLayout {
  /** Stands in records for ever, of the product's range. */
  readonly code: number;
  /** In entries of 64 bits, the head included. */
  readonly size: number;
  read(chunk: TapeChunk, at: number): KernelEvent;
}

const layouts: (PackedLayout | undefined)[] = [];

/** Makes a layout known to whoever plays a tape back. Throws when its code is taken. */
export function packedLayout(layout: PackedLayout): PackedLayout {
  if (layouts[layout.code] !== undefined) throw new Error(`Layout ${layout.code} is known already`);
  layouts[layout.code] = layout;
  return layout;
}

/** The layout of a code. Throws for one that nobody made known. */
export function layoutOf(code: number): PackedLayout {
  const layout = layouts[code];
  if (layout === undefined) throw new Error(`Nobody reads layout ${code}`);
  return layout;
}

/** Makes the events of one record and returns its size in entries. Texts of the command begin at `textsStart`. */
export type RecordPlayer = (
  chunk: TapeChunk,
  at: number,
  textsStart: number,
  events: KernelEvent[],
) => number;

const players: (RecordPlayer | undefined)[] = [];

/** Sets who plays back the records of a kind. Throws when its kind is taken. */
export function recordPlayer(kind: number, player: RecordPlayer): void {
  if (players[kind] !== undefined) throw new Error(`Records of kind ${kind} have a player already`);
  players[kind] = player;
}

/** The player of a kind of records. Throws for one that has none. */
export function playerOf(kind: number): RecordPlayer {
  const player = players[kind];
  if (player === undefined) throw new Error('The tape is not readable here');
  return player;
}
