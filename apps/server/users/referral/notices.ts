import { ppmPercent } from '../../engine/values/index.ts';
import type { NoticeSource } from '../../gateway/notices/index.ts';

const DAY_MS = 86_400_000;

/** One notice a day of rebates, however many come, and one of each change of an agent's own share. */
export function referralNotices(): NoticeSource {
  return {
    read({ stamp: { timeMs }, events }, draft) {
      for (const event of events) {
        if (event.type === 'referralPaid') {
          const day = event.day * DAY_MS;
          for (const { inviterId } of event.rebates)
            draft({
              userId: inviterId,
              key: `rebates:${day}`,
              timeMs,
              isOnce: true,
              content: () => ({ kind: 'referral-rebate', facts: { day } }),
            });
        }
        if (event.type !== 'agentSet') continue;
        const { userId, sharePpm, effectiveMs, reason } = event;
        draft({
          userId,
          key: `agent:${effectiveMs}`,
          timeMs,
          content: () => ({
            kind: 'agent-share',
            facts: { sharePercent: ppmPercent(sharePpm), effectiveTime: effectiveMs, reason },
          }),
        });
      }
    },
  };
}
