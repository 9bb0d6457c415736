import type { CommandCodecs } from '../../codec/fields.ts';
import type { TransferCommand } from './commands.ts';

/** Codes 110 to 119. */
export const transferCodecs: CommandCodecs<TransferCommand> = {};
