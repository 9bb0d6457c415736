import type { MarginCommand } from './commands.ts';
import type { MarginEvent } from './events.ts';

export type * from './commands.ts';
export type * from './events.ts';
export type * from './view.ts';

/** Words that the product adds to the kernel's own. */
export interface MarginVocabulary {
  readonly command: MarginCommand;
  readonly event: MarginEvent;
}
