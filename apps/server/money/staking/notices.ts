import type { NoticeSource } from '../../gateway/notices/index.ts';
import { type EarnNoticesNeeds, earnNotices } from '../earn/index.ts';

/** Orders that matured, with what was paid and what became of their renewal. */
export const stakingNotices = (needs: EarnNoticesNeeds): NoticeSource =>
  earnNotices(needs, 'staking', (facts, { autoRenew, renewedAs }) => {
    const wanted = renewedAs === 0 ? 'refused' : 'renewed';
    return { kind: 'staking-matured', facts: { ...facts, renewal: autoRenew ? wanted : 'none' } };
  });
