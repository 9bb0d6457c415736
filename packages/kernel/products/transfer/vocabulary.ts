import type { TransferCommand } from './commands.ts';
import type { TransferEvent } from './events.ts';

export type * from './commands.ts';
export type * from './events.ts';
export type * from './view.ts';

/** Words that the product adds to the kernel's own. */
export interface TransferVocabulary {
  readonly command: TransferCommand;
  readonly event: TransferEvent;
}
