import type { OtcCommand } from './commands.ts';
import type { OtcEvent } from './events.ts';

export type * from './commands.ts';
export type * from './events.ts';
export type * from './view.ts';

/** Words that the product adds to the kernel's own. */
export interface OtcVocabulary {
  readonly command: OtcCommand;
  readonly event: OtcEvent;
}
