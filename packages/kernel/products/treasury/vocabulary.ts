import type { TreasuryCommand } from './commands.ts';
import type { TreasuryEvent } from './events.ts';

export type * from './commands.ts';
export type * from './events.ts';
export type * from './view.ts';

/** Words that the product adds to the kernel's own. */
export interface TreasuryVocabulary {
  readonly command: TreasuryCommand;
  readonly event: TreasuryEvent;
}
