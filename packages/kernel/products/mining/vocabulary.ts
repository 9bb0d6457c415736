import type { MiningCommand } from './commands.ts';
import type { MiningEvent } from './events.ts';

export type * from './commands.ts';
export type * from './events.ts';
export type * from './view.ts';

/** Words that the product adds to the kernel's own. */
export interface MiningVocabulary {
  readonly command: MiningCommand;
  readonly event: MiningEvent;
}
