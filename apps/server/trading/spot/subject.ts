import { spotCalls } from '@candor/api';
import type { CatalogueFollower } from '../../engine/catalogue/index.ts';
import type { CoreLink } from '../../engine/core/index.ts';
import type { History } from '../../engine/ports.ts';
import { defineSubject } from '../../gateway/subject.ts';
import { createBalanceReader } from '../../money/wallet/index.ts';
import { createFeeTierReader } from './fee-tiers.ts';
import { spotHandlers } from './handlers.ts';
import { createOrders } from './orders.ts';
import { createOrderRecords } from './records.ts';

interface Needs {
  readonly core: CoreLink;
  readonly history: History;
  readonly catalogues: CatalogueFollower;
}

export const spot = defineSubject({
  calls: spotCalls,
  handlers: ({ core, history, catalogues }: Needs) =>
    spotHandlers({
      orders: createOrders(core, history, catalogues),
      records: createOrderRecords(core, history, catalogues),
      feeTiers: createFeeTierReader(core, catalogues),
      balances: createBalanceReader(core, catalogues),
    }),
});
