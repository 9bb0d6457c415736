import type { CommandCodecs } from '../../codec/fields.ts';
import type { SpotCommand } from './commands.ts';

/** Codes 20 to 39. */
export const spotCodecs: CommandCodecs<SpotCommand> = {};
