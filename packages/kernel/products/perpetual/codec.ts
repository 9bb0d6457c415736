import type { CommandCodecs } from '../../codec/fields.ts';
import type { PerpetualCommand } from './commands.ts';

/** Codes 40 to 69. */
export const perpetualCodecs: CommandCodecs<PerpetualCommand> = {};
