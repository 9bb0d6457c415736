import type { SecondsCommand } from './commands.ts';
import type { SecondsEvent } from './events.ts';

export type * from './commands.ts';
export type { SecondTerms, TickReading } from './contract.ts';
export type * from './events.ts';
export type * from './view.ts';

/** Words that the product adds to the kernel's own. */
export interface SecondsVocabulary {
  readonly command: SecondsCommand;
  readonly event: SecondsEvent;
}
