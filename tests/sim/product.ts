import type { AppliedCommand } from '@candor/journal';
import type { Command, KernelView } from '@candor/kernel';
import type { Random } from '../../tools/workload/random.ts';
import type { LedgerAudit } from './audit/ledger.ts';
import type { Market } from './market.ts';
import type { Plant } from './plant.ts';
import type { Recorder } from './recorder.ts';

/** The next act of somebody. The system is user 0; its commands carry no key. */
export interface Act {
  readonly userId: number;
  readonly body: Command;
}

/** The state that all products of a run share. */
export interface Exchange {
  readonly random: Random;
  readonly market: Market;
  readonly recorder: Recorder;
  readonly ledger: LedgerAudit;
  readonly users: readonly number[];
  readonly houses: readonly number[];
  /** True if nights and weeks may pass in this run. */
  readonly isLong: boolean;
  /** The time of the wall clock. */
  nowMs(): number;
}

/**
 * One product in one run: what people do with it, and what must be true of it. It knows the kernel by its commands, its
 * events and its view, and reckons everything again in its own way.
 */
export interface SimProduct {
  /** The commands that list it, at the journal's start. */
  listing(): readonly Command[];
  /** Frequency of its acts, against the others'. */
  readonly weight: number;
  /** Something to do; null when there is nothing just now. */
  act(): Act | null;
  /** Number of times that a case of its own was met, beside those that its commands and events name. */
  readonly met?: ReadonlyMap<string, number>;
  /** Follows a committed command and throws `Broken` at the first thing that must not be. */
  onCommand(command: AppliedCommand): void;
  /** Compares what it knows with all that the kernel says, with nothing under way. */
  scan(view: KernelView): void;
}

export interface ProductModule {
  readonly name: string;
  create(exchange: Exchange): SimProduct;
  readonly plants: readonly Plant[];
  /** The cases that the runs must meet, by the counts of `met`. */
  readonly wanted: readonly string[];
}

/** An invariant does not hold. */
export class Broken extends Error {
  constructor(invariant: string, details: string) {
    super(`${invariant}: ${details}`);
    this.name = 'Broken';
  }
}

/** Throws `Broken` where `holds` is false; the details are worded only then. */
export function must(holds: boolean, invariant: string, details: () => string): asserts holds {
  if (!holds) throw new Broken(invariant, details());
}

/** An object as text, with its big numbers. */
export function words(value: unknown): string {
  return JSON.stringify(value, (_, part) => (typeof part === 'bigint' ? `${part}` : part));
}
