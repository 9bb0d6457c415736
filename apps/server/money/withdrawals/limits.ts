import { type AccountTierName, DAILY_LIMITS_USDT, type VerifiedLevel } from '@candor/api';
import type { Kyc } from '../../users/kyc/index.ts';
import type { Tiers } from '../tiers/index.ts';

/** Every user may withdraw this much in a UTC day, whatever the level and the tier. */
export const LEAST_DAILY_USDT = DAILY_LIMITS_USDT.none;

export interface DailyLimit {
  readonly level: VerifiedLevel;
  readonly usdt: string;
  /** The account tier that gives it; null where the verified level does. */
  readonly tier: AccountTierName | null;
}

/** Withdrawal limit of a user for a UTC day, by the published tables: the higher of the level's and the tier's limit. */
export interface DailyLimits {
  of(userId: number): Promise<DailyLimit>;
}

export function createDailyLimits(
  kyc: Pick<Kyc, 'certification'>,
  tiers: Pick<Tiers, 'dailyWithdrawal'>,
): DailyLimits {
  return {
    async of(userId) {
      const [{ primary, advanced }, ofTier] = await Promise.all([
        kyc.certification(userId),
        tiers.dailyWithdrawal(userId),
      ]);
      const level =
        advanced.state === 'approved' ? 'advanced' : primary.state === 'approved' ? 'primary' : 'none';
      const ofLevel = DAILY_LIMITS_USDT[level];
      return Number(ofTier.usdt) > Number(ofLevel)
        ? { level, ...ofTier }
        : { level, usdt: ofLevel, tier: null };
    },
  };
}
