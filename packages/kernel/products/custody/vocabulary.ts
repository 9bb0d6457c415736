import type { CustodyCommand } from './commands.ts';
import type { CustodyEvent } from './events.ts';

export type * from './commands.ts';
export type * from './events.ts';
export type * from './view.ts';

/** Words that the product adds to the kernel's own. */
export interface CustodyVocabulary {
  readonly command: CustodyCommand;
  readonly event: CustodyEvent;
}
