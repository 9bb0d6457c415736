import type { LoanCommand } from './commands.ts';
import type { LoanEvent } from './events.ts';

export type * from './commands.ts';
export type * from './events.ts';
export type * from './view.ts';

/** Words that the product adds to the kernel's own. */
export interface LoanVocabulary {
  readonly command: LoanCommand;
  readonly event: LoanEvent;
}
