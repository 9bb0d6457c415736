import type { AppliedCommand } from '@candor/journal';
import { createKernel, type Envelope, type Kernel, type KernelEvent } from '@candor/kernel';

export type Alter = (event: KernelEvent) => KernelEvent | null;
type EventOf<T extends KernelEvent['type']> = Extract<KernelEvent, { readonly type: T }>;

interface Check {
  see(command: AppliedCommand, kernel: Kernel, found: (what: string) => void): void;
}

/** Commands of a bench, told again by another kernel, for a check of the verifier to read with one event altered. */
export class ToldAgain {
  readonly kernel = createKernel();
  readonly commands: readonly AppliedCommand[];

  constructor(sent: readonly Envelope[]) {
    this.commands = sent.map((envelope) => {
      const { outcome, events } = this.kernel.apply(envelope);
      return { stamp: envelope, envelope, outcome, events: [...events] } as AppliedCommand;
    });
  }

  /** Findings of a check; an event for which `alter` returns null is missing. */
  findings(check: Check, alter: Alter = (event) => event, commands = this.commands): string[] {
    const found: string[] = [];
    for (const command of commands) {
      const events = command.events.map(alter).filter((event) => event !== null);
      check.see({ ...command, events }, this.kernel, (what) => found.push(what));
    }
    return found;
  }

  /** Alters one event of a type, the first or the last; null leaves it out. */
  one<T extends KernelEvent['type']>(
    which: 'first' | 'last',
    type: T,
    change: (event: EventOf<T>) => object | null,
  ): Alter {
    const all = this.commands.flatMap(({ events }) => events).filter((event) => event.type === type);
    const at = which === 'first' ? 1 : all.length;
    let seen = 0;
    return (event) => {
      if (event.type !== type || ++seen !== at) return event;
      const changes = change(event as EventOf<T>);
      return changes === null ? null : ({ ...event, ...changes } as KernelEvent);
    };
  }
}
