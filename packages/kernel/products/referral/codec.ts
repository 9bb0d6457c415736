import type { ReferralShares } from '@candor/rules';
import { type CommandCodecs, command, type Field, number, text } from '../../codec/fields.ts';
import type { EndReferral, ReferralCommand, SetAgent, SetReferralTerms, SetReferrer } from './commands.ts';

/** The three shares. */
export const shares: Field<ReferralShares> = {
  write: (writer, value) => {
    for (const each of [0, 1, 2] as const) number.write(writer, value[each]);
  },
  read: (reader) => [number.read(reader), number.read(reader), number.read(reader)],
};

/** Codes 170 to 179. */
export const referralCodecs: CommandCodecs<ReferralCommand> = {
  setReferralTerms: command<SetReferralTerms>(170, { sharesPpm: shares, capPpm: number }),
  setReferrer: command<SetReferrer>(171, { accountUserId: number, inviterId: number }),
  setAgent: command<SetAgent>(172, {
    accountUserId: number,
    sharePpm: number,
    effectiveMs: number,
    reason: text,
  }),
  endReferral: command<EndReferral>(173, { accountUserId: number }),
};
