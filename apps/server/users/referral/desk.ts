import type { referralDeskCalls } from '@candor/api';
import type { Command, RejectionCode, SetAgent } from '@candor/kernel';
import { parseDecimal } from '@candor/money';
import { MAX_REFERRAL_CAP_PPM } from '@candor/rules';
import { Refusal } from '../../base/errors/refusal.ts';
import { errorKeyOfRejection } from '../../engine/acts/index.ts';
import { decodeCommand } from '../../engine/outbox/index.ts';
import { ppmPercent } from '../../engine/values/index.ts';
import {
  type DeskDeps,
  type DeskHandlers,
  type FourEyesActs,
  proposeCommand,
} from '../../operators/operator/index.ts';
import { flaggedUsers, namesOf } from './flagged.ts';

/** Percent with four decimals are parts per million. */
const PPM_SCALE = 4;

const timeText = (timeMs: number) =>
  timeMs === 0 ? 'now' : `${new Date(timeMs).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

const detailsOf = (userId: number, sharePpm: number, fromMs: number) => ({
  user: String(userId),
  share: `${ppmPercent(sharePpm)}%`,
  from: timeText(fromMs),
});

const errorOf = (rejection: RejectionCode) =>
  rejection === 'INVALID_COMMAND' ? 'TERMS_INVALID' : errorKeyOfRejection(rejection);

/**
 * Referral, as operators meet it: agents and their own shares, and invited users who have something in common with their
 * inviter. Those are shown and nothing else: no rebate is withheld or taken back by it.
 */
export function referralDesk({
  proposals,
  core,
  operators,
  now,
}: DeskDeps): DeskHandlers<typeof referralDeskCalls> {
  const { db } = operators;
  return {
    async getOperatorReferral() {
      const [agents, { sharesPpm, capPpm }, flagged] = await Promise.all([
        core.ask('referralAgents'),
        core.ask('referralTerms'),
        flaggedUsers(db),
      ]);
      const names = await namesOf(
        db,
        agents.map(({ userId }) => userId),
      );
      return {
        now: now(),
        sharesPercent: sharesPpm.map(ppmPercent),
        capPercent: ppmPercent(capPpm),
        agents: agents.map(({ userId, sharePpm, next }) => ({
          userId,
          account: names.get(userId)?.account ?? '--',
          sharePercent: ppmPercent(sharePpm),
          next:
            next === null
              ? null
              : { sharePercent: ppmPercent(next.sharePpm), effectiveTime: next.effectiveMs },
          invited: names.get(userId)?.invited ?? 0,
        })),
        flagged: [...flagged],
      };
    },
    async setAgent({ session, params: { userId }, body, idempotencyKey }) {
      const { effectiveTime, reason } = body;
      const ppm = parseDecimal(body.sharePercent, PPM_SCALE);
      if (ppm === null || ppm > BigInt(MAX_REFERRAL_CAP_PPM))
        throw new Refusal('TERMS_INVALID', { field: 'sharePercent' });
      const names = await namesOf(db, [userId]);
      if (!names.has(userId)) throw new Refusal('NOT_FOUND');
      const command: SetAgent = {
        type: 'setAgent',
        accountUserId: userId,
        sharePpm: Number(ppm),
        effectiveMs: effectiveTime ?? 0,
        reason,
      };
      const after = detailsOf(userId, command.sharePpm, command.effectiveMs);
      return proposeCommand(proposals, session, command, after, idempotencyKey);
    },
  };
}

/** An agent's share waits for a second operator: its payload is the command itself. */
export function referralFourEyes({ core }: Pick<DeskDeps, 'core'>): FourEyesActs<'setAgent'> {
  return {
    setAgent: {
      before: async (payload) => {
        const { accountUserId } = decodeCommand(payload) as Extract<Command, { readonly type: 'setAgent' }>;
        const agents = await core.ask('referralAgents');
        const agent = agents.find(({ userId }) => userId === accountUserId);
        return agent === undefined ? null : detailsOf(accountUserId, agent.sharePpm, 0);
      },
      effect: (payload) => ({ command: decodeCommand(payload), errorOf }),
    },
  };
}
