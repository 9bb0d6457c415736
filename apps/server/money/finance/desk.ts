import type { financeDeskCalls } from '@candor/api';
import { Refusal } from '../../base/errors/refusal.ts';
import {
  type DeskDeps,
  type DeskHandlers,
  type FourEyesActs,
  proposeCommand,
} from '../../operators/operator/index.ts';
import { closingAct, type EarnReaderOptions, earnAct, earnForms, readEarnDesk } from '../earn/index.ts';
import { financeWords } from './words.ts';

/**
 * Finance products, as operators meet them: offers for later orders, and the pools that pay. An offer never changes, and
 * nothing here reaches an open order or says who is a member. Everything waits for a second operator.
 */
export function financeDesk(deps: DeskDeps): DeskHandlers<typeof financeDeskCalls> {
  const { proposals } = deps;
  const forms = earnForms(deps, financeWords);
  return {
    getOperatorFinance: () => readEarnDesk(deps, financeWords),
    async offerFinance({ session, params: { assetId }, body, idempotencyKey }) {
      const { facts, after } = forms.offer(assetId, body);
      const { name, zone, lockDays, maxParticipations } = body;
      if (lockDays > body.cycleDays) throw new Refusal('INVALID_INPUT', { field: 'lockDays' });
      return proposeCommand(
        proposals,
        session,
        { type: 'offerFinance', ...facts, name, zone, lockDays, maxParticipations },
        { ...after, name, zone, lock: String(lockDays), times: String(maxParticipations) },
        idempotencyKey,
      );
    },
    async closeFinanceOffer({ session, params: { offerId }, body, idempotencyKey }) {
      const { facts, after } = await forms.close(offerId, body);
      const command = { type: 'closeFinanceOffer', ...facts } as const;
      return proposeCommand(proposals, session, command, after, idempotencyKey);
    },
    async fundFinance({ session, params: { assetId }, body, idempotencyKey }) {
      const { facts, after } = forms.fund(assetId, body);
      return proposeCommand(proposals, session, { type: 'fundFinance', ...facts }, after, idempotencyKey);
    },
  };
}

/** The acts on finance products, which all wait for a second operator. */
export const financeFourEyes = (
  reader: EarnReaderOptions,
): FourEyesActs<'offerFinance' | 'closeFinanceOffer' | 'fundFinance'> => ({
  offerFinance: earnAct,
  closeFinanceOffer: closingAct(async () => (await readEarnDesk(reader, financeWords)).offers),
  fundFinance: earnAct,
});
