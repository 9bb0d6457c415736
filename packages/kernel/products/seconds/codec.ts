import type { CommandCodecs } from '../../codec/fields.ts';
import type { SecondsCommand } from './commands.ts';

/** Codes 70 to 89. */
export const secondsCodecs: CommandCodecs<SecondsCommand> = {};
