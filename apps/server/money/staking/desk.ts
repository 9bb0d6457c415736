import type { stakingDeskCalls } from '@candor/api';
import {
  type DeskDeps,
  type DeskHandlers,
  type FourEyesActs,
  proposeCommand,
} from '../../operators/operator/index.ts';
import { closingAct, type EarnReaderOptions, earnAct, earnForms, readEarnDesk } from '../earn/index.ts';
import { stakingWords } from './words.ts';

/**
 * Staking, as operators meet it: offers for later orders, and the pools that pay. An offer never changes, and nothing here
 * reaches an open order. Everything waits for a second operator.
 */
export function stakingDesk(deps: DeskDeps): DeskHandlers<typeof stakingDeskCalls> {
  const { proposals } = deps;
  const forms = earnForms(deps, stakingWords);
  return {
    getOperatorStaking: () => readEarnDesk(deps, stakingWords),
    async offerStaking({ session, params: { assetId }, body, idempotencyKey }) {
      const { facts, after } = forms.offer(assetId, body);
      return proposeCommand(proposals, session, { type: 'offerStaking', ...facts }, after, idempotencyKey);
    },
    async closeStakingOffer({ session, params: { offerId }, body, idempotencyKey }) {
      const { facts, after } = await forms.close(offerId, body);
      const command = { type: 'closeStakingOffer', ...facts } as const;
      return proposeCommand(proposals, session, command, after, idempotencyKey);
    },
    async fundStaking({ session, params: { assetId }, body, idempotencyKey }) {
      const { facts, after } = forms.fund(assetId, body);
      return proposeCommand(proposals, session, { type: 'fundStaking', ...facts }, after, idempotencyKey);
    },
  };
}

/** The acts on staking, which all wait for a second operator. */
export const stakingFourEyes = (
  reader: EarnReaderOptions,
): FourEyesActs<'offerStaking' | 'closeStakingOffer' | 'fundStaking'> => ({
  offerStaking: earnAct,
  closeStakingOffer: closingAct(async () => (await readEarnDesk(reader, stakingWords)).offers),
  fundStaking: earnAct,
});
