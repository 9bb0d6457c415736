import type { SpotCommand } from './commands.ts';
import type { SpotEvent } from './events.ts';

export type * from './commands.ts';
export type * from './events.ts';
export type * from './view.ts';

/** Words that the product adds to the kernel's own. */
export interface SpotVocabulary {
  readonly command: SpotCommand;
  readonly event: SpotEvent;
}
