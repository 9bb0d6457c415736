import type { OtcTermsRow } from '@candor/api';
import type { Command, RejectionCode } from '@candor/kernel';
import { errorKeyOfRejection } from '../../engine/acts/index.ts';
import { decodeCommand } from '../../engine/outbox/index.ts';
import type { ActDetails, FourEyesActs } from '../../operators/operator/index.ts';
import { appealed, mayDecide, type OtcDeskReader, requireUnheld } from './desk-reader.ts';
import { readBoard } from './standing.ts';

type Of<Type extends Command['type']> = Extract<Command, { readonly type: Type }>;
type Names = 'resolveOtcAppeal' | 'setOtcTerms' | 'setOtcCurrency' | 'setOtcMethod' | 'setOtcTrader';

const HOUR_MS = 3_600_000;
const hours = (ms: number): string => `${ms / HOUR_MS} h`;

/** Terms as the log and the diff show them. */
export const otcTermsDetails = (terms: OtcTermsRow, from: string): ActDetails => ({
  fee: `${terms.makerFeePercent}%`,
  band: `${terms.bandPercent}%`,
  windows: [terms.minWindowMs, terms.maxWindowMs, terms.maxStableWindowMs].map(hours).join(', '),
  clocks: [terms.lapseMs, terms.silenceMs, terms.answerMs, terms.decideMs].map(hours).join(', '),
  pauses: `${terms.faultsToPause} in ${hours(terms.faultMemoryMs)}: ${terms.pausesMs.map(hours).join(', ')}`,
  newcomers: `${terms.newOrders} × ${terms.newValue}`,
  deposit: terms.deposit,
  hold: `${hours(terms.holdMs)}, ${hours(terms.depositBackMs)}`,
  from,
});

export const methodDetails = (method: string, appealAfterMs: number, isOpen: boolean): ActDetails => ({
  method,
  after: hours(appealAfterMs),
  state: isOpen ? 'open' : 'closed',
});

const errorOf = (rejection: RejectionCode) =>
  rejection === 'INVALID_COMMAND' ? 'INVALID_INPUT' : errorKeyOfRejection(rejection);

/** The acts on OTC that wait for a second operator: their payload is the command itself. */
export function otcFourEyes(reader: OtcDeskReader): FourEyesActs<Names> {
  return {
    resolveOtcAppeal: {
      async before(payload) {
        const { orderId, winner } = decodeCommand(payload) as Of<'resolveOtcAppeal'>;
        const order = await appealed(reader, orderId);
        // read by the proposal and by the approval: a hold may begin between both
        await requireUnheld(reader, order, winner);
        // a statement that came in between is one that nobody has read: the proposal is made again
        return { statements: String(order.appeal.statements), open: String(mayDecide(order, reader.now())) };
      },
      effect(payload) {
        const command = decodeCommand(payload) as Of<'resolveOtcAppeal'>;
        return {
          command: ({ name }) => ({ ...command, operators: [command.operators[0] ?? '', name] }),
          errorOf,
        };
      },
    },
    setOtcTerms: {
      async before() {
        const { terms } = await readBoard(reader);
        return terms === null ? null : otcTermsDetails(terms, '-');
      },
      effect: (payload) => ({ command: decodeCommand(payload), errorOf }),
    },
    setOtcCurrency: {
      async before(payload) {
        const { currency } = decodeCommand(payload) as Of<'setOtcCurrency'>;
        const found = (await readBoard(reader)).currencies.find((each) => each.currency === currency);
        return found === undefined ? null : { currency, rate: found.rate };
      },
      effect: (payload) => ({ command: decodeCommand(payload), errorOf }),
    },
    setOtcMethod: {
      async before(payload) {
        const { method } = decodeCommand(payload) as Of<'setOtcMethod'>;
        const found = (await readBoard(reader)).methods.find((each) => each.method === method);
        return found === undefined ? null : methodDetails(method, found.appealAfterMs, found.isOpen);
      },
      effect: (payload) => ({ command: decodeCommand(payload), errorOf }),
    },
    setOtcTrader: {
      async before(payload) {
        const { accountUserId } = decodeCommand(payload) as Of<'setOtcTrader'>;
        const standing = await reader.otc.traders.of(accountUserId);
        if (standing === null) return null;
        return { user: String(accountUserId), state: standing.isBarred ? 'barred' : 'admitted' };
      },
      effect(payload) {
        const command = decodeCommand(payload) as Of<'setOtcTrader'>;
        const { accountUserId, isAdmitted } = command;
        return {
          command,
          errorOf,
          beside: (trx) => reader.otc.traders.bar(trx, accountUserId, isAdmitted),
        };
      },
    },
  };
}
