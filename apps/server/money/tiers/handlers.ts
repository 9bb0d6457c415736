import type { tierCalls } from '@candor/api';
import type { Handlers } from '../../gateway/http/context.ts';
import type { Tiers } from './tiers.ts';

export interface TiersNeeds {
  readonly tiers: Tiers;
}

export function tiersHandlers({ tiers }: TiersNeeds): Handlers<typeof tierCalls> {
  return {
    async getAccountTiers({ session }) {
      const [tables, own] = await Promise.all([
        tiers.tables(),
        session === null ? null : tiers.standing(session.userId),
      ]);
      return { ...tables, own };
    },
  };
}
