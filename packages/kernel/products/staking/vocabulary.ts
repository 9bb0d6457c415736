import type { StakingCommand } from './commands.ts';
import type { StakingEvent } from './events.ts';

export type * from './commands.ts';
export type * from './events.ts';
export type * from './view.ts';

/** Words that the product adds to the kernel's own. */
export interface StakingVocabulary {
  readonly command: StakingCommand;
  readonly event: StakingEvent;
}
