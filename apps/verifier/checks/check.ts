import type { AppliedCommand } from '@candor/journal';
import type { KernelView } from '@candor/kernel';

/** Something recomputed that came out otherwise than the journal says. */
export interface Finding {
  /** The command in whose events it stands. */
  readonly seq: number;
  readonly what: string;
}

/** Recomputes one kind of thing from the journal's commands and events, apart from the kernel. */
export interface Check {
  /** Name of the checked things, in the plural: "fills". */
  readonly name: string;
  /** Number of them that were recomputed. */
  count: number;
  /** `view` is the state after the whole batch: for what never changes, such as listings. */
  see(command: AppliedCommand, view: KernelView, report: (what: string) => void): void;
  /** Reports findings that can only be judged at the end. */
  end?(view: KernelView, report: (what: string) => void): void;
}
