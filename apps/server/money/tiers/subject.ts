import { tierCalls } from '@candor/api';
import { defineSubject, type OpeningServices } from '../../gateway/subject.ts';
import type { Deposits } from '../deposits/index.ts';
import type { Recharges } from '../recharges/index.ts';
import { tiersHandlers } from './handlers.ts';
import { openTiers } from './tiers.ts';

interface Base extends OpeningServices {
  readonly deposits: Pick<Deposits, 'credited'>;
  readonly recharges: Pick<Recharges, 'credited'>;
}

export const tiers = defineSubject({
  calls: tierCalls,
  async open(_lifecycle, { pool, core, catalogues, now, deposits, recharges }: Base) {
    const room = await openTiers({ pool, core, catalogues, now });
    room.join((userId) => deposits.credited(userId));
    room.join((userId) => recharges.credited(userId));
    return { tiers: room };
  },
  handlers: tiersHandlers,
});
