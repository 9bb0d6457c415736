import type { FinanceCommand } from './commands.ts';
import type { FinanceEvent } from './events.ts';

export type * from './commands.ts';
export type * from './events.ts';
export type * from './view.ts';

/** Words that the product adds to the kernel's own. */
export interface FinanceVocabulary {
  readonly command: FinanceCommand;
  readonly event: FinanceEvent;
}
