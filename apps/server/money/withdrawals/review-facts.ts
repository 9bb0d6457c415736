import type { Amount } from '@candor/money';
import type { Catalogue } from '../../engine/catalogue/index.ts';
import { amountText } from '../../engine/values/index.ts';
import type { ReviewFile } from '../../gateway/review/index.ts';
import type { Hold } from '../../users/factors/index.ts';
import type { DailyLimit } from './limits.ts';

interface OwnerStanding {
  /** Taken of the limit of the day, in base units of USDT. */
  readonly taken: bigint;
  readonly limit: DailyLimit;
  readonly holds: readonly Hold[];
}

/** Facts about the owner of a withdrawal in the operators' queue: the use of the limit of the day, and each hold. */
export function ownerFacts(
  catalogue: Catalogue,
  { taken, limit, holds }: OwnerStanding,
): ReviewFile['facts'] {
  const usdt = catalogue.asset('USDT');
  return [
    {
      name: 'usedToday',
      value: `${amountText(catalogue, usdt.assetId, taken as Amount)} / ${limit.usdt} USDT`,
    },
    ...holds.map(({ reason, untilMs }) => ({
      name: 'hold',
      value: `${reason}, ${new Date(untilMs).toISOString()}`,
    })),
  ];
}
