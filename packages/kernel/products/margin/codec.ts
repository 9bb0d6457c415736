import type { CommandCodecs } from '../../codec/fields.ts';
import type { MarginCommand } from './commands.ts';

/** Codes 90 to 109. */
export const marginCodecs: CommandCodecs<MarginCommand> = {};
