import { DAILY_LIMITS_USDT, type VerifiedLevel } from '@candor/api';
import type { Kyc } from '../kyc/index.ts';

/** Withdrawal limit of a user for a UTC day, by the published table. */
export interface DailyLimits {
  of(userId: number): Promise<{ readonly level: VerifiedLevel; readonly usdt: string }>;
}

export function createDailyLimits(kyc: Pick<Kyc, 'certification'>): DailyLimits {
  return {
    async of(userId) {
      const { primary, advanced } = await kyc.certification(userId);
      const level =
        advanced.state === 'approved' ? 'advanced' : primary.state === 'approved' ? 'primary' : 'none';
      return { level, usdt: DAILY_LIMITS_USDT[level] };
    },
  };
}
