import type { NoticeSource } from '../../gateway/notices/index.ts';
import { type EarnNoticesNeeds, earnNotices } from '../earn/index.ts';

/** Orders that matured, with what was paid. */
export const financeNotices = (needs: EarnNoticesNeeds): NoticeSource =>
  earnNotices(needs, 'finance', (facts) => ({ kind: 'finance-matured', facts: { ...facts } }));
