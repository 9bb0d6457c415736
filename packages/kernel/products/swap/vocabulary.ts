import type { SwapCommand } from './commands.ts';
import type { SwapEvent } from './events.ts';

export type * from './commands.ts';
export type * from './events.ts';
export type * from './view.ts';

/** Words that the product adds to the kernel's own. */
export interface SwapVocabulary {
  readonly command: SwapCommand;
  readonly event: SwapEvent;
}
