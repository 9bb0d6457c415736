import type { PerpetualCommand } from './commands.ts';
import type { PerpetualEvent } from './events.ts';

export type * from './commands.ts';
export type * from './events.ts';
export type * from './receipts.ts';
export type * from './view.ts';

/** Words that the product adds to the kernel's own. */
export interface PerpetualVocabulary {
  readonly command: PerpetualCommand;
  readonly event: PerpetualEvent;
}
