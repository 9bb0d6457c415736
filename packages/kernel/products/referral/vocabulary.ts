import type { ReferralCommand } from './commands.ts';
import type { ReferralEvent } from './events.ts';

export type * from './commands.ts';
export type * from './events.ts';
export type * from './view.ts';

/** Words that the product adds to the kernel's own. */
export interface ReferralVocabulary {
  readonly command: ReferralCommand;
  readonly event: ReferralEvent;
}
