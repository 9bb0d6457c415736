import { amount, type CommandCodecs, command, number, text } from '../../codec/fields.ts';
import type { TreasuryCommand } from './commands.ts';

/** Codes 150 to 159. */
export const treasuryCodecs: CommandCodecs<TreasuryCommand> = {
  fundCustody: command(150, { fundingNo: number, assetId: number, amount }),
  reconcileCustody: command(151, { reportNo: number, assetId: number, booked: amount, found: amount }),
  releaseSuspense: command(152, {
    releaseNo: number,
    assetId: number,
    amount,
    accountUserId: number,
    reason: text,
  }),
};
